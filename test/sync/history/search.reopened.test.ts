/** Views that are opened again: what they ask for, and that they list what a new search would find. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Archive } from "#archive/archive.ts";
import { get, values } from "#base/table.ts";
import { reopenSearch, searchAll } from "#commands/search/search.ts";
import type { SearchNarrow, SearchTerm } from "#model/narrow.ts";
import { openList } from "#store/lists.ts";
import { archiveIn } from "../../support/archive-in.ts";
import * as make from "../../support/make.ts";
import { patientMs, runs } from "../../support/runs.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

const term = (operator: string, operand: SearchTerm["operand"], negated = false): SearchTerm => ({
  operator,
  operand,
  ...(negated && { negated: true }),
});

const searches: readonly SearchNarrow[] = [
  [term("is", "unread")],
  [term("is", "unread"), term("stream", streams.dev)],
  [term("is", "starred")],
  [term("is", "mentioned")],
  [term("is", "followed")],
  [term("in", "home"), term("sender", people.bo)],
  [term("has", "reaction")],
  [term("has", "link", true), term("stream", streams.general)],
  [term("search", "rolling")],
  [term("search", "rolling"), term("topic", "deploy"), term("stream", streams.dev)],
  [term("mentions", people.ana)],
  [term("streams", "public"), term("sender", people.cleo)],
  [term("dm-including", people.bo)],
].map((terms) => ({ kind: "search", text: "", terms }));

async function start() {
  const files = archiveIn();
  let searched = 0;
  const archive: Archive = {
    ...files,
    search: (query) => {
      searched += 1;
      return files.search(query);
    },
  };
  const small = await startSmall({}, { archive });
  const { client, press, store, clock, rowKeys } = small;
  // Lists are filled from the first key on.
  press("g", "i");
  const pages = () =>
    client.network.sent.filter((line) => /^GET \/messages($|\/matches)/.test(line)).length;
  /** How often the server and the archive were asked. */
  const asked = () => searched + pages();
  const openAgain = (search: SearchNarrow) => reopenSearch({ store }, search);
  /** Without those of which the server says that they are gone. */
  const listed = async () => {
    await clock.pass("3 s");
    const { messages } = store.getState().replica;
    return rowKeys().filter((key) => get(messages, make.id(Number(key))) !== undefined);
  };
  return { ...small, archive, pages, asked, openAgain, listed };
}

const rolling: SearchNarrow = { kind: "search", text: "", terms: [term("search", "rolling")] };

test("a view to which nothing has happened asks nobody when it is opened again, and lists the same rows", async () => {
  const { press, openAgain, listed, asked, store } = await start();
  const deploy = { ...rolling, terms: [term("topic", "deploy")] };
  for (const view of [rolling, deploy]) {
    openAgain(view);
    await listed();
  }
  const before = asked();
  const rows = () => openList(store.getState().screen)?.rows ?? [];
  const last = rows();
  press("g", "i");
  openAgain(deploy);
  expect(last.map(({ key }) => key)).toEqual(["108", "104"]);
  expect(rows().every((row, at) => row === last[at])).toBe(true);
  await listed();
  openAgain(deploy);
  expect(rows()).toEqual(last);
  expect(asked()).toBe(before);
});

test("for a message that it cannot find, the server is not asked again", async () => {
  const { press, openAgain, listed, pages, bo, settles } = await start();
  const deploy = { ...rolling, terms: [term("topic", "deploy")] };
  openAgain(deploy);
  await listed();
  press("g", "i");
  await bo.say({ streamId: streams.general, topic: "hello" }, "again");
  await settles();
  const before = pages();
  openAgain(deploy);
  expect(await listed()).toEqual(["108", "104"]);
  expect(pages()).toBe(before);
});

test("what came since is added above the selected row", async () => {
  const { press, openAgain, listed, bo, settles, rowKeys, row } = await start();
  openAgain(rolling);
  expect(await listed()).toEqual(["104"]);
  press("g", "i");
  await bo.say(inDeploy, "rolling again");
  await settles();
  openAgain(rolling);
  expect(rowKeys()).toEqual(["104"]);
  expect(await listed()).toEqual(["114", "104"]);
  expect(row()).toBe("104");
});

async function startOffline() {
  const world = await start();
  world.client.network.plug(false);
  await world.clock.pass("1 min");
  const [like] = values(world.store.getState().replica.messages);
  const older = { ...like, id: make.id(1), content: "rolling, long ago" };
  const store = () =>
    world.archive.write([{ kind: "messages", json: JSON.stringify([older]) }], true);
  return { ...world, storeOlder: store };
}

test("what another window has stored meanwhile is found when a view is opened again", async () => {
  const { storeOlder, press, openAgain, listed } = await startOffline();
  openAgain(rolling);
  expect(await listed()).toEqual(["104"]);
  press("g", "i");
  await storeOlder();
  openAgain(rolling);
  expect(await listed()).toEqual(["104", "1"]);
});

test("the same search, asked again while it is open, lists what the archive has", async () => {
  const { storeOlder, store, listed } = await startOffline();
  await storeOlder();
  searchAll({ store }, rolling);
  expect(await listed()).toEqual(["104", "1"]);
  searchAll({ store }, rolling);
  expect(await listed()).toEqual(["104", "1"]);
});

type World = Awaited<ReturnType<typeof start>>;

/** What others, and another client of the user, do: to the message with that index from the end, if to any. */
const deeds: readonly ((world: World, at: number) => Promise<unknown>)[] = [
  ({ bo }) => bo.say(inDeploy, "rolling on, https://a.example"),
  ({ cleo }) => cleo.say({ streamId: streams.general, topic: "hello" }, "@**Ana Ruiz** rolling?"),
  ({ bo }) => bo.say([people.ana], "psst, rolling"),
  ({ ana }) => ana.say({ streamId: streams.dev, topic: "noise" }, "mine"),
  (world, at) => world.cleo.patch(`/messages/${of(world, at)}`, { content: "rolling or not" }),
  (world, at) => world.cleo.patch(`/messages/${of(world, at)}`, { topic: "noise" }),
  (world, at) => world.cleo.delete(`/messages/${of(world, at)}`),
  (world, at) => world.bo.post(`/messages/${of(world, at)}/reactions`, { emoji_name: "tada" }),
  (world, at) => world.bo.delete(`/messages/${of(world, at)}/reactions`, { emoji_name: "tada" }),
  (world, at) => flag(world, at, "starred", "add"),
  (world, at) => flag(world, at, "starred", "remove"),
  (world, at) => flag(world, at, "read", "add"),
  (world, at) => flag(world, at, "read", "remove"),
  ({ ana }, at) => policy(ana, at % 4),
  ({ ana }, at) =>
    ana.post("/users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: streams.dev, property: "is_muted", value: at % 2 === 0 }],
    }),
  ({ cleo }, at) => cleo.patch(`/streams/${streams.general}`, { is_private: at % 2 === 0 }),
  ({ ana }) => ana.delete("/users/me/subscriptions", { subscriptions: ["general"] }),
  ({ ana }) => ana.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }] }),
  (world) => world.client.network.plug(false) as unknown as Promise<void>,
  (world) => world.client.network.plug(true) as unknown as Promise<void>,
];

function of({ control }: World, at: number): number {
  const ids = [...control.server.state.messages.byId.keys()];
  return ids.at(-1 - (at % ids.length)) ?? 0;
}

function flag(world: World, at: number, name: string, op: string) {
  return world.ana.post("/messages/flags", { messages: [of(world, at)], flag: name, op });
}

function policy(ana: World["ana"], visibility: number) {
  const topic = { stream_id: streams.dev, topic: "deploy" };
  return ana.post("/user_topics", { ...topic, visibility_policy: visibility });
}

test(
  "a view that is opened again lists what a new search finds, whatever happened meanwhile",
  async () => {
    let kept = 0;
    const step = fc.record({
      /** Goes to this search, or to the inbox. */
      search: fc.integer({ min: 0, max: searches.length + 3 }),
      deed: fc.nat({ max: deeds.length - 1 }),
      at: fc.nat({ max: 15 }),
      waitMs: fc.constantFrom(0, 0, 50, 1_500, 4_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const world = await start();
        const { clock, press, openAgain, listed, store, asked } = world;
        for (const { search, deed, at, waitMs } of steps) {
          const next = searches[search];
          if (next === undefined) press("g", "i");
          else openAgain(next);
          if (waitMs > 50) await clock.pass(waitMs);
          // What is not possible then is refused.
          await Promise.resolve(deeds[deed]?.(world, at)).catch(() => {});
          await clock.pass(waitMs);
        }
        world.client.network.plug(true);
        await clock.pass("2 min");
        for (const search of searches) {
          press("g", "i");
          const before = asked();
          openAgain(search);
          const again = await listed();
          if (asked() === before) kept += 1;
          searchAll({ store }, search);
          expect(again, JSON.stringify(search.terms)).toEqual(await listed());
        }
      }),
      { numRuns: runs(0.2) },
    );
    expect(kept).toBeGreaterThan(0);
  },
  patientMs,
);
