/** The questions before a text is sent: what is confirmed is what is sent, or nothing is. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { composerEditor } from "#store/composer.ts";
import { followMove } from "#store/following.ts";
import { changeReplica } from "#store/store.ts";
import { acme, backend, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";

const to = { streamId: backend, topic: "deploy window" };

/** A text that mentions everybody of a stream with this many subscribers. */
function writing(count = 40) {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const press = keyPresser(store);
  const subscribe = (more: number) =>
    changeReplica(store, (replica) => {
      const subscribers = Array.from({ length: more }, (_, index) => index + 1);
      const stream = { ...get(replica.streams, backend), subscribers } as never;
      return { ...replica, streams: put(replica.streams, backend, stream, newBatch("test")) };
    });
  subscribe(count);
  press("r", ..."@**all** go ");
  return {
    store,
    press,
    subscribe,
    menu: () => menuIn(store),
    text: () => composerEditor(store.getState().screen).text,
    sent: () => [...store.getState().journal.intents.values()].map(({ action }) => action),
  };
}

test("sending to a crowd asks with its number, and Enter keeps the text", () => {
  const { press, menu, text, sent } = writing();
  press("Enter");
  expect(menu()).toEqual({
    title: "Notify 40 people in #backend › deploy window?",
    lines: ["@**all** go "],
    items: ["k Keep editing", "s Send it"],
  });
  press("Enter");
  expect([menu(), text(), sent()]).toEqual([undefined, "@**all** go ", []]);
  press("Enter", "s");
  expect(sent()).toMatchObject([{ kind: "send", address: deployWindow, content: "@**all** go " }]);
  expect(text()).toBe("");
});

test("^S twice sends, and goes on as ^S does", () => {
  const { store, press, menu, sent } = writing();
  press("^S");
  expect(menu()?.items).toEqual(["k Keep editing", "^S Send it"]);
  press("^S");
  expect(sent()).toMatchObject([{ kind: "send" }, { kind: "read" }]);
  expect(store.getState().screen.focus).toBe("pane");
});

test("one confirmation is for one message", () => {
  const { press, menu, sent } = writing();
  press("Enter", "s", "r", ..."@**all** stop ", "Enter");
  expect(menu()?.lines).toContain("@**all** stop ");
  expect(sent()).toHaveLength(1);
});

test("the question shows the number of people now, which is what is confirmed", () => {
  const { press, subscribe, menu, sent } = writing();
  press("Enter");
  subscribe(90);
  expect(menu()?.title).toBe("Notify 90 people in #backend › deploy window?");
  press("s");
  expect(sent()).toHaveLength(1);
});

test("if the topic becomes another one while the question is open, nothing is sent to either", () => {
  const { store, press, menu, sent } = writing();
  press("Enter");
  followMove(store, { from: to, to: { streamId: backend, topic: "rollback" } });
  expect(menu()).toEqual({
    title: "Gone",
    lines: ["The recipient has changed meanwhile."],
    items: [],
  });
  press("s", "Enter");
  expect(sent()).toEqual([]);
  press("Enter");
  expect(menu()?.title).toContain("#backend › rollback");
});
