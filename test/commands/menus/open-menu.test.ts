/** Menus at the keys: moving, choosing by key, and subjects that vanish while the menu is open. */
import { expect, test } from "vitest";
import { drop, newBatch } from "#base/table.ts";
import { openMenu } from "#commands/screen.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  readingScreen,
  storeOf,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noViewport } from "../../support/no-ports.ts";

const own = 2001 as MessageId;
const message = {
  by: you,
  to: { streamId: backend, topic: "deploy window" },
  at: "11:28",
  text: "mine",
};

function asked() {
  const store = storeOf(withMessages(acme(), [message], own), readingScreen(deployWindow, own));
  store.setState(({ screen }) => ({
    screen: {
      ...screen,
      dialog: { kind: "menu", about: { kind: "delete-message", messageId: own } },
    },
  }));
  const dialog = () => store.getState().screen.dialog;
  return {
    store,
    press: keyPresser(store),
    dialog,
    menu: () => menuIn(store),
    actions: () => [...store.getState().journal.intents.values()].map(({ action }) => action.kind),
  };
}

test.for([["j"], ["Down"], ["^N"], ["Tab"], ["Up"], ["Shift+Tab"]])(
  "%s selects the other of two items",
  ([stroke]) => {
    const { press, dialog, actions } = asked();
    press(stroke!);
    expect(dialog()).toMatchObject({ chosen: "d" });
    press("Enter");
    expect([dialog(), actions()]).toEqual([undefined, ["delete-message"]]);
  },
);

test("the key of an item takes it, also if the key moves in other menus", () => {
  const { press, dialog, actions } = asked();
  press("j", "k");
  expect([dialog(), actions()]).toEqual([undefined, []]);
});

test("a letter of no item does nothing, and a paste answers nothing", () => {
  const { press, dialog, actions } = asked();
  press("x", "2", "y");
  expect([dialog()?.kind, actions()]).toEqual(["menu", []]);
});

test("if the subject vanishes, the menu says so and offers nothing, and any key for taking closes it", () => {
  const { store, press, menu, dialog, actions } = asked();
  press("j");
  changeReplica(store, (replica) => ({
    ...replica,
    messages: drop(replica.messages, own, newBatch("test")),
  }));
  expect(menu()).toEqual({ title: "Gone", lines: ["This message was deleted."], items: [] });
  press("d");
  expect(dialog()?.kind).toBe("menu");
  press("Enter");
  expect([dialog(), actions()]).toEqual([undefined, []]);
});

test("what is no longer permitted is refused with the reason, and the menu stays open", () => {
  const { store, press, dialog, actions } = asked();
  changeReplica(store, (replica) => ({
    ...replica,
    organization: { ...replica.organization, settings: { delete_own_message_policy: 2 } },
  }));
  press("d");
  expect(store.getState().screen.toast?.text).toContain("may delete messages.");
  expect([dialog()?.kind, actions()]).toEqual(["menu", []]);
});

test("a key that was pressed before a question was shown answers it only with what does nothing", () => {
  const { store, dialog, actions } = asked();
  const closed = { ...store.getState(), screen: { ...store.getState().screen, dialog: undefined } };
  let drawn = closed;
  const press = keyPresser(store, { ...noViewport, drawn: () => drawn });
  press("d");
  expect([dialog()?.kind, actions()]).toEqual(["menu", []]);
  expect(store.getState().screen.toast?.text).toBe(
    "That key was pressed before the question was shown.",
  );
  press("Down", "Enter");
  expect([dialog()?.kind, actions()]).toEqual(["menu", []]);
  press("k");
  expect(dialog()).toBeUndefined();
  press("D");
  drawn = store.getState() as never;
  press("d");
  expect([dialog(), actions()]).toEqual([undefined, ["delete-message"]]);
});

test("a key that was pressed before a menu was shown chooses from it, unless that cannot be undone", () => {
  const { store } = asked();
  const press = keyPresser(store, { ...noViewport, drawn: () => store.getState() });
  const links = ["https://a.example/", "https://b.example/"].map(
    (url) => ({ kind: "web", url, hiddenHost: "b.example" }) as const,
  );
  const state = store.getState();
  const ahead = keyPresser(store, { ...noViewport, drawn: () => state });
  openMenu(store, { kind: "links", messageId: own, links, isForViewing: false });
  ahead("2");
  expect(store.getState().screen.dialog).toMatchObject({ about: { kind: "disguised-link" } });
  ahead("o");
  expect(store.getState().screen.dialog?.kind).toBe("menu");
  press("k");
});
