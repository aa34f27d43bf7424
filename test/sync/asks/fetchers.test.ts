/** What is asked for: lists again, people, and the details of messages. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { drop, get, put } from "#base/table.ts";
import { openDialog } from "#commands/screen.ts";
import { directKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { askedSearch, askFor } from "#store/asks.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const bo = people.bo as UserId;
const dev = streams.dev as StreamId;

/** A client at a list that knows neither Bo nor the description of `dev`. */
async function startAt(list: "p" | "b") {
  const world = await startSmall();
  const known = world.store.getState().replica;
  changeReplica(world.store, (replica, batch): Replica => {
    const stream = get(replica.streams, dev)!;
    return {
      ...replica,
      people: drop(replica.people, bo, batch),
      streams: put(replica.streams, dev, { ...stream, description: "old" }, batch),
    };
  });
  world.press("g", list);
  return { ...world, known, now: () => world.store.getState().replica };
}

test("^L in the list of people fetches all users, and unchanged ones keep their identity", async () => {
  const { press, settles, known, now, sent } = await startAt("p");
  const cleo = people.cleo as UserId;
  press("^L");
  await settles();
  expect(sent(/^GET .*\/users$/)).toBe(1);
  expect(get(now().people, bo)).toEqual(get(known.people, bo));
  expect(get(now().people, cleo)).toBe(get(known.people, cleo));
});

test("^L in the list of streams fetches descriptions and keeps subscriptions", async () => {
  const { press, settles, known, now, sent } = await startAt("b");
  press("^L");
  await settles();
  expect(sent(/^GET .*\/streams$/)).toBe(1);
  const { subscription, description } = get(known.streams, dev)!;
  expect(get(now().streams, dev)).toMatchObject({ subscription, description });
});

test("what the list of another account searches for is fetched, and no place is left", async () => {
  const { store, settles } = await startAt("p");
  const search = {
    kind: "search",
    text: "x",
    terms: [{ operator: "search", operand: "x" }],
  } as const;
  askFor(store, { kind: "search", search });
  await settles();
  expect(store.getState().view.histories.get(narrowKey(search))?.newestKnown).toBe(true);
  expect(askedSearch(store.getState())).toBe(search);
  expect(store.getState().screen.place).toEqual({ kind: "people" });
});

test("an unknown email address is looked up, and the person's card opens", async () => {
  const { press, type, settles, dialog, now } = await startAt("p");
  press("/");
  type("bo@small.example");
  press("Enter");
  await settles();
  expect(dialog()).toMatchObject({ kind: "card", about: { kind: "person", id: bo } });
  expect(get(now().people, bo)?.name).toBe("Bo Lindt");
});

test("the server's message for an unknown user is shown", async () => {
  const { press, type, settles, toast } = await startAt("p");
  press("/");
  type("zoe@nowhere.example");
  press("Enter");
  await settles();
  expect(toast()).toBe("No such user");
});

test("opening a card fetches the person", async () => {
  const { press, goes, settles, sent } = await startAt("p");
  press("]");
  goes(`person:${people.cleo}`);
  press("Enter");
  await settles();
  expect(sent(new RegExp(`^GET .*/users/${people.cleo}$`))).toBe(1);
});

/** Ana's client with a group conversation that she has read elsewhere: the client knows its newest message alone. */
async function startWithGroup(texts: readonly string[]) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const [writer, remover] = [as(people.don), as(people.cleo)];
  const ids: MessageId[] = [];
  for (const text of texts)
    ids.push((await writer.say([people.ana, people.cleo], text)) as MessageId);
  await as(people.ana).post("/messages/flags", { messages: ids, op: "add", flag: "read" });
  const client = startClient({ clock, realm });
  await clock.pass("5 s");
  const group = directKey(sorted([people.ana, people.cleo, people.don] as UserId[]));
  return {
    ids,
    clock,
    writer,
    known: () => client.store.getState().replica.directs.get(group),
    deletes: (id: MessageId | undefined) => remover.delete(`/messages/${id}`),
  };
}

test("a conversation with people whose last message is deleted leaves the list", async () => {
  const { ids, clock, known, deletes } = await startWithGroup(["only one"]);
  expect(known()?.newest).toBe(ids[0]);
  await deletes(ids[0]);
  await clock.pass("5 s");
  expect(known()).toBeUndefined();
});

test("a conversation with people whose newest message is deleted has the one before it", async () => {
  const { ids, clock, known, deletes } = await startWithGroup(["first", "second", "third"]);
  await deletes(ids[2]);
  await clock.pass("5 s");
  expect(known()).toEqual({ userIds: [people.ana, people.cleo, people.don], newest: ids[1] });
});

test("two deletions in a row empty a conversation", async () => {
  const { ids, clock, known, deletes } = await startWithGroup(["first", "second"]);
  await deletes(ids[1]);
  await deletes(ids[0]);
  await clock.pass("5 s");
  expect(known()).toBeUndefined();
});

test("a message that arrives after the deletion keeps the conversation in the list", async () => {
  const { ids, clock, writer, known, deletes } = await startWithGroup(["only one"]);
  await deletes(ids[0]);
  const newest = await writer.say([people.ana, people.cleo], "another");
  await clock.pass("5 s");
  expect(known()).toEqual({ userIds: [people.ana, people.cleo, people.don], newest });
});

async function startWithEdited(level?: number) {
  const clock = fakeClock();
  const started = startRealm({ clock, ...(level === undefined ? {} : { level }) });
  const client = startClient({ clock, realm: started.realm });
  const bo = started.as(people.bo);
  await clock.pass("5 s");
  const id = (await bo.say({ streamId: streams.dev, topic: "edits" }, "before")) as MessageId;
  await bo.patch(`/messages/${id}`, { content: "after" });
  await clock.pass("5 s");
  const opens = async () => {
    openDialog(client.store, { kind: "info", about: { kind: "message", id }, chosen: 0 });
    await clock.pass("5 s");
  };
  const details = () => client.store.getState().session.messageDetails;
  const requestCount = () =>
    client.network.sent.filter((each) => /history|read_receipts/.test(each)).length;
  return { clock, started, client, opens, details, requestCount };
}

test("edits and readers are fetched when the information is opened", async () => {
  const { opens, details, requestCount } = await startWithEdited();
  expect(requestCount()).toBe(0);
  await opens();
  expect(details()?.versions).toMatchObject({
    kind: "known",
    value: [{ content: "before" }, { content: "after", editorId: people.bo }],
  });
  expect(details()?.readers).toMatchObject({ kind: "known" });
  expect(requestCount()).toBe(2);
});

test.each([
  ["moves", [{ content: "after" }]],
  ["none", undefined],
])("where the organization shows %s of the changes, no more is fetched", async (policy, shown) => {
  const { started, clock, client, opens, details } = await startWithEdited(since.shownEdits);
  started.realm.control.setRealm("message_edit_history_visibility_policy", policy);
  await clock.pass("5 s");
  await opens();
  const { versions } = details() ?? {};
  if (shown === undefined) expect(versions).toBeUndefined();
  else expect(versions).toMatchObject({ kind: "known", value: shown });
  const asked = client.network.sent.filter((each) => each.endsWith("/history"));
  expect(asked).toHaveLength(shown === undefined ? 0 : 1);
});

test("readers are not requested from a server that is too old", async () => {
  const { opens, details, requestCount } = await startWithEdited(136);
  await opens();
  expect(details()?.readers).toMatchObject({
    kind: "failed",
    sentence: expect.stringContaining("too old"),
  });
  expect(requestCount()).toBe(1);
});

test("without a network both show a failure", async () => {
  const { opens, details, client } = await startWithEdited();
  client.network.plug(false);
  await opens();
  expect(details()?.readers).toMatchObject({ kind: "failed" });
  expect(details()?.versions).toMatchObject({ kind: "failed" });
});
