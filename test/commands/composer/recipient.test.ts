/** Choosing recipients, and changing that of a draft. */

import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { recipientChoices, settled } from "#commands/writing/recipients.ts";
import { inputOf } from "#editor/input.ts";
import { conversationKey } from "#model/conversation.ts";
import { recipientOf, textOf } from "#store/composer.ts";
import { followMove } from "#store/following.ts";
import type { UserId } from "#wire/ids.ts";
import {
  acme,
  ana,
  backend,
  bo,
  deployWindow,
  idsOf,
  mei,
  readingScreen,
  storeOf,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";
import { tableFrom } from "../../support/table.ts";

const replica = acme();

test("names before the last comma are resolved; one that nobody has, or several, is told", () => {
  const person = get(replica.people, ana);
  if (person === undefined) throw new Error("Ana is gone.");
  const namesake = { ...person, id: 900 as UserId };
  const people = tableFrom([...[person, namesake].map((each) => [each.id, each] as const)]);
  const dialog = {
    kind: "recipient",
    want: "direct",
    input: inputOf("Ana Ruiz, Nobody, b"),
    chosen: 0,
  } as const;
  const settledIn = (view: typeof replica) => settled(view, dialog);
  expect(settledIn(replica)).toEqual({ userIds: [ana], rest: "b", unknown: "Nobody" });
  expect(settledIn({ ...replica, people })).toEqual({
    userIds: [],
    rest: "b",
    unknown: "Ana Ruiz",
  });
  const [first] = recipientChoices({ view: replica, others: [], open: undefined }, dialog);
  expect(first?.address).toEqual({ kind: "direct", userIds: [1, bo] });
});

test("people may be typed with the sign that is written before their names", () => {
  const input = inputOf("@Ana Ruiz, @b");
  const dialog = { kind: "recipient", want: "direct", input, chosen: 0 } as const;
  const [first] = recipientChoices({ view: replica, others: [], open: undefined }, dialog);
  expect(first?.address).toEqual({ kind: "direct", userIds: [1, bo] });
  expect(settled(replica, dialog)).toEqual({ userIds: [ana], rest: "@b" });
});

test("a thousand names are resolved with one pass over all people", () => {
  let passes = 0;
  const people = {
    ...replica.people,
    get chunks() {
      passes += 1;
      return replica.people.chunks;
    },
  };
  const input = inputOf("Ana Ruiz, ".repeat(1000));
  const dialog = { kind: "recipient", want: "direct", input, chosen: 0 } as const;
  expect(settled({ ...replica, people }, dialog).userIds).toHaveLength(1000);
  expect(passes).toBeLessThan(3);
});

const deploy = conversationKey(deployWindow as never);

function writing() {
  const store = storeOf(replica, { ...readingScreen(deployWindow), focus: "composer" });
  const press = keyPresser(store);
  const screen = () => store.getState().screen;
  return {
    store,
    press,
    screen,
    text: (key: string) => textOf(store.getState(), key),
    dialog: () => screen().dialog,
  };
}

test("^G r moves a draft to another topic, starting from the current recipient", () => {
  const { press, screen, text, dialog } = writing();
  press("h", "i", "^G", "r");
  expect(dialog()).toMatchObject({ input: { text: "backend > deploy window" } });
  press("^W", "^W", ..."flaky", "Enter");
  expect(screen()).toMatchObject({
    dialog: undefined,
    focus: "composer",
    composing: { address: { kind: "topic", streamId: backend, topic: "flaky tests" } },
    place: { kind: "narrow", narrow: deployWindow },
  });
  expect([text(deploy), text(conversationKey(screen().composing.address as never))]).toEqual([
    "",
    "hi",
  ]);
});

test("a draft whose topic is moved while its recipient is being chosen goes to that recipient", () => {
  const { store, press, screen, text } = writing();
  press("h", "i", "^G", "r", "^W", "^W", ..."flaky");
  const rollback = { streamId: backend, topic: "rollback" };
  followMove(store, { from: { streamId: backend, topic: "deploy window" }, to: rollback });
  press("Enter");
  expect([
    text(conversationKey({ kind: "topic", ...rollback })),
    text(conversationKey(screen().composing.address as never)),
  ]).toEqual(["", "hi"]);
});

test.each(["#backend > new", "# backend › new", "backend > new"])(
  "a recipient is accepted as the screen formats it: %j",
  (text) => {
    const dialog = { want: "stream", input: inputOf(text) } as const;
    expect(settled(replica, dialog)).toEqual({ streamId: backend, userIds: [], rest: "new" });
  },
);

test("^G again asks for people, who can be completed one after another", () => {
  const { press, screen, dialog } = writing();
  press("h", "i", "^G", "r", "^G", "m", "e", "i", "Tab", "a", "n", "a", "Tab");
  expect(dialog()).toMatchObject({ want: "direct", input: { text: "Mei Tanaka, Ana Ruiz, " } });
  press("Enter");
  expect(screen().composing.address).toEqual({ kind: "direct", userIds: [1, ana, mei] });
  press("^G", "r");
  expect(dialog()).toMatchObject({ want: "direct", input: { text: "Ana Ruiz, Mei Tanaka, " } });
});

test("names with commas and names with IDs are resolved", () => {
  const person = get(replica.people, ana);
  if (person === undefined) throw new Error("Ana is gone.");
  const names = new Map([
    [ana, "Ruiz, Ana"],
    [bo, "Bo"],
    [mei, "Bo"],
  ]);
  const people = tableFrom([...names].map(([id, name]) => [id, { ...person, id, name }] as const));
  const input = inputOf("Ruiz, Ana, Bo|4, Bo|3, ");
  expect(settled({ ...replica, people }, { want: "direct", input }).userIds).toEqual([
    ana,
    mei,
    bo,
  ]);
});

test("a text goes to nobody while one of the typed names is nobody's", () => {
  const store = storeOf(replica);
  const press = keyPresser(store);
  press("x", ..."Ana Ruiz, Bo Lind, ", "Enter");
  expect(recipientOf(store.getState())).toBeUndefined();
  expect(store.getState().screen.toast?.text).toBe("Not one person is called Bo Lind.");
  expect(store.getState().screen.dialog?.kind).toBe("recipient");
});

test.each([
  ["https://acme.example/#narrow/stream/11-backend/topic/deploy.20window/near/9", deployWindow],
  // Its message was moved from there.
  [
    `https://acme.example/#narrow/stream/11-backend/topic/deploy/near/${idsOf(replica, deployWindow)[0]}`,
    deployWindow,
  ],
  [
    "https://acme.example/#narrow/pm-with/user2@acme.example",
    { kind: "direct", userIds: [1, ana] },
  ],
  ["https://other.example/#narrow/stream/11-backend/topic/deploy.20window", undefined],
  ["https://acme.example/#narrow/stream/11-backend", undefined],
])("the link %s as a recipient is %j", (link, address) => {
  const store = storeOf(replica);
  keyPresser(store)("c", ...link, "Enter");
  expect(recipientOf(store.getState())).toEqual(address);
});

test("nobody can begin a text to who is deactivated, or to an archived stream; the palette opens both", async () => {
  const { press, type, dialog, toast, store, cleo, settles, clock } = await startSmall();
  await cleo.delete(`/streams/${streams.dev}`);
  await settles();
  const screen = await showScreen(store, { clock });
  for (const [key, name, sentence] of [
    ["c", "dev", "#dev is archived."],
    ["x", "eva", "Eva Gone is deactivated."],
  ] as const) {
    press(key);
    type(name);
    press("Enter");
    expect(toast()).toBe(sentence);
    expect(dialog()).toMatchObject({ kind: "recipient", input: { text: name } });
    press("Esc");
  }
  press("c");
  type("dev > deploy");
  await screen.settles();
  expect(screen.pane.shows("#dev is archived.")).toBe(true);
  press("Enter", "Esc");
  expect(recipientOf(store.getState())).toBeUndefined();
  for (const [name, narrow] of [
    ["dev", { kind: "stream", streamId: streams.dev }],
    ["eva", { kind: "direct", userIds: [people.ana, people.eva] }],
  ] as const) {
    press("^K");
    type(name);
    press("Enter");
    expect(store.getState().screen.place).toMatchObject({ narrow });
  }
});
