/** Texts above the message limit: the question, and what its answers are about. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { followMove } from "#store/following.ts";
import { changeReplica } from "#store/store.ts";
import { acme, backend, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";

function asked(text: string) {
  const store = storeOf(acme(), readingScreen(deployWindow));
  changeReplica(store, (replica) => {
    const subscribers = Array.from({ length: 40 }, (_, index) => index + 1);
    const stream = { ...get(replica.streams, backend), subscribers } as never;
    const streams = put(replica.streams, backend, stream, newBatch("test"));
    return { ...replica, streams, realm: { ...replica.realm, maxMessageLength: 20 } };
  });
  const press = keyPresser(store);
  press("r", ...text, "Enter");
  const sent = () =>
    [...store.getState().journal.intents.values()].map(({ action }) =>
      action.kind === "send" ? action.content : action.kind,
    );
  return { store, press, sent, menu: () => menuIn(store) };
}

test("the question about a long text for a crowd says how many people its parts notify", () => {
  const { press, menu, sent } = asked("@**all** one two three four ");
  expect(menu()).toMatchObject({
    title: "Too long for one message to #backend › deploy window",
    lines: [
      "to #backend › deploy window",
      expect.stringContaining("too long"),
      "It notifies 40 people.",
    ],
    items: [
      "k Keep editing",
      "s Send it as several messages",
      "f Upload it as a file, and link to it",
    ],
  });
  press("s");
  expect(sent()).toEqual(["@**all** one two thr", "ee four"]);
});

test("if the topic becomes another one while the question is open, nothing is sent", () => {
  const { store, press, menu, sent } = asked("one two three four five");
  const from = { streamId: backend, topic: "deploy window" };
  followMove(store, { from, to: { streamId: backend, topic: "rollback" } });
  expect(menu()).toMatchObject({ lines: ["The recipient has changed meanwhile."], items: [] });
  press("s", "f", "Enter");
  expect(sent()).toEqual([]);
});
