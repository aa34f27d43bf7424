/** Quoting, mentioning, and replying privately by keys. */

import { expect, test } from "vitest";
import { composerEditor } from "#store/composer.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  bo,
  deployWindow,
  idsOf,
  mei,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";

const to = { streamId: backend, topic: "deploy window" };
const first = 2001 as MessageId;
const near = "https://acme.example/#narrow/stream/11-backend/topic/deploy.20window/near";

function reading(selected = first) {
  const messages = [
    { by: bo, to, at: "11:28", text: "rolling back:\n````\n```\n4.2\n```\n````\n" },
    { by: mei, to, at: "11:29", text: "+1" },
    { by: you, to, at: "11:30", text: "done" },
  ];
  const known = withMessages(acme(), messages, first);
  const replica = withHistory(known, deployWindow, idsOf(known, deployWindow));
  const store = storeOf(replica, readingScreen(deployWindow, selected));
  const screen = () => store.getState().screen;
  return {
    press: keyPresser(store),
    screen,
    editor: () => composerEditor(screen()),
    toast: () => screen().toast?.text,
  };
}

test("> quotes with a fence longer than those in the text, and puts the cursor below", () => {
  const { press, editor, screen } = reading();
  press(">", "y");
  expect(editor().text).toBe(
    `@_**Bo Lindqvist|3** [said](${near}/2001):\n` +
      "`````quote\nrolling back:\n````\n```\n4.2\n```\n````\n`````\ny",
  );
  expect([screen().focus, screen().composing.address]).toEqual(["composer", deployWindow]);
});

test("> with a count also quotes the following messages at the cursor", () => {
  const { press, editor } = reading((first + 1) as MessageId);
  press("r", "a", "Esc", "2", ">");
  expect(editor().text).toBe(
    `a\n@_**Mei Tanaka|4** [said](${near}/2002):\n\`\`\`quote\n+1\n\`\`\`\n` +
      `@_**You Yourself|1** [said](${near}/2003):\n\`\`\`quote\ndone\n\`\`\`\n`,
  );
});

test("@ mentions the sender at the cursor", () => {
  const { press, editor } = reading();
  press("r", "o", "k", "Esc", "@", "!");
  expect(editor().text).toBe("ok @**Bo Lindqvist**!");
});

test("R addresses the sender directly, and refuses on the user's own messages", () => {
  const theirs = reading();
  theirs.press("R");
  expect(theirs.screen()).toMatchObject({
    focus: "composer",
    composing: { address: { kind: "direct", userIds: [you, bo] } },
    place: { kind: "narrow", narrow: deployWindow },
  });
  const own = reading((first + 2) as MessageId);
  own.press("R");
  expect([own.screen().focus, own.toast()]).toEqual([
    "pane",
    "You wrote this message: x writes to somebody else, r replies.",
  ]);
});
