/** Showing the code of a message in a pager. */
import { expect, onTestFinished, test } from "vitest";
import {
  acme,
  ana,
  backend,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

const topic = { kind: "topic", streamId: backend, topic: "code" } as const;

test.for([
  ["see\n```\none\n```\nand\n```py\ntwo\x1b[2J\n```", "one\n\ntwo�[2J\n"],
  ["no code\there", "no code here\n"],
] as const)(
  "| pages all code blocks of a message, or its text, without control characters",
  async ([text, paged]) => {
    const replica = withMessages(acme(), [{ by: ana, text, to: topic, at: "11:41" }], 2001);
    const ids = idsOf(replica, topic);
    const store = storeOf(withHistory(replica, topic, ids), readingScreen(topic, ids[0]));
    const screen = await showScreen(store, { columns: 120, rows: 34 });
    onTestFinished(screen.ends);
    const pages: string[] = [];
    const page = async (shown: string) => {
      pages.push(shown);
      return "The pager exited with an error.";
    };
    keyPresser(store, screen.ui.viewport, { ...noDesktop, page })("|");
    await screen.settles();
    expect(pages.map((one) => one.replace("␛", "�"))).toEqual([paged]);
    expect(store.getState().screen.toast?.text).toBe("The pager exited with an error.");
  },
);
