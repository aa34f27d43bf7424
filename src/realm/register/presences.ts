/** Who is there: kept in memory, in the modern form by ID and in the legacy form by address. */
import type { Presence, Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";

/** Whoever was not seen for two weeks is left out. */
const twoWeeks = 14 * 86_400;

/** People who were there, and how: with `after` those alone who came or changed since that step. */
function rowsOf(server: Server, after: number): readonly (readonly [Person, Presence])[] {
  const seconds = server.clock.now() / 1000;
  return [...server.presences].flatMap(([userId, presence]): [Person, Presence][] => {
    const { active, idle, step = 0 } = presence;
    const person = server.state.people.byId.get(userId);
    // Whoever knows a later step has been told of the others once.
    const isOld = after <= 0 && seconds - Math.max(active, idle) >= twoWeeks;
    if (person === undefined || !person.isActive || person.isBot) return [];
    return isOld || step <= after ? [] : [[person, presence]];
  });
}

/** Before the first step. */
const none = -1;

export function presencesView(server: Server, slim: boolean, after = none): Record<string, object> {
  return Object.fromEntries(
    rowsOf(server, after).map(([{ id, email }, presence]) =>
      slim ? [String(id), slimPresence(presence)] : [email, legacyPresence(presence)],
    ),
  );
}

/** The step that those presences lead to; where there are none, it stays. */
export function presenceStep(server: Server, after = none): number {
  return rowsOf(server, after).reduce((most, [, { step = 0 }]) => Math.max(most, step), after);
}

export function slimPresence({ active, idle }: Presence) {
  return { active_timestamp: active, idle_timestamp: idle };
}

export function legacyPresence({ active, idle }: Presence) {
  const status = active >= idle ? "active" : "idle";
  const timestamp = Math.max(active, idle);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}
