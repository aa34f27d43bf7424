/** Pictures of people and bots: brought along, and given up for the one that is drawn for their address. */
import { Refusal } from "#realm/failures.ts";
import { commit, type Server } from "#realm/server.ts";
import { realmId, type Upload } from "#realm/state/files.ts";
import { type Avatar, avatarVersion, type Person } from "#realm/state/people.ts";
import { avatarView } from "#realm/views/picture.ts";
import { freshDigits } from "./letters.ts";
import { tellPerson } from "./person-news.ts";
import { readPicture, theFile } from "./pictures.ts";
import { isFixedFor } from "./policies.ts";

function requireOpenLooks(server: Server, person: Person): void {
  if (!isFixedFor(server, person, "avatar_changes_disabled")) return;
  throw new Refusal("Avatar changes are disabled in this organization.");
}

/** `files` are those of the form, of which there must be one. Gives the address of the picture. */
export function setOwnAvatar(server: Server, person: Person, files: readonly Upload[]): string {
  const file = theFile(files, "avatar");
  requireOpenLooks(server, person);
  return setAvatar(server, person, file);
}

export function removeOwnAvatar(server: Server, person: Person): string {
  requireOpenLooks(server, person);
  return change(server, person, undefined);
}

/** Shows the person by the picture in that file; gives its address. */
export function setAvatar(server: Server, person: Person, file: Upload): string {
  const { extension, ...picture } = readPicture(file);
  const name = freshDigits(server.random, 40);
  const path = `/user_avatars/${realmId}/${name}.${extension}`;
  return change(server, person, { ...picture, path });
}

function change(server: Server, person: Person, picture: Avatar["picture"]): string {
  const avatar = { version: avatarVersion(person) + 1, picture };
  commit(server, { kind: "person changed", personId: person.id, facts: { avatar } });
  const now = { ...person, avatar };
  const { avatar_url } = avatarView(now);
  tellAvatar(server, now);
  return avatar_url;
}

/** Where the person's picture is, to everybody. */
export function tellAvatar(server: Server, person: Person): void {
  const view = { ...avatarView(person), avatar_version: avatarVersion(person) };
  tellPerson(server, { ...view, user_id: person.id });
}
