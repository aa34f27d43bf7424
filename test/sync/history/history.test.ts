import { expect, test } from "vitest";
import { get, newBatch, put, values } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { emptyReplica } from "#model/replica.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { edges } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession, createStore } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { createIdleTracker } from "#sync/context.ts";
import { startEviction } from "#sync/history/history.ts";
import type { MessageId } from "#wire/ids.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { callerOf } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { before, deploy, hello, inDeploy, startSmall, withBo } from "../../support/small-client.ts";

/** Without the two pages at the start that determine the sections of conversations. */
const pages = (sent: readonly string[]) =>
  sent.filter((line) => line === "GET /messages").length - 2;

/** Deploy with `count` more messages, unread by Ana. */
async function startLong(count: number) {
  const small = await startSmall();
  const { client, clock, bo, control } = small;
  client.open({ kind: "mentions" });
  await clock.pass("5 s");
  client.network.plug(false);
  for (let at = 0; at < count; at += 1) await bo.say(inDeploy, `line ${at}`);
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  return small;
}

test("a conversation is fetched once, however often it is opened", async () => {
  const { client, clock } = await startSmall();
  expect(pages(client.network.sent)).toBe(1);
  client.open({ kind: "mentions" });
  await clock.pass("1 s");
  client.open(deploy);
  await clock.pass("1 s");
  expect(pages(client.network.sent)).toBe(2);
});

test("a long conversation is fetched around its first unread message, and further as the screen requests", async () => {
  const { client, clock, store, rows } = await startLong(300);
  client.open(deploy);
  await clock.pass("5 s");
  expect(rows().slice(0, 3)).toEqual([...before, "line 0"]);
  expect(rows().length).toBeLessThan(200);
  const known = rows().length;
  changeScreen(store, (screen) => ({
    ...screen,
    wants: {
      here: [
        { narrow: deploy, side: "newer" },
        { narrow: deploy, side: "newer" },
      ],
    },
  }));
  await clock.pass("1 s");
  expect(rows().length).toBe(known + 100);
  expect(store.getState().screen.wants.here).toEqual([]);
  expect(new Set(rows()).size).toBe(rows().length);
});

test("a failed page is requested again, and the reason is shown in the meantime", async () => {
  const { client, clock, store, control } = await startSmall();
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 2 });
  const narrow = { kind: "starred" } as const;
  client.open(narrow);
  await clock.pass(100);
  expect(store.getState().session.loadFailures.get(narrowKey(narrow))).toContain("502");
  await clock.pass("10 s");
  const { session, replica } = store.getState();
  expect(session.loadFailures.size).toBe(0);
  expect(session.loading.size).toBe(0);
  expect(replica.histories.get(narrowKey(narrow))?.ids).toEqual([101]);
});

test("a refused narrow shows its failure and is not requested again", async () => {
  const { client, clock, store } = await startSmall();
  const narrow = { kind: "stream", streamId: 999 as never } as const;
  client.open(narrow);
  await clock.pass("10 s");
  expect(store.getState().session.loadFailures.has(narrowKey(narrow))).toBe(true);
  expect(pages(client.network.sent)).toBe(2);
});

test("after a lost queue the open narrow is fetched again around the selected message", async () => {
  const { client, clock, store, bo, control, rows } = await startSmall();
  await bo.say(inDeploy, "first draft");
  await clock.pass("1 s");
  const id = store.getState().replica.newestMessage;
  client.network.plug(false);
  await bo.patch(`/messages/${id}`, { content: "second draft" });
  await bo.say(inDeploy, "and more");
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "second draft", "and more"]);
});

test("messages moved from a stream without a subscription are fetched once a notice tells of them", async () => {
  const { client, clock, cleo, rows } = await startSmall({ who: "don" });
  client.open(hello);
  await clock.pass("1 s");
  const known = client.rows(hello);
  expect([known.length, rows()]).toEqual([3, before]);
  const to = { stream_id: streams.general, topic: "hello", propagate_mode: "change_all" };
  await cleo.patch("/messages/104", to);
  await clock.pass("1 s");
  expect(client.rows(hello)).toEqual([...known, ...before, expect.stringContaining("moved here")]);
  expect(rows()).toEqual([]);
});

test("what was sent to a stream before the user joined it is fetched, whether its topic is open or not", async () => {
  for (const isOpen of [true, false]) {
    const { client, clock, bo, rows, realm } = await startSmall({ who: "don" });
    if (!isOpen) client.open({ kind: "mentions" });
    await bo.say(inDeploy, "early");
    await clock.pass("1 s");
    const subscriptions = [{ name: "dev" }];
    await callerOf(realm, people.don).post("/users/me/subscriptions", { subscriptions });
    await bo.say(inDeploy, "late");
    await clock.pass("1 s");
    client.open(deploy);
    await clock.pass("1 s");
    expect(rows()).toEqual([...before, "early", "late"]);
  }
});

test("what is sent to a stream without a subscription is fetched at the next visit", async () => {
  const { client, clock, bo, rows } = await startSmall({ who: "don" });
  await clock.pass("1 s");
  expect(rows()).toEqual(before);
  for (const word of ["early", "late"]) {
    client.open({ kind: "mentions" });
    await bo.say(inDeploy, word);
    await clock.pass("1 s");
    client.open(deploy);
    await clock.pass("1 s");
  }
  expect(rows()).toEqual([...before, "early", "late"]);
  const known = pages(client.network.sent);
  await clock.pass("1 min");
  expect(pages(client.network.sent)).toBe(known);
});

test("the next conversation is prefetched", async () => {
  const small = await startSmall(
    {},
    { prefetchTarget: () => ({ narrow: { kind: "directs" }, isNext: true }) },
  );
  const { client, store, clock } = small;
  await clock.pass("5 s");
  expect(store.getState().replica.histories.get(narrowKey({ kind: "directs" }))?.ids).toEqual([
    110, 111, 112, 113,
  ]);
  expect(pages(client.network.sent)).toBe(2);
});

/** Sets the jump target of the reader of Deploy, as the jump commands do. */
function jumpIn(store: Store, jumpTarget: number) {
  const reader = { selected: undefined, top: undefined, newFrom: undefined };
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map([[narrowKey(deploy), { ...reader, jumpTarget: jumpTarget as MessageId }]]),
  }));
}

test("jumping to an unfetched message fetches it with its neighbours, and so does jumping to either end", async () => {
  const { client, clock, store, rows } = await startLong(500);
  client.open(deploy);
  await clock.pass("5 s");
  const idOf = (content: string) =>
    [...values(store.getState().view.messages)].find((one) => one.content === content)?.id ?? 0;
  const first = idOf("line 0");
  const jumpTarget = () => store.getState().screen.readers.get(narrowKey(deploy))?.jumpTarget;
  expect(rows()).not.toContain("line 350");
  jumpIn(store, first + 350);
  await clock.pass("1 s");
  expect(rows()).toContain("line 350");
  expect(rows()).not.toContain("line 0");
  jumpIn(store, edges.last);
  await clock.pass("1 s");
  expect(rows().at(-1)).toBe("line 499");
  expect(jumpTarget()).toBeUndefined();
  jumpIn(store, edges.first);
  await clock.pass("1 s");
  expect(rows()[0]).toBe(before[0]);
  const requested = pages(client.network.sent);
  jumpIn(store, first);
  await clock.pass("1 s");
  expect(pages(client.network.sent)).toBe(requested);
});

test("a failed page is requested immediately once its failure is cleared", async () => {
  const { client, clock, store } = await startSmall();
  const narrow = { kind: "stream", streamId: 999 as never } as const;
  client.open(narrow);
  await clock.pass("1 s");
  const requested = pages(client.network.sent);
  changeSession(store, (session) => ({ ...session, loadFailures: new Map() }));
  await clock.pass(100);
  expect(pages(client.network.sent)).toBe(requested + 1);
});

test("a search stores the server's results and the words that it matched", async () => {
  const { client, clock, store } = await startSmall();
  const narrow = {
    kind: "search",
    text: "rolling",
    terms: [{ operator: "search", operand: "rolling" }],
  } as const;
  client.open(narrow);
  await clock.pass("1 s");
  const { replica, session } = store.getState();
  const key = narrowKey(narrow);
  const ids = replica.histories.get(key)?.ids ?? [];
  expect(ids.map((id) => get(replica.messages, id)?.content)).toEqual(["rolling"]);
  expect([...(session.matches.get(key)?.values() ?? [])]).toEqual([
    { content: ["rolling"], topic: [] },
  ]);
});

test("a refused search shows the server's message and is not repeated", async () => {
  const { client, clock, store } = await startSmall();
  const narrow = {
    kind: "search",
    text: "is:odd",
    terms: [{ operator: "is", operand: "odd" }],
  } as const;
  client.open(narrow);
  await clock.pass("2 min");
  expect(store.getState().session.loadFailures.get(narrowKey(narrow))).toContain("Invalid narrow");
  expect(pages(client.network.sent)).toBe(2);
});

const topicsOfDev = Array.from({ length: 60 }, (_, at) => ({ ...deploy, topic: `topic ${at}` }));

const ahead = (narrow: Narrow | undefined, isNext = false) => narrow && { narrow, isNext };

test("after a screenful, what may be read next goes to the archive alone, with pauses, and each once", async () => {
  const archive = memoryArchive();
  const targets = [...topicsOfDev, hello];
  const { client, clock, store } = await startSmall(
    {},
    {
      archive,
      prefetchTarget: (_, wasFetched) => ahead(targets.find((narrow) => !wasFetched(narrow))),
    },
  );
  expect(pages(client.network.sent)).toBeGreaterThan(16);
  expect(pages(client.network.sent)).toBeLessThan(60);
  await clock.pass("1 min");
  expect(pages(client.network.sent)).toBe(62);
  expect(store.getState().replica.histories.size).toBe(16);
  const page = await archive.page({ narrow: hello, anchor: "newest", before: 9, after: 0 });
  expect(page).toMatchObject({ holes: [], oldestKnown: true, newestKnown: true });
  expect(page.messages.length).toBe(3);
  changeReplica(store, (replica) => ({ ...replica, histories: new Map() }));
  await clock.pass("1 min");
  // Only what is open.
  expect(pages(client.network.sent)).toBe(63);
});

test("while keys are pressed, only what comes next is fetched ahead, and looked for", async () => {
  let looksFar = 0;
  let lastKeyAt = 0;
  const { client, clock, store } = await startSmall(
    {},
    {
      archive: memoryArchive(),
      attention: { lastKeyAt: () => lastKeyAt, reportsFocus: () => false },
      prefetchTarget: (_, wasFetched, nextOnly) => {
        if (nextOnly) return undefined;
        looksFar += 1;
        return ahead(topicsOfDev.find((narrow) => !wasFetched(narrow)));
      },
    },
  );
  const before = { pages: pages(client.network.sent), looksFar };
  for (let at = 0; at < 20; at += 1) {
    const isAside = at % 2 === 0;
    lastKeyAt = clock.now();
    changeScreen(store, (screen) => ({
      ...screen,
      focus: isAside ? "sidebar" : "pane",
      lists: new Map(screen.lists),
    }));
    await clock.pass("500 ms");
  }
  expect(pages(client.network.sent) - before.pages).toBeLessThan(3);
  expect(looksFar - before.looksFar).toBeLessThan(3);
  await clock.pass("1 min");
  expect(pages(client.network.sent)).toBe(61);
});

test("what comes next is fetched at once, whatever was fetched before", async () => {
  let next = 0;
  const { client, clock, store } = await startSmall(
    {},
    {
      archive: memoryArchive(),
      prefetchTarget: ({ replica }) => {
        const narrow = topicsOfDev[next];
        const isKnown = narrow === undefined || replica.histories.has(narrowKey(narrow));
        return isKnown ? undefined : ahead(narrow, true);
      },
    },
  );
  for (next = 1; next < 40; next += 1) {
    changeScreen(store, (screen) => ({ ...screen, lists: new Map(screen.lists) }));
    await clock.pass("100 ms");
  }
  expect(pages(client.network.sent)).toBe(41);
  expect(store.getState().replica.histories.has(narrowKey(topicsOfDev[39]!))).toBe(true);
});

test("a conversation is not fetched ahead if the archive has what is unread there", async () => {
  const archive = memoryArchive();
  const targets = [...topicsOfDev, withBo];
  const { client, store, clock } = await startSmall(
    {},
    {
      archive,
      prefetchTarget: ({ screen }, wasFetched) =>
        screen.place.kind === "inbox"
          ? ahead(targets.find((narrow) => !wasFetched(narrow)))
          : undefined,
    },
  );
  const { replica } = store.getState();
  const [like] = values(replica.messages);
  const unread = unreadIdsOf(replica, conversationKey(withBo));
  archive.keep(
    narrowKey(withBo),
    unread.map((id) => ({ ...(like as Message), id })),
  );
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
  await clock.pass("1 min");
  expect(unread.length).toBeGreaterThan(0);
  expect(pages(client.network.sent)).toBe(1 + topicsOfDev.length);
});

test("opening a conversation does not wait for its prefetch", async () => {
  const topics = Array.from({ length: 300 }, (_, at) => ({ ...deploy, topic: `topic ${at}` }));
  const { client, store, clock } = await startSmall(
    {},
    {
      archive: memoryArchive(),
      prefetchTarget: ({ replica }) =>
        ahead(topics.find((narrow) => !replica.histories.has(narrowKey(narrow)))),
    },
  );
  // Until the rate limit of the background is reached.
  await clock.pass("40 s");
  const { histories } = store.getState().replica;
  const waiting = topics.find((narrow) => !histories.has(narrowKey(narrow)))!;
  const loading = () => [...store.getState().session.loading];
  expect(loading()).toEqual([]);
  client.open(waiting);
  expect(loading()).toEqual([narrowKey(waiting)]);
  await clock.pass("1 s");
  expect(store.getState().replica.histories.has(narrowKey(waiting))).toBe(true);
});

test("the oldest messages are evicted down to half the bound once it is exceeded", async () => {
  const clock = fakeClock();
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  const context = {
    store,
    clock,
    idle: createIdleTracker(clock),
  } as Partial<SyncContext> as SyncContext;
  startEviction(context, 100);
  const size = () => store.getState().replica.messages.size;
  changeReplica(store, (replica) => {
    const batch = newBatch("many");
    let { messages } = replica;
    for (let id = 1; id <= 150; id += 1)
      messages = put(messages, id as never, { id } as never, batch);
    return { ...replica, messages, newestMessage: 150 };
  });
  expect(size()).toBe(150);
  await clock.pass(1);
  expect(size()).toBe(50);
});
