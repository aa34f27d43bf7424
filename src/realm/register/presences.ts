/** Who is there: kept in memory, in the modern form by ID and in the legacy form by address. */
import type { Presence, Server } from "#realm/server.ts";

/** Whoever was not seen for two weeks is left out. */
const twoWeeks = 14 * 86_400;

export function presencesView(server: Server, slim: boolean): Record<string, object> {
  const seconds = server.clock.now() / 1000;
  const recent = [...server.presences].filter(
    ([, { active, idle }]) => seconds - Math.max(active, idle) < twoWeeks,
  );
  return Object.fromEntries(
    recent.flatMap(([userId, presence]): (readonly [string, object])[] => {
      const person = server.state.people.byId.get(userId);
      if (person === undefined || !person.isActive || person.isBot) return [];
      return slim
        ? [[String(userId), slimPresence(presence)]]
        : [[person.email, legacyPresence(presence)]];
    }),
  );
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
