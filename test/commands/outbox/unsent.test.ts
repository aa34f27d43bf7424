/** Undoing a send: the message is held for the configured time, and undo returns it to the composer. */

import { expect, test } from "vitest";
import { openMenu } from "#commands/screen.ts";
import type { Phase } from "#journal/intent.ts";
import { leaving } from "#journal/phases.ts";
import { composerEditor } from "#store/composer.ts";
import { changeIntent, retire } from "#store/store.ts";
import {
  acme,
  deployWindow,
  journalOf,
  now,
  readingScreen,
  sending,
  storeOf,
} from "../../support/acme.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { startRealm } from "../../support/realm.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, elsewhere } from "../../support/small-client.ts";

function writing(undoSendSeconds: number) {
  const store = storeOf(acme(), {
    ...readingScreen(deployWindow),
    preferences: { undoSendSeconds },
  });
  const press = keyPresser(store);
  const state = () => store.getState();
  press("r", "h", "i", "Enter");
  return {
    store,
    press,
    state,
    text: () => composerEditor(state().screen).text,
    toast: () => state().screen.toast?.text,
    intents: () => [...state().journal.intents.values()],
  };
}

test("u while a send is held returns the text to the composer, and redo does not send it", async () => {
  const { store, press, state, text, toast, intents } = writing(10);
  expect(intents()).toMatchObject([{ phase: "waiting", heldUntil: (now + 10) * 1000 }]);
  expect(toast()).toBe("Sends in 10 s: u cancels it.");
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.pane.shows("⇡ waits until 11:42:10, undo cancels it")).toBe(true);
  screen.ends();
  press("u");
  expect([intents(), text(), state().screen.focus]).toEqual([[], "hi", "composer"]);
  press("!", "Esc", "^R");
  expect([intents(), text()]).toEqual([[], "hi!"]);
});

test("u does not undo a send that has left", () => {
  const { store, press, toast, intents } = writing(10);
  const [sent] = intents();
  changeIntent(store, sent!.id, leaving(0));
  press("u");
  expect(toast()).toBe("Nothing to undo.");
  expect(intents()).toHaveLength(1);
});

test("without the setting a send is not held and adds no undo step", () => {
  const { intents, state } = writing(0);
  expect(intents()[0]?.heldUntil).toBeUndefined();
  expect(state().journal.undo).toEqual([]);
});

test("an unconfirmed scheduled message opens the same dialog as an unconfirmed send", () => {
  const action = {
    kind: "schedule-add",
    address: deployWindow,
    content: "later",
    at: now,
  } as never;
  const intent = { ...sending(deployWindow, "later", { phase: "undecided" }), action };
  const store = storeOf(acme(), {}, { journal: journalOf(intent) });
  const press = keyPresser(store);
  press("g", "o", "Enter");
  expect(menuIn(store)?.title).toBe("This message may have arrived");
  press("e");
  expect(composerEditor(store.getState().screen).text).toBe("later");
  expect(store.getState().journal.intents.size).toBe(0);
});

test("E in the outbox returns a queued message to the composer", () => {
  const { press, text, state, intents } = writing(0);
  press("Esc", "g", "o", "E");
  expect([intents(), text(), state().screen.focus]).toEqual([[], "hi", "composer"]);
});

/**
 * A send whose first request the server processes only after the client has given up on it, to a stream without events
 * for the client; the question about it is open.
 */
async function askedTooEarly() {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  let isFirst = true;
  const late: typeof realm.fetch = async (request) => {
    const isSend = request.method === "POST" && request.url.endsWith("/messages");
    if (!isSend || !isFirst) return realm.fetch(request);
    isFirst = false;
    const copy = new Request(request.url, {
      method: "POST",
      headers: request.headers,
      body: await request.text(),
    });
    await clock.sleep(62_000);
    await realm.fetch(copy);
    return new Promise<Response>(() => {});
  };
  const client = startClient({ clock, realm: { ...realm, fetch: late }, name: "first" });
  const { store } = client;
  await clock.pass("5 s");
  client.open(elsewhere);
  await clock.pass("5 s");
  const id = client.send(elsewhere, "pay the invoice");
  const phase = () => store.getState().journal.intents.get(id)?.phase;
  const until = async (wanted: Phase) => {
    for (let seconds = 0; seconds < 300 && phase() !== wanted; seconds += 1)
      await clock.pass("1 s");
    expect(phase()).toBe(wanted);
  };
  await until("undecided");
  openMenu(store, { kind: "unsent", intent: id });
  return {
    store,
    until,
    press: keyPresser(store, noViewport, noDesktop, clock),
    sent: async () => {
      await clock.pass("30 s");
      const { body } = await as(people.bo).get("/messages", {
        anchor: "newest",
        num_before: 10,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: "channel", operand: streams.other }],
      });
      const messages = body["messages"] as readonly { readonly content: string }[];
      return messages.map(({ content }) => content).filter((text) => text === "pay the invoice");
    },
  };
}

test.for([["s"], ["Down", "Enter"], ["Enter"], ["e"], ["d"]])(
  "if a message is found on the server while its question is open, %s sends nothing",
  async (strokes) => {
    const { store, until, press, sent } = await askedTooEarly();
    expect(menuIn(store)).toMatchObject({
      title: "This message may have arrived",
      items: [
        "e Edit in the composer",
        "s Send again (may duplicate it)",
        "d It arrived: discard this copy",
      ],
    });
    await until("answered");
    expect(menuIn(store)).toEqual({
      title: "This message has arrived",
      lines: ["pay the invoice"],
      items: [],
    });
    press(...strokes);
    expect(composerEditor(store.getState().screen).text).toBe("");
    expect(await sent()).toHaveLength(1);
  },
);

test("a question that was open when its message was retired says so", async () => {
  const { store, press, sent } = await askedTooEarly();
  const [id] = store.getState().journal.intents.keys();
  retire(store, [id!]);
  expect(menuIn(store)?.lines).toEqual(["It was sent or discarded meanwhile."]);
  press("s", "Enter");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(await sent()).toHaveLength(1);
});

test("a refused message is sent to the new name of its topic, if that was moved meanwhile", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  let isRefused = true;
  const refusing: typeof realm.fetch = async (request) =>
    isRefused && request.method === "POST" && request.url.endsWith("/messages")
      ? Response.json({ result: "error", msg: "Not now", code: "BAD_REQUEST" }, { status: 400 })
      : realm.fetch(request);
  const client = startClient({ clock, realm: { ...realm, fetch: refusing } });
  const { store } = client;
  await clock.pass("5 s");
  const id = client.send(deploy, "held up");
  await clock.pass("5 s");
  expect(store.getState().journal.intents.get(id)?.phase).toBe("failed");
  isRefused = false;
  const moved = { topic: "rollout", propagate_mode: "change_all" };
  await as(people.cleo).patch("/messages/108", moved);
  await clock.pass("5 s");
  openMenu(store, { kind: "unsent", intent: id });
  keyPresser(store, noViewport, noDesktop, clock)("s");
  await clock.pass("5 s");
  const { body } = await as(people.bo).get("/users/me/2/topics", {});
  expect(store.getState().journal.intents.size).toBe(0);
  const names = (body["topics"] as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names[0]).toBe("rollout");
  expect(names).not.toContain("deploy");
});
