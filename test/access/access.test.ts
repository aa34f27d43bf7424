/** Permissions: every rule with real requests by each role; a rejected request must not change anything. */
import { expect, test } from "vitest";
import { allRoutes } from "#realm/handle.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import { defaultLevel } from "#wire/limits.ts";
import { watchChanges } from "../support/changes.ts";
import { fakeClock } from "../support/clock.ts";
import { authorization, call, type StartedRealm, startRealm } from "../support/realm.ts";
import { type ApiRequest, type Rule, rules, type Step } from "./rules.ts";
import { type Caller, cast, others, village } from "./village.ts";

type Watched = StartedRealm & { readonly changes: unknown[] };

function startVillage(level: number = defaultLevel): Watched {
  const clock = fakeClock();
  const blueprint = village(Math.floor(clock.now() / 1000));
  const started = startRealm({ clock, level, blueprint });
  const changes: unknown[] = [];
  watchChanges(started.realm, (change) => changes.push(change));
  return { ...started, changes };
}

async function ask({ realm, as }: Watched, who: number, { method, path, parameters }: ApiRequest) {
  const headers = { authorization: authorization(as(who).account) };
  const { body } = await call(realm, method, path.replace("{me}", `${who}`), parameters, headers);
  return body;
}

async function runStep(world: Watched, me: number, step: Step): Promise<void> {
  const who = step.who === "me" ? me : step.who;
  const { control } = world.realm;
  if ("joins" in step) control.subscribe({ userId: who, streamId: step.joins });
  else if ("leaves" in step) control.unsubscribe({ userId: who, streamId: step.leaves });
  else
    expect(
      await ask(world, who, { ...step, path: step.path.replace("{me}", `${me}`) }),
    ).toMatchObject({ result: "success" });
}

async function outcome(who: Caller, rule: Rule, world: Watched): Promise<string | undefined> {
  const me = cast[who];
  for (const [name, value] of Object.entries(rule.realm)) {
    world.realm.control.setRealm(name, value);
  }
  for (const step of rule.setup) await runStep(world, me, step);
  const before = world.changes.length;
  const { result, msg } = await ask(world, me, rule);
  if (result === "success") return undefined;
  return world.changes.length === before ? msg : `${msg} (and something changed)`;
}

test.each(rules)("$method $path: $about", async (rule) => {
  const errors: Partial<Record<string, string | undefined>> = {};
  let world = startVillage(rule.until);
  for (const who of Object.keys(cast) as Caller[]) {
    if (world.changes.length > 0) world = startVillage(rule.until);
    errors[who] = await outcome(who, rule, world);
  }
  expect(errors).toEqual(rule.refused);
});

test("requests without credentials, or by a deactivated user, are rejected by every endpoint", async () => {
  const { realm, changes } = startVillage();
  const { level } = realm.control.server;
  const gone = realm.accounts.find(({ user_id }) => user_id === others.gone);
  if (gone === undefined) throw new RangeError("No deactivated user.");
  const authenticated = allRoutes.filter(
    ({ endpoint }) => endpoint.anonymous !== true && isKnownAt(endpoint, level),
  );
  for (const { endpoint } of authenticated) {
    const path = endpoint.path.replace(/\{\w+\}/g, "1");
    const request = async (headers: Readonly<Record<string, string>>) => {
      const { status, body } = await call(realm, endpoint.method, path, {}, headers);
      return [status, body["code"], body["msg"]];
    };
    expect(await request({}), path).toEqual([
      401,
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    ]);
    expect(await request({ authorization: authorization(gone) }), path).toEqual([
      401,
      "UNAUTHORIZED",
      "Account is deactivated",
    ]);
  }
  expect(changes).toEqual([]);
});
