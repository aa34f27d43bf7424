/** Who may do what: every rule as real requests to the realm, and nothing changes where one is refused. */
import { expect, test } from "vitest";
import { allRoutes } from "#realm/routes/all.ts";
import { watchChanges } from "../support/changes.ts";
import { fakeClock } from "../support/clock.ts";
import { authorization, call, type StartedRealm, startRealm } from "../support/realm.ts";
import { type Asked, type Rule, rules, type Step } from "./rules.ts";
import { type Caste, cast, others, village } from "./village.ts";

type Watched = StartedRealm & { readonly changes: unknown[] };

function settle(): Watched {
  const clock = fakeClock();
  const started = startRealm({ clock, blueprint: village(Math.floor(clock.now() / 1000)) });
  const changes: unknown[] = [];
  watchChanges(started.realm, (change) => changes.push(change));
  return { ...started, changes };
}

async function ask({ realm, as }: Watched, who: number, { method, path, parameters }: Asked) {
  const headers = { authorization: authorization(as(who).account) };
  const { body } = await call(realm, method, path.replace("{me}", `${who}`), parameters, headers);
  return body;
}

async function happens(place: Watched, me: number, step: Step): Promise<void> {
  const who = step.who === "me" ? me : step.who;
  const { control } = place.realm;
  if ("joins" in step) control.subscribe(who, step.joins);
  else if ("leaves" in step) control.unsubscribe(who, step.leaves);
  else
    expect(
      await ask(place, who, { ...step, path: step.path.replace("{me}", `${me}`) }),
    ).toMatchObject({ result: "success" });
}

async function outcome(who: Caste, rule: Rule, place: Watched): Promise<string | undefined> {
  const me = cast[who];
  for (const [name, value] of Object.entries(rule.realm)) {
    place.realm.control.setRealm(name, value);
  }
  for (const step of rule.given) await happens(place, me, step);
  const before = place.changes.length;
  const { result, msg } = await ask(place, me, rule);
  if (result === "success") return undefined;
  return place.changes.length === before ? msg : `${msg} (and something changed)`;
}

test.each(rules)("$method $path: $about", async (rule) => {
  const told: Partial<Record<string, string | undefined>> = {};
  let place = settle();
  for (const who of Object.keys(cast) as Caste[]) {
    if (place.changes.length > 0) place = settle();
    told[who] = await outcome(who, rule, place);
  }
  expect(told).toEqual(rule.refused);
});

test("nobody who does not sign in, and nobody who was deactivated, gets past the door", async () => {
  const { realm, changes } = settle();
  const gone = realm.accounts.find(({ user_id }) => user_id === others.gone);
  if (gone === undefined) throw new RangeError("Nobody is gone.");
  const closed = allRoutes.filter(({ endpoint }) => endpoint.anonymous !== true);
  for (const { endpoint } of closed) {
    const path = endpoint.path.replace(/\{\w+\}/g, "1");
    const knock = async (headers: Readonly<Record<string, string>>) => {
      const { status, body } = await call(realm, endpoint.method, path, {}, headers);
      return [status, body["code"], body["msg"]];
    };
    expect(await knock({}), path).toEqual([
      401,
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    ]);
    expect(await knock({ authorization: authorization(gone) }), path).toEqual([
      401,
      "UNAUTHORIZED",
      "Account is deactivated",
    ]);
  }
  expect(changes).toEqual([]);
});
