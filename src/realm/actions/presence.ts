/** Saying that somebody is there. */
import { realmSetting } from "#realm/register/realm-settings.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announce, everybody, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";

/** Whoever was active within this time is still there: a further ping tells nobody. */
const freshSeconds = 130;

/** In realms with more people than this, nobody is told: one has to ask. */
const crowd = 100;

/** What is younger than this is not written anew. */
const seldomSeconds = 55;

export function ping(server: Server, person: Person, status: "active" | "idle"): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "presence_enabled") !== true) return;
  const seconds = now(server);
  const before = server.presences.get(person.id) ?? { active: 0, idle: 0 };
  const renewed = (at: number) => (seconds - at > seldomSeconds ? seconds : at);
  const active = status === "active" ? renewed(before.active) : before.active;
  const idle = renewed(before.idle);
  if (active === before.active && idle === before.idle) return;
  save(server, person, active, idle);
  const cameOnline = status === "active" && seconds - before.active > freshSeconds;
  if (cameOnline) tell(server, person, "active", seconds);
}

/** Each change is a step further, for programs that ask what happened since one. */
function save({ presences }: Server, { id }: Person, active: number, idle: number): void {
  const newest = [...presences.values()].reduce((most, { step = 0 }) => Math.max(most, step), 0);
  presences.set(id, { active, idle, step: newest + 1 });
}

/** How long ago somebody is said to have been there who no longer wants it told. */
const goneSeconds = 320;

/** Tells that somebody is there again, or not any more, because they changed whether it is told. */
export function tellPresence(server: Server, person: Person, isTold: boolean): void {
  const seconds = now(server);
  const active = isTold ? seconds : seconds - goneSeconds;
  save(server, person, active, active);
  tell(server, person, isTold ? "active" : "idle", active);
}

function tell(server: Server, person: Person, status: "active" | "idle", timestamp: number): void {
  if (isQuiet(server)) return;
  announce(server, "presence", everybody, ({ wishes }) => ({
    user_id: person.id,
    server_timestamp: server.clock.now() / 1000,
    presence: { website: { client: "website", status, timestamp, pushable: false } },
    ...(wishes.slimPresence ? {} : { email: person.email }),
  }));
}

function isQuiet(server: Server): boolean {
  return (
    server.state.people.byId.size > crowd || realmSetting(server, "presence_disabled") === true
  );
}
