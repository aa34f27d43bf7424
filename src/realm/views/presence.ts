/** The wire format of presences. */
import type { Presence, Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";

/** Older presence is omitted. */
const twoWeeks = 14 * 86_400;

/** All presences, or those that changed after the step `after`. */
function presencesSince(server: Server, after: number): readonly (readonly [Person, Presence])[] {
  const seconds = server.clock.now() / 1000;
  return [...server.presences].flatMap(([userId, presence]): [Person, Presence][] => {
    const { active, idle, step = 0 } = presence;
    const person = server.state.people.byId.get(userId);
    // Clients with a later step have received the old ones already.
    const isOld = after <= 0 && seconds - Math.max(active, idle) >= twoWeeks;
    if (person === undefined || !person.isActive || person.isBot) return [];
    return isOld || step <= after ? [] : [[person, presence]];
  });
}

/** The step before the first one. */
const none = -1;

export function presencesView(server: Server, slim: boolean, after = none): Record<string, object> {
  return Object.fromEntries(
    presencesSince(server, after).map(([{ id, email }, presence]) => {
      const { active, idle } = presence;
      const slimmed = { active_timestamp: active, idle_timestamp: idle };
      return slim ? [String(id), slimmed] : [email, legacyPresence(presence)];
    }),
  );
}

/** The latest step of these presences; `after` if there are none. */
export function presenceStep(server: Server, after = none): number {
  return presencesSince(server, after).reduce(
    (most, [, { step = 0 }]) => Math.max(most, step),
    after,
  );
}

function legacyPresence({ active, idle }: Presence) {
  const status = active >= idle ? "active" : "idle";
  const timestamp = Math.max(active, idle);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}
