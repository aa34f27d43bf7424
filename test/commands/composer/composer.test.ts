import { expect, test } from "vitest";
import type { CommandContext } from "#commands/command.ts";
import { composer } from "#commands/composer/composer.ts";
import { editorOf } from "#editor/editor.ts";
import { apply } from "#model/apply.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import { textOf } from "#store/composer.ts";
import { changeReplica, changeScreen, createStore } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import * as make from "../../support/make.ts";
import { noDesktop, noFiles, noViewport } from "../../support/no-ports.ts";

const deploy = { kind: "topic", streamId: 2 as StreamId, topic: "deploy" } as const;

/** A composer containing `text`, at a server with these limits. */
function writing(text: string, limits: Partial<Replica["realm"]> = {}, address = deploy) {
  const key = conversationKey(address);
  const store = createStore({
    replica: { ...emptyReplica, realm: { ...emptyReplica.realm, ...limits } },
    screen: {
      ...emptyScreen,
      composing: { kind: "new", address },
      focus: "composer",
      composers: new Map([[key, { editor: editorOf(text) }]]),
    },
  });
  const nowhere = () => {};
  const context: CommandContext = {
    store,
    clock: fakeClock(),
    viewport: noViewport,
    desktop: noDesktop,
    files: noFiles,
    newId: () => "the only one",
    count: 1,
    keys: { commands: [], overrides: {} },
    openAccount: () => undefined,
    quit: nowhere,
    suspend: nowhere,
    repaint: nowhere,
    retry: nowhere,
    editExternally: nowhere,
  };
  return {
    store,
    run: (id: string) => composer.find((command) => command.id === id)?.run(context),
    text: () => textOf(store.getState(), key),
    sent: () => store.getState().journal.intents.size,
    toast: () => store.getState().screen.toast?.text,
  };
}

test.each([
  ["a null byte", "no\0thing", {}, deploy, /null byte/],
  ["a long topic", "short", { maxTopicLength: 3 }, deploy, /topic is 3 characters too long/],
])("%s is reported before sending, and the text stays", (_, text, limits, address, sentence) => {
  const { run, text: left, sent, toast } = writing(text, limits, address);
  run("composer.send");
  expect(toast()).toMatch(sentence);
  expect([left(), sent()]).toEqual([text, 0]);
});

test("Enter sends or inserts a line break by the server's setting, and follows its changes", () => {
  const { store, run, text, sent } = writing("hello");
  const set = (value: boolean) =>
    changeReplica(store, (replica, batch) =>
      apply(replica, make.event("user_settings", { property: "enter_sends", value }), batch, 0),
    );
  set(false);
  run("composer.send");
  expect([text(), sent()]).toEqual(["hello\n", 0]);
  set(true);
  run("composer.send");
  expect([text(), sent()]).toEqual(["", 1]);
});

test("the configuration takes precedence over the server's setting for Enter", () => {
  const { store, run, sent } = writing("hello");
  changeScreen(store, (screen) => ({ ...screen, preferences: { enterSends: false } }));
  run("composer.send");
  expect(sent()).toBe(0);
  run("composer.break");
  expect(sent()).toBe(1);
});
