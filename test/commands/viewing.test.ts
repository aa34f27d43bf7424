/** Opening images and files of messages outside. */
import { expect, onTestFinished, test } from "vitest";
import type { SharedFile, ShowResult } from "#commands/command.ts";
import {
  acme,
  ana,
  backend,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "../support/acme.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop } from "../support/no-ports.ts";
import { showScreen } from "../support/screen.tsx";

const topic = { kind: "topic", streamId: backend, topic: "files" } as const;
const cat = "[a cat](/user_uploads/2/ab/my%20cat.png)";

async function reading(text: string, shown: ShowResult = { kind: "opened" }) {
  const said = withMessages(acme(), [{ by: ana, text, to: topic, at: "11:41" }], 2001);
  const ids = idsOf(said, topic);
  const store = storeOf(withHistory(said, topic, ids), readingScreen(topic, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const files: SharedFile[] = [];
  const opened: string[] = [];
  const press = keyPresser(store, screen.ui.viewport, {
    ...noDesktop,
    open: async (url) => {
      opened.push(url);
      return true;
    },
    show: async (file) => {
      files.push(file);
      return shown;
    },
  });
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  return { screen, presses, files, opened, toast: () => store.getState().screen.toast?.text };
}

test("v shows the only file of a message, and the footer names the key", async () => {
  const { screen, presses, files, toast } = await reading(`see ${cat} and https://a.example/`);
  expect(screen.footer.shows("v view")).toBe(true);
  await presses("v");
  expect(files).toEqual([{ realmId: "2", path: "ab/my cat.png", name: "my cat.png" }]);
  expect(toast()).toBe("Opened my cat.png");
});

test("of several one is chosen by its digit; what lies elsewhere goes to the browser", async () => {
  const { screen, presses, files, opened } = await reading(`${cat} https://a.example/b.jpg?x=1`);
  await presses("v");
  expect(screen.whole.shows("View a file")).toBe(true);
  await presses("2");
  expect(opened).toEqual(["https://a.example/b.jpg?x=1"]);
  await presses("v", "1");
  expect(files).toHaveLength(1);
});

test("a file that a desktop might run is left to the browser", async () => {
  const { presses, files, opened } = await reading("[tool](/user_uploads/2/ab/tool.desktop)");
  await presses("v");
  expect(files).toEqual([]);
  expect(opened).toEqual(["https://acme.example/user_uploads/2/ab/tool.desktop"]);
});

test.for([
  [
    cat,
    { kind: "no desktop" },
    "No program here can open this file: https://acme.example/user_uploads/2",
  ],
  [cat, { kind: "failed", sentence: "It is gone." }, "my cat.png: It is gone."],
  ["https://a.example/", { kind: "opened" }, "There is no image or file in this message."],
] as const)("%s with %o says so", async ([text, shown, sentence]) => {
  const { screen, presses, toast } = await reading(text, shown);
  expect(screen.footer.shows("v view")).toBe(text === cat);
  await presses("v");
  expect(toast()).toContain(sentence);
});
