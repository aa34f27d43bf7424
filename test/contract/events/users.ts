/** Five users of different roles with a client each, in a realm with variation. */

import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { newestLevel } from "#wire/levels.ts";
import { type FakeClock, fakeClock } from "../../support/clock.ts";
import {
  authorization,
  base,
  type Caller,
  callerOf,
  capabilities,
  startRealm,
} from "../../support/realm.ts";
import { smallBlueprint } from "../../support/small-blueprint.ts";
import { type Action, bo, type Call, cleo, clientUsers, don, one } from "./action.ts";
import { operationOf } from "./actions.ts";
import { type Client, connect } from "./client.ts";
import type { Known } from "./comparison.ts";
import { type Effect, live, settle } from "./habits.ts";
import { startWhole } from "./session.ts";

export type Users = {
  /** `token` occurs only in this action's texts. */
  readonly act: (action: Action, token: string) => Promise<void>;
  /** Lets every client act; returns whether the newest action was reported, and whether a replica changed. */
  readonly live: (luck: number) => Promise<Effect>;
  /**
   * Lets scheduled work finish, so that nothing changes while answers are compared, then applies all events.
   * Returns the clients of users who can sign in.
   */
  readonly settle: () => Promise<readonly Known[]>;
};

const roles: Readonly<Record<number, 100 | 200 | 300>> = { [cleo]: 100, [don]: 200, [bo]: 300 };

function blueprintAt(now: number): Blueprint {
  const blueprint = smallBlueprint(now);
  const users = blueprint.users.map((user) => ({
    ...user,
    role: roles[user.id] ?? user.role,
  }));
  return { ...blueprint, users };
}

/** Most kinds of changes exist at the first; the second has some that ended since. */
export const levels = [newestLevel, 278] as const;

/** Advances the clock only while `work` is blocked on it. */
async function whileClockRuns<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const over = work.finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn += 1) await clock.pass(turn < 6 ? 0 : 100);
  return over;
}

/** `withSession`: one of the five users, chosen by the variation, also runs weir's own session. */
export async function startUsers(
  variation: number,
  withSession = false,
  level: number = one(levels, variation >> 1),
): Promise<Users> {
  const clock = fakeClock();
  const seconds = () => Math.floor(clock.now() / 1000);
  const blueprint = blueprintAt(seconds());
  const { realm: patient } = startRealm({ clock, blueprint, variation, level });
  const realm = {
    ...patient,
    fetch: (request: Request) => whileClockRuns(clock, patient.fetch(request)),
  };
  const world = { realm, now: clock.now };
  realm.control.setRealm("enable_spectator_access", true);
  for (const name of ["team", "mood"])
    await callerOf(realm, cleo).post("/realm/profile_fields", { name, field_type: 1 });
  const clients: Client[] = [];
  const registerOptions = {
    include_subscribers: variation % 2 === 0,
    // As weir's own.
    client_capabilities: { ...capabilities, empty_topic_name: true },
  };
  for (const who of clientUsers)
    clients.push(await connect(callerOf(realm, who), callerOf(patient, who), registerOptions));
  const user = withSession ? callerOf(realm, one(clientUsers, variation)) : undefined;
  const session = user && (await startWhole({ clock, realm: patient }, user));
  const sent = Array.from({ length: blueprint.messages.length }, (_, at) => 101 + at);
  return {
    act: async (action, token) => {
      const operation = operationOf(action, { now: seconds(), token, ids: sent });
      if (operation === undefined) return clock.pass("1 min");
      if ("property" in operation)
        return realm.control.setRealm(operation.property, operation.value);
      const { id } = await ask(realm, callerOf(realm, action.who), operation);
      if (operation.path === "/messages" && typeof id === "number") sent.push(id);
    },
    settle: async () => {
      await clock.pass("4 min");
      const known = [await session?.settle()];
      for (const client of clients) known.push(await settle(client, world));
      return known.filter((one) => one !== undefined);
    },
    live: async (luck) => {
      let [isReported, hasChanged] = [false, false];
      for (const client of clients) {
        const effect = await live(client, world, luck);
        isReported ||= effect.isReported;
        hasChanged ||= effect.hasChanged;
      }
      await session?.live(luck);
      return { isReported, hasChanged };
    },
  };
}

const verbs = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

async function ask(realm: Realm, by: Caller, { method, path, parameters, file }: Call) {
  if (file === undefined) return (await by[verbs[method]](path, parameters)).body;
  const body = new FormData();
  body.append("file", new Blob([file], { type: "image/gif" }), "file.gif");
  const headers = { authorization: authorization(by.account) };
  await realm.fetch(new Request(`${base}${path}`, { method, headers, body }));
  return {};
}
