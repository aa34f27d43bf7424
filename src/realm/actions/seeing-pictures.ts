/** Looking at somebody's picture: who may, and where it is. */
import { notLoggedIn } from "#realm/credentials.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import type { Avatar, Person } from "#realm/state/people.ts";
import { drawnPicture, pictureOf } from "#realm/views/picture.ts";
import { hasWebPublicStreams } from "./stream-settings.ts";

/** The realm's own icon is of the same make as the pictures of its people. */
const ofRealm = "realm";

/**
 * The address of the picture of whoever has that ID or address; of one whom nobody has, as if somebody new had it.
 * Strangers may see it where they may read something, and ask by IDs only. Throws where they may not.
 */
export function pictureFor(
  server: Server,
  visitor: Person | undefined,
  named: string,
  isMedium: boolean,
): string {
  if (named === ofRealm) return drawnPicture(named, isMedium);
  if (visitor === undefined && (named.includes("@") || !isOpenToStrangers(server))) {
    throw notLoggedIn();
  }
  const { byId, byEmail } = server.state.people;
  const person = byId.get(Number(named)) ?? byEmail.get(named.toLowerCase());
  return person === undefined ? drawnPicture(named, isMedium) : pictureOf(person, isMedium);
}

function isOpenToStrangers(server: Server): boolean {
  return hasWebPublicStreams(server) && realmSetting(server, "enable_spectator_access") === true;
}

/** The picture that stands at that path, in either size; undefined for nobody's. */
export function pictureBehind({ state }: Server, path: string): Avatar["picture"] {
  const plain = path.replace(/-medium(?=\.\w+$)/, "");
  for (const { avatar } of state.people.byId.values()) {
    if (avatar?.picture?.path === plain) return avatar.picture;
  }
  return undefined;
}
