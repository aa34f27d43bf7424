/** Names of people as they may be. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";

const longest = 100;

export function readFullName(written: string): string {
  const name = written.trim();
  const { length } = [...name];
  if (length > longest) throw new Refusal("Name too long!");
  if (length < 2) throw new Refusal("Name too short!");
  if (/[*`\\>"@]|\p{C}/u.test(name)) throw new Refusal("Invalid characters in name!");
  // So ends a mention of one of several people with the same name.
  if (/\|\d+$/.test(name)) throw new Refusal("Invalid format!");
  return name;
}

/** Throws where names are to be unique and somebody else who is there has this one, in any spelling. */
export function requireOwnName(server: Server, name: string, ownId?: number): void {
  if (realmSetting(server, "require_unique_names") !== true) return;
  const wanted = folded(name);
  for (const { id, fullName, isActive } of server.state.people.byId.values())
    if (id !== ownId && isActive && folded(fullName) === wanted)
      throw new Refusal("Unique names required in this organization.");
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
