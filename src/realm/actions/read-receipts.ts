/** Who has read a message. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import { userSetting } from "#realm/register/settings.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, personalOf } from "#realm/state/state.ts";

/** Ascending. The sender, the muted in either direction, and those who do not want it told are left out. */
export function readersOf(server: Server, person: Person, message: Message): readonly number[] {
  if (realmSetting(server, "enable_read_receipts") !== true) {
    throw new Refusal("Read receipts are disabled in this organization.");
  }
  return [...receivers(server, message)]
    .filter((id) => id !== message.senderId && tells(server, person, id))
    .filter((id) => !personalOf(server.state, id).unread.has(message.id))
    .sort((a, b) => a - b);
}

function receivers({ state }: Server, message: Message): Iterable<number> {
  if (message.bornIn === undefined) return message.participants;
  const stream = state.streams.byId.get(message.bornIn);
  const known = new Set([...(stream?.subscribers ?? []), ...(stream?.spans.keys() ?? [])]);
  return [...known].filter((id) => hasReceived(state, id, message));
}

function tells({ state }: Server, person: Person, id: number): boolean {
  const other = state.people.byId.get(id);
  if (other === undefined || !other.isActive || other.isBot) return false;
  const personal = personalOf(state, id);
  if (userSetting(personal, "send_read_receipts") !== true) return false;
  const mutes = personalOf(state, person.id).mutedPeople.has(id);
  return !mutes && !personal.mutedPeople.has(person.id);
}
