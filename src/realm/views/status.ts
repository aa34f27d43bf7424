/** Statuses as they travel: what is unset is left out. */
import { userSetting } from "#realm/register/settings.ts";
import type { Server } from "#realm/server.ts";
import type { Person, Status } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";

/** Keys of what is set; an emoji by its name alone is looked up. */
export function statusView(server: Server, person: Person): Readonly<Record<string, unknown>> {
  const { status } = person;
  return {
    ...(isAway(server, person) ? { away: true } : {}),
    ...(status === undefined || status.text === "" ? {} : { status_text: status.text }),
    ...(server.level >= since.statusEmoji && status !== undefined ? emojiView(server, status) : {}),
  };
}

/** LEVEL(148): a fact of its own before it, then the opposite of whether presence is told. */
function isAway({ level, state }: Server, { id, status }: Person): boolean {
  if (level < since.awayIsPresence) return status?.away === true;
  const personal = state.personal.get(id);
  return personal !== undefined && userSetting(personal, "presence_enabled") !== true;
}

function emojiView(server: Server, { emoji = "", code, type }: Status) {
  if (emoji === "") return {};
  const known = server.emoji(emoji);
  const [ownCode, ownType] = [code ?? known?.code, type ?? known?.type];
  if (ownCode === undefined) return {};
  return { emoji_name: emoji, emoji_code: ownCode, reaction_type: ownType };
}

/** The statuses of everybody who has one, by user ID. */
export function statusesView(server: Server): Record<string, object> {
  const known = [...server.state.people.byId.values()].flatMap((person) => {
    const view = statusView(server, person);
    return Object.keys(view).length === 0 ? [] : [[String(person.id), view] as const];
  });
  return Object.fromEntries(known);
}
