/** Where pictures of people are: brought along by them, or drawn by a service for their address. */
import { createHash } from "node:crypto";
import type { Person } from "#realm/state/people.ts";

type Pictured = Pick<Person, "loginEmail" | "avatar">;

/** The address of the person's picture, in its usual size or a larger one. */
export function pictureOf({ loginEmail, avatar }: Pictured, isMedium = false): string {
  const path = avatar?.picture?.path;
  if (path === undefined) return drawnPicture(loginEmail, isMedium, avatar?.version);
  return isMedium ? path.replace(/(?=\.\w+$)/, "-medium") : path;
}

/** The same picture for the same address, whoever has it. */
export function drawnPicture(address: string, isMedium: boolean, version = 1): string {
  const hash = createHash("md5").update(address.toLowerCase()).digest("hex");
  const size = isMedium ? "&s=500" : "";
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${version}`;
}

/** Null where a program can work the address of a drawn picture out: that takes an address which it sees. */
export function pictureUrl(
  person: Pictured & Pick<Person, "emailVisibility">,
  clientGravatar: boolean,
  isSeen = person.emailVisibility === 1,
): string | null {
  const isDrawn = person.avatar?.picture === undefined;
  return clientGravatar && isDrawn && isSeen ? null : pictureOf(person);
}

/** Where the person's picture is; programs that compute it are told nothing of it elsewhere. */
export function avatarView(person: Pictured) {
  return {
    avatar_source: person.avatar?.picture === undefined ? "G" : "U",
    avatar_url: pictureOf(person),
    avatar_url_medium: pictureOf(person, true),
  };
}
