/** Saying that somebody is there. */
import { realmSetting, userSetting } from "#realm/register/settings.ts";
import { announce, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";

/** Whoever was active within this time is still there: a further ping tells nobody. */
const freshSeconds = 130;

/** In realms with more people than this, nobody is told: one has to ask. */
const crowd = 100;

export function ping(server: Server, person: Person, status: "active" | "idle"): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "presence_enabled") !== true) return;
  const seconds = now(server);
  const before = server.presences.get(person.id) ?? { active: 0, idle: 0 };
  const active = status === "active" ? seconds : before.active;
  server.presences.set(person.id, { active, idle: seconds });
  const cameOnline = status === "active" && seconds - before.active > freshSeconds;
  if (cameOnline) tell(server, person, "active", seconds);
}

/** How long ago somebody is said to have been there who no longer wants it told. */
const goneSeconds = 320;

/** Tells that somebody is there again, or not any more, because they changed whether it is told. */
export function tellPresence(server: Server, person: Person, isTold: boolean): void {
  const seconds = now(server);
  const active = isTold ? seconds : seconds - goneSeconds;
  server.presences.set(person.id, { active, idle: active });
  tell(server, person, isTold ? "active" : "idle", active);
}

function tell(server: Server, person: Person, status: "active" | "idle", timestamp: number): void {
  if (isQuiet(server)) return;
  announce(
    server,
    "presence",
    () => true,
    ({ wishes }) => ({
      user_id: person.id,
      server_timestamp: server.clock.now() / 1000,
      presence: { website: { client: "website", status, timestamp, pushable: false } },
      ...(wishes.slimPresence ? {} : { email: person.email }),
    }),
  );
}

function isQuiet(server: Server): boolean {
  return (
    server.state.people.byId.size > crowd || realmSetting(server, "presence_disabled") === true
  );
}
