/** Bots that belong to somebody: their owners and administrators are told of them apart from everybody else. */
import { announce, everybody, type Server } from "#realm/server.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import type { Tidings } from "#realm/state/queues.ts";

/** Those that the person is told of: their own, or all for administrators. */
export function botsKnownTo({ state }: Server, person: Person): readonly Person[] {
  return [...state.people.byId.values()].filter(
    (bot) => bot.isBot && !bot.isSystem && isKeeper(bot, person),
  );
}

/** Whether the person may change the bot. */
export function isKeeper(bot: Person, person: Person): boolean {
  return isAdministrator(person) || bot.ownerId === person.id;
}

/** Tells the keepers of a bot what changed of it; says nothing of people. */
export function tellBot(
  server: Server,
  bot: Person,
  changed: Readonly<Record<string, unknown>>,
): void {
  if (!bot.isBot || bot.isSystem) return;
  tellKeepers(server, bot, () => ({ op: "update", bot: { user_id: bot.id, ...changed } }));
}

/** Tells the keepers of a bot something; `form` makes it for one of them, or undefined for nothing. */
export function tellKeepers(
  server: Server,
  bot: Person,
  form: (keeper: Person) => Omit<Tidings, "type"> | undefined,
): void {
  tellOfBot(server, (person) => (isKeeper(bot, person) ? form(person) : undefined));
}

/** Tells each person what `form` makes for them of a bot; undefined for nothing. */
export function tellOfBot(
  server: Server,
  form: (person: Person) => Omit<Tidings, "type"> | undefined,
): void {
  const { byId } = server.state.people;
  announce(server, "realm_bot", everybody, ({ userId }) => {
    const person = byId.get(userId);
    return person && form(person);
  });
}
