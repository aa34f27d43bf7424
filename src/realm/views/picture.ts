/** Where pictures of people are: a service draws them for their addresses. */
import { createHash } from "node:crypto";
import type { Person } from "#realm/state/people.ts";

type Pictured = Pick<Person, "loginEmail">;

/** The same picture for the same address, whoever has it. */
function pictureOf({ loginEmail }: Pictured, isMedium = false): string {
  const hash = createHash("md5").update(loginEmail.toLowerCase()).digest("hex");
  const size = isMedium ? "&s=500" : "";
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=1`;
}

/** Null where a program can work the address out itself: that takes an email address which it sees. */
export function pictureUrl(
  person: Pictured & Pick<Person, "emailVisibility">,
  clientGravatar: boolean,
  isSeen = person.emailVisibility === 1,
): string | null {
  return clientGravatar && isSeen ? null : pictureOf(person);
}

/** As the person themselves are told, and everybody when it changes. */
export function avatarView(person: Pictured) {
  return {
    avatar_source: "G",
    avatar_url: pictureOf(person),
    avatar_url_medium: pictureOf(person, true),
  };
}
