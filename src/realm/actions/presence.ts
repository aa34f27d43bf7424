/** Presence: reporting it, and showing it to others. Not persisted. */
import { realmSetting } from "#realm/register/realm.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announce, everybody, now, type Presence, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";

/** Somebody active within this time is still online: another ping is not announced. */
const freshSeconds = 130;

/** In realms with more people than this, there are no events: clients must poll. */
const maxAnnounced = 100;

/** More recent presence is not updated. */
const minUpdateSeconds = 55;

export function ping(server: Server, person: Person, status: "active" | "idle"): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "presence_enabled") !== true) return;
  const seconds = now(server);
  const before = server.presences.get(person.id) ?? { active: 0, idle: 0 };
  const renewed = (at: number) => (seconds - at > minUpdateSeconds ? seconds : at);
  const active = status === "active" ? renewed(before.active) : before.active;
  const idle = renewed(before.idle);
  if (active === before.active && idle === before.idle) return;
  save(server, person, active, idle);
  const cameOnline = status === "active" && seconds - before.active > freshSeconds;
  if (cameOnline) tell(server, person, "active", seconds);
}

/** Each change increments the step, for clients that request changes since one. */
function save({ presences }: Server, { id }: Person, active: number, idle: number): void {
  const newest = [...presences.values()].reduce((most, { step = 0 }) => Math.max(most, step), 0);
  presences.set(id, { active, idle, step: newest + 1 });
}

/** The reported age of the presence of somebody who turns reporting off. */
const goneSeconds = 320;

/** Announces the change after somebody turned reporting of their presence on or off. */
export function announcePresence(server: Server, person: Person, isReported: boolean): void {
  const seconds = now(server);
  const active = isReported ? seconds : seconds - goneSeconds;
  save(server, person, active, active);
  tell(server, person, isReported ? "active" : "idle", active);
}

function tell(server: Server, person: Person, status: "active" | "idle", timestamp: number): void {
  if (isQuiet(server)) return;
  announce(server, "presence", everybody, ({ options }) => ({
    user_id: person.id,
    server_timestamp: server.clock.now() / 1000,
    presence: { website: { client: "website", status, timestamp, pushable: false } },
    ...(options.slimPresence ? {} : { email: person.email }),
  }));
}

function isQuiet(server: Server): boolean {
  return (
    server.state.people.byId.size > maxAnnounced ||
    realmSetting(server, "presence_disabled") === true
  );
}

/** Older presence is omitted. */
const twoWeeks = 14 * 86_400;

/** All presences, or those that changed after the step `after`. */
function rowsOf(server: Server, after: number): readonly (readonly [Person, Presence])[] {
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
    rowsOf(server, after).map(([{ id, email }, presence]) => {
      const { active, idle } = presence;
      const slimmed = { active_timestamp: active, idle_timestamp: idle };
      return slim ? [String(id), slimmed] : [email, legacyPresence(presence)];
    }),
  );
}

/** The latest step of these presences; `after` if there are none. */
export function presenceStep(server: Server, after = none): number {
  return rowsOf(server, after).reduce((most, [, { step = 0 }]) => Math.max(most, step), after);
}

function legacyPresence({ active, idle }: Presence) {
  const status = active >= idle ? "active" : "idle";
  const timestamp = Math.max(active, idle);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}
