/** Bots that belong to somebody: their owners and administrators are told of them apart from everybody else. */
import { announce, type Server } from "#realm/server.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";

/** Those that the person is told of: their own, or all for administrators. */
export function botsKnownTo({ state }: Server, person: Person): readonly Person[] {
  return [...state.people.byId.values()].filter(
    (bot) => bot.isBot && !bot.isSystem && isKeeper(bot, person),
  );
}

function isKeeper(bot: Person, person: Person): boolean {
  return isAdministrator(person) || bot.ownerId === person.id;
}

/** Tells the keepers of a bot what changed of it; says nothing of people. */
export function tellBot(
  server: Server,
  bot: Person,
  changed: { readonly full_name: string } | { readonly is_active: boolean },
): void {
  if (!bot.isBot || bot.isSystem) return;
  announce(
    server,
    "realm_bot",
    (userId) => {
      const person = server.state.people.byId.get(userId);
      return person !== undefined && isKeeper(bot, person);
    },
    () => ({ op: "update", bot: { user_id: bot.id, ...changed } }),
  );
}
