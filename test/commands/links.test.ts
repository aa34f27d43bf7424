/** Opening the links of the selected message, and copying parts of it. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { Desktop } from "#commands/command.ts";
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

const topic = { kind: "topic", streamId: backend, topic: "links" } as const;

async function reading(text: string, isHeadless = false) {
  const said = withMessages(acme(), [{ by: ana, text, to: topic, at: "11:41" }], 2001);
  const ids = idsOf(said, topic);
  const store = storeOf(withHistory(said, topic, ids), readingScreen(topic, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const opened: string[] = [];
  const copied: string[] = [];
  const desktop: Desktop = {
    ...noDesktop,
    open: async (url) => {
      if (!isHeadless) opened.push(url);
      return !isHeadless;
    },
    copy: async (copy) => {
      copied.push(copy);
      return ["the terminal"];
    },
  };
  const press = keyPresser(store, screen.ui.viewport, desktop);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  const toast = () => store.getState().screen.toast?.text;
  return { store, screen, presses, opened, copied, toast };
}

test("o opens the only link, and the footer names it", async () => {
  const { screen, presses, opened, toast } = await reading("see https://a.example/x");
  expect(screen.footer.shows("o link")).toBe(true);
  await presses("o");
  expect(opened).toEqual(["https://a.example/x"]);
  expect(toast()).toBe("Opened https://a.example/x");
});

test("without a link o says so, and the footer does not name it", async () => {
  const { screen, presses, toast } = await reading("nothing");
  expect(screen.footer.shows("o link")).toBe(false);
  await presses("o");
  expect(toast()).toBe("There is no link in this message.");
});

const several =
  "[a](https://a.example/1) https://b.example/ [a](https://a.example/1) #**backend>deploy window** /user_uploads/x";

test("of several links o offers each once, and a digit opens one", async () => {
  const { screen, presses, opened, store } = await reading(several);
  await presses("o");
  expect(screen.whole.shows("1 https://a.example/1")).toBe(true);
  expect(screen.whole.shows("3 #backend › deploy window")).toBe(true);
  await presses("7");
  expect(store.getState().screen.dialog?.kind).toBe("links");
  await presses("2");
  expect(opened).toEqual(["https://b.example/"]);
  expect(store.getState().screen.dialog).toBeUndefined();
});

test("a link to a place of the realm opens inside weir", async () => {
  const { presses, opened, store } = await reading(several);
  await presses("o", "3");
  expect(opened).toEqual([]);
  expect(store.getState().screen.place).toMatchObject({
    narrow: { kind: "topic", streamId: backend, topic: "deploy window" },
  });
});

test("a link to a message opens its conversation there", async () => {
  const path = "/#narrow/stream/11-backend/topic/deploy.20window/near/1003";
  const { presses, store } = await reading(`see https://acme.example${path}`);
  await presses("o");
  const { place, readers } = store.getState().screen;
  expect(place).toMatchObject({ narrow: { topic: "deploy window" } });
  expect([...readers.values()].at(-1)).toMatchObject({ selected: 1003, jumpTarget: 1003 });
});

test("where nothing opens a URL it is copied and shown", async () => {
  const { presses, copied, toast } = await reading("see https://a.example/x", true);
  await presses("o");
  await vi.waitFor(() => expect(toast()).toBe("Copied https://a.example/x (the terminal)"));
  expect(copied).toEqual(["https://a.example/x"]);
});

test.for([
  ["y y", "run *this*:\n```sh\nls -l\n```", "the message"],
  [
    "y l",
    "https://acme.example/#narrow/stream/11-backend/topic/links/near/2001",
    "the link to the message",
  ],
  ["y c", "ls -l", "the code block"],
] as const)("%s copies and says what", async ([keys, text, what]) => {
  const { presses, copied, toast } = await reading("run *this*:\n```sh\nls -l\n```");
  await presses(...keys.split(" "));
  expect(copied).toEqual([text]);
  expect(toast()).toBe(`Copied ${what} (the terminal)`);
});

test("without a code block y c says so", async () => {
  const { presses, toast } = await reading("no code");
  await presses("y", "c");
  expect(toast()).toBe("There is no code block in this message.");
});
