/** Who may do what: every row of the tables as a real request to the realm, and nothing changes where it is refused. */
import { describe, expect, test } from "vitest";
import { allRoutes } from "#realm/routes/all.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { watchChanges } from "../support/changes.ts";
import { fakeClock } from "../support/clock.ts";
import { png } from "../support/pictures.ts";
import { authorization, call, startRealm } from "../support/realm.ts";
import { everybody, type Row, rowsOf } from "./deed.ts";
import { openToAll } from "./doors.ts";
import { editDeeds } from "./editing.ts";
import { furnitureDeeds } from "./furniture.ts";
import { ask, type Village } from "./given.ts";
import { groupDeeds } from "./groups.ts";
import { messageDeeds } from "./messages.ts";
import { openDeeds } from "./open.ts";
import { ownDeeds } from "./own.ts";
import { paperDeeds } from "./papers.ts";
import { peopleDeeds } from "./people.ts";
import { profileFieldDeeds } from "./profile-fields.ts";
import { readingDeeds } from "./reading.ts";
import { streamDeeds } from "./streams.ts";
import { subscriptionDeeds } from "./subscriptions.ts";
import { cast, others, streams, village } from "./village.ts";
import { writing } from "./writing.ts";

const deeds = [
  ...writing,
  ...paperDeeds,
  ...messageDeeds,
  ...editDeeds,
  ...readingDeeds,
  ...streamDeeds,
  ...subscriptionDeeds,
  ...peopleDeeds,
  ...groupDeeds,
  ...ownDeeds,
  ...profileFieldDeeds,
  ...furnitureDeeds,
  ...openDeeds,
];
const rows = rowsOf(deeds);

/** Everything that the realm writes down, and what it remembers beside that. */
type Watched = Village & { readonly changes: () => readonly unknown[] };

async function settle(me: number, { realm: settings = {}, given = [] }: Partial<Row>) {
  const clock = fakeClock();
  const kept: unknown[] = [];
  const started = startRealm({ clock, blueprint: village(Math.floor(clock.now() / 1000)) });
  watchChanges(started.realm, (change) => kept.push(change));
  const { control } = started.realm;
  for (const [name, value] of Object.entries(settings)) control.setRealm(name, value);
  const watched: Watched = {
    ...started,
    clock,
    me,
    changes: () => [...kept, ...control.server.presences, ...control.server.mails],
  };
  for (const happens of given) await happens(watched);
  return watched;
}

function placed(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new RangeError(`The row does not say which ${name}.`);
    return String(values[name]);
  });
}

async function asked(place: Watched, { action, at = {}, asks = {}, brings }: Row) {
  const { me } = place;
  const [method = "", path = ""] = action.split(" ");
  const where = placed(path, typeof at === "function" ? at(me, place) : at);
  if (brings === true) return place.as(me).upload(where, { file: png() });
  return ask(place, me, method, where, typeof asks === "function" ? asks(me, place) : asks);
}

/** What somebody was told, in a line; what went wrong beside that stands behind it. */
async function verdict(place: Watched, row: Row): Promise<string> {
  const before = place.changes().length;
  const { status, body } = await asked(place, row);
  const hasChanged = place.changes().length !== before;
  const { outcome } = row;
  if (status !== 200 || body["result"] !== "success") {
    const { code = "page", msg = body["text"], queue_id: queue } = body;
    const told = `${status} ${code}: ${String(msg).replace(queue, "<queue_id>")}`;
    return hasChanged ? `${told} (and something changed)` : told;
  }
  if (outcome.kind === "refused") return "allowed";
  expect(body, row.who).toMatchObject(outcome.answer ?? {});
  const changes =
    outcome.kind === "allowed" && outcome.quiet !== true && !row.action.startsWith("GET ");
  if (changes === hasChanged) return outcome.kind;
  return changes ? "nothing changed" : "something changed";
}

function expected({ outcome }: Row): string {
  if (outcome.kind !== "refused") return outcome.kind;
  return `${outcome.status} ${outcome.code}: ${outcome.text}`;
}

describe("who may do it", () => {
  test.each(deeds)("$action · $relation", async (deed) => {
    const told: Record<string, string> = {};
    const meant: Record<string, string> = {};
    let place: Watched | undefined;
    for (const row of rowsOf([deed])) {
      const me = cast[row.who];
      // Where nothing had happened and nothing has changed, the next can come to the same place.
      const isFresh = deed.given === undefined && place?.changes().length === 0;
      place = isFresh && place !== undefined ? { ...place, me } : await settle(me, row);
      meant[row.who] = expected(row);
      told[row.who] = await verdict(place, row);
    }
    expect(told).toEqual(meant);
  });
});

const served = allRoutes.map(({ endpoint }) => endpoint);

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Any path that leads there. */
function anywhere({ path }: Endpoint): string {
  return path.replace(/\{\w+\}/g, "1");
}

describe("at the door", () => {
  const closed = served
    .filter(({ anonymous }) => anonymous !== true)
    .map((endpoint) => ({
      name: nameOf(endpoint),
      endpoint,
    }));

  test("nobody who does not sign in, and nobody who was deactivated, gets past it", async () => {
    const place = await settle(others.gone, {});
    const gone = place.realm.accounts.find(({ user_id }) => user_id === others.gone);
    if (gone === undefined) throw new RangeError("Nobody is gone.");
    const before = place.changes();
    for (const { name, endpoint } of closed) {
      const knock = (headers: Readonly<Record<string, string>>) =>
        call(place.realm, endpoint.method, anywhere(endpoint), {}, headers);
      const stranger = await knock({});
      const left = await knock({ authorization: authorization(gone) });
      const seen = [stranger, left].map(({ status, body }) => [status, body["code"], body["msg"]]);
      expect(seen, name).toEqual([
        [401, "UNAUTHORIZED", "Not logged in: API authentication or user session required"],
        [401, "UNAUTHORIZED", "Account is deactivated"],
      ]);
    }
    expect(place.changes()).toEqual(before);
  });
});

test("a bot that brings in what happens elsewhere may send messages and do nothing else", async () => {
  const place = await settle(others.stray, {});
  const account = place.realm.accounts.find(({ user_id }) => user_id === others.stray);
  if (account === undefined) throw new RangeError("The bot has no key.");
  const knock = (endpoint: Endpoint, asks = {}) =>
    call(place.realm, endpoint.method, anywhere(endpoint), asks, {
      authorization: authorization(account),
    });
  const before = place.changes();
  for (const endpoint of served) {
    if (endpoint.anonymous === true || nameOf(endpoint) === "POST /messages") continue;
    const { status, body } = await knock(endpoint);
    expect([status, body["msg"]], nameOf(endpoint)).toEqual([
      401,
      "This API is not available to incoming webhook bots.",
    ]);
  }
  expect(place.changes()).toEqual(before);
  const asks = { type: "stream", to: streams.den, topic: "hello", content: "it rains" };
  expect((await place.as(others.stray).post("/messages", asks)).status).toBe(200);
});

describe("the tables", () => {
  const byAction = Map.groupBy(rows, ({ action }) => action);

  test("name every endpoint that the realm serves, and no other", () => {
    expect([...byAction.keys()].toSorted()).toEqual(served.map(nameOf).toSorted());
  });

  test("say of every endpoint what becomes of each of the cast", () => {
    for (const [action, own] of byAction) {
      const named = new Set(own.map(({ who }) => who));
      expect([...named].toSorted(), action).toEqual(everybody.split(" ").toSorted());
    }
  });

  test("have somebody who is refused and somebody who is not, unless the door is open to all", () => {
    for (const [action, own] of byAction) {
      const kinds = new Set(own.map(({ outcome }) => outcome.kind));
      expect(kinds.has("allowed"), `${action} succeeds for somebody`).toBe(true);
      const isClosed = kinds.has("refused") || kinds.has("withheld");
      expect(isClosed, `${action} is refused to somebody, or listed as open`).toBe(
        !(action in openToAll),
      );
    }
  });

  test("say everything once", () => {
    const titles = rows.map(({ who, action, relation }) => `${who} · ${action} · ${relation}`);
    expect(titles.filter((one, at) => titles.indexOf(one) !== at)).toEqual([]);
  });
});
