/** Opening links, images and files of the selected message, and copying parts of it. */

import { expect, onTestFinished, test } from "vitest";
import type { Desktop, ShowResult } from "#commands/command.ts";
import type { SharedFile } from "#model/written-links.ts";
import { changeScreen } from "#store/store.ts";
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

const topic = { kind: "topic", streamId: backend, topic: "links" } as const;

const cat = "[a cat](/user_uploads/2/ab/my%20cat.png)";

async function reading(text: string, isHeadless = false) {
  const replica = withMessages(acme(), [{ by: ana, text, to: topic, at: "11:41" }], 2001);
  const ids = idsOf(replica, topic);
  const store = storeOf(withHistory(replica, topic, ids), readingScreen(topic, ids[0]));
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

test("without a link the footer does not name o, and pressing it shows a toast", async () => {
  const { screen, presses, toast } = await reading("nothing");
  expect(screen.footer.shows("o link")).toBe(false);
  await presses("o");
  expect(toast()).toBe("There is no link in this message.");
});

const several =
  "[a](https://a.example/1) https://b.example/ [a](https://a.example/1) #**backend>deploy window** /user_uploads/x";

test("with several links o lists each once, and a digit opens one", async () => {
  const { screen, presses, opened, store } = await reading(several);
  await presses("o");
  expect(screen.whole.shows("1 a a.example")).toBe(true);
  expect(screen.whole.shows("2 b.example/")).toBe(true);
  expect(screen.whole.shows("3 #backend › deploy window")).toBe(true);
  await presses("7");
  expect(store.getState().screen.dialog).toMatchObject({ about: { kind: "links" } });
  await presses("2");
  expect(opened).toEqual(["https://b.example/"]);
  expect(store.getState().screen.dialog).toBeUndefined();
});

test.for([
  ["see http://localhost@evil.example/x", "http://localhost@evil.example/x", "evil.example"],
  ["see [bank.example](https://evil.example/x)", "https://evil.example/x", "evil.example"],
  ["see https://b\u0430nk.example/", "https://b\u0430nk.example/", "xn--bnk-6cd.example"],
  ["[ana@a.example](mailto:eve@evil.example)", "mailto:eve@evil.example", "eve@evil.example"],
] as const)(
  "before o opens the link in %s, it asks, and shows where it leads",
  async ([text, url, host]) => {
    const { screen, presses, opened, store } = await reading(text);
    await presses("o");
    expect(opened).toEqual([]);
    expect(screen.whole.shows(`It leads to ${host}.`)).toBe(true);
    await presses("Enter");
    expect([opened, store.getState().screen.dialog]).toEqual([[], undefined]);
    await presses("o");
    await presses("o");
    expect(opened).toEqual([url]);
  },
);

test("a disguised link among others, or one to a file, is asked about too", async () => {
  const { presses, opened, store } = await reading(
    "https://a.example/ [cat.example](https://evil.example/cat.png)",
  );
  for (const keys of [["o", "2"], ["v"]]) {
    await presses(...keys);
    expect(store.getState().screen.dialog).toMatchObject({
      about: { kind: "disguised-link", host: "evil.example" },
    });
    await presses("Esc");
  }
  expect(opened).toEqual([]);
});

test("a file that the message calls by its name is listed by that alone", async () => {
  const { screen, presses } = await reading(`${cat} [a.pdf](/user_uploads/2/b/a.pdf)`);
  await presses("v");
  expect(screen.whole.lines().join("\n")).toMatch(/2 {2}a\.pdf +│/);
});

test("a link to a topic opens in weir", async () => {
  const { presses, opened, store } = await reading(several);
  await presses("o", "3");
  expect(opened).toEqual([]);
  expect(store.getState().screen.place).toMatchObject({
    narrow: { kind: "topic", streamId: backend, topic: "deploy window" },
  });
});

test("a link to a message opens its conversation at that message", async () => {
  const path = "/#narrow/stream/11-backend/topic/deploy.20window/near/1003";
  const { presses, store } = await reading(`see https://acme.example${path}`);
  await presses("o");
  const { place, readers } = store.getState().screen;
  expect(place).toMatchObject({ narrow: { topic: "deploy window" } });
  expect([...readers.values()].at(-1)).toMatchObject({ selected: 1003, jumpTarget: 1003 });
});

test("without a browser the URL is copied and shown in the toast", async () => {
  const { presses, copied, toast } = await reading("see https://a.example/x", true);
  await presses("o");
  await expect.poll(toast).toBe("Copied (the terminal): nothing here opens https://a.example/x");
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
] as const)("%s copies, and the toast says what", async ([keys, text, what]) => {
  const { presses, copied, toast } = await reading("run *this*:\n```sh\nls -l\n```");
  await presses(...keys.split(" "));
  expect(copied).toEqual([text]);
  expect(toast()).toBe(`Copied ${what} (the terminal)`);
});

test("without a code block y c shows a toast", async () => {
  const { presses, toast } = await reading("no code");
  await presses("y", "c");
  expect(toast()).toBe("There is no code block in this message.");
});

async function viewing(
  text: string,
  shown: ShowResult = { kind: "opened" },
  pictures?: { previews: boolean },
) {
  const replica = withMessages(acme(), [{ by: ana, text, to: topic, at: "11:41" }], 2001);
  const ids = idsOf(replica, topic);
  const store = storeOf(withHistory(replica, topic, ids), readingScreen(topic, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const files: SharedFile[] = [];
  const opened: string[] = [];
  const taken = new Set<string>();
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
    read: async () => ({ kind: "known", value: "09:14 the heron is back\n" }),
    save: async (_, path) => {
      if (taken.has(path)) return { kind: "exists", sentence: `${path} exists already.` };
      taken.add(path);
      return { kind: "saved", path: path.replace("~", "/home/ana") };
    },
  });
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  changeScreen(store, (now) => ({ ...now, preferences: pictures ? { pictures } : {} }));
  return {
    screen,
    store,
    presses,
    files,
    opened,
    toast: () => store.getState().screen.toast?.text,
  };
}

test("where the screen shows pictures, v shows one on it, and another v opens the other program", async () => {
  const drawn = { previews: false };
  const { screen, store, presses, files } = await viewing(`see ${cat}`, undefined, drawn);
  await presses("v");
  expect(screen.whole.shows("my cat.png")).toBe(true);
  expect(screen.whole.shows("loading")).toBe(true);
  expect(files).toEqual([]);
  await presses("v");
  expect(files).toEqual([{ realmId: "2", path: "ab/my cat.png", name: "my cat.png" }]);
  expect(store.getState().screen.dialog).toBeUndefined();
});

test("for what is not shown on the screen, v offers another program, and to save it", async () => {
  const { store, screen, presses, files } = await viewing(
    "[a](/user_uploads/2/b/a.pdf)",
    undefined,
    {
      previews: false,
    },
  );
  await presses("v");
  expect(screen.whole.shows("a.pdf of Ana Ruiz's")).toBe(true);
  expect(files).toEqual([]);
  await presses("v");
  expect(files).toHaveLength(1);
  expect(store.getState().screen.dialog).toBeUndefined();
});

test.each([cat, "[a](/user_uploads/2/b/a.pdf)", "[a](/user_uploads/2/b/a.log)"])(
  "v s saves %s, says where, and nothing is overwritten",
  async (link) => {
    const { screen, store, presses, toast } = await viewing(link, undefined, { previews: false });
    const name = /[^/]+(?=\)$)/.exec(link)?.[0].replace("%20", " ");
    await presses("v", "s");
    await expect.poll(() => store.getState().screen.dialog).toMatchObject({ kind: "save-file" });
    await screen.settles();
    expect(screen.whole.shows(`Save ${name} as`)).toBe(true);
    expect(screen.whole.shows(`~/${name}`)).toBe(true);
    await presses("Enter");
    await expect.poll(toast).toBe(`Saved ${name}: /home/ana/${name}`);
    await presses("v", "s");
    await expect.poll(() => store.getState().screen.dialog).toMatchObject({ kind: "save-file" });
    await presses("Enter");
    await expect.poll(toast).toBe(`${name} was not saved: ~/${name} exists already.`);
    expect(store.getState().screen.dialog).toMatchObject({ kind: "save-file" });
  },
);

test("v shows a text on the screen", async () => {
  const { screen, presses, files } = await viewing("[log](/user_uploads/2/b/heron.log)");
  await presses("v");
  await expect.poll(() => screen.whole.shows("09:14 the heron is back")).toBe(true);
  expect(screen.whole.shows("heron.log")).toBe(true);
  await presses("v");
  expect(files).toMatchObject([{ name: "heron.log" }]);
});

test("v v opens the only file of a message, and the footer names the key", async () => {
  const { screen, presses, files, toast } = await viewing(`see ${cat} and https://a.example/`);
  expect(screen.footer.shows("v view")).toBe(true);
  await presses("v", "v");
  expect(files).toEqual([{ realmId: "2", path: "ab/my cat.png", name: "my cat.png" }]);
  expect(toast()).toBe("Opened my cat.png");
});

test("with several files a digit selects one, and one from another site opens in the browser", async () => {
  const { screen, presses, files, opened } = await viewing(`${cat} https://a.example/b.jpg?x=1`);
  await presses("v");
  expect(screen.whole.shows("View a file")).toBe(true);
  expect(screen.whole.shows("1 a cat my cat.png")).toBe(true);
  await presses("2");
  expect(opened).toEqual(["https://a.example/b.jpg?x=1"]);
  await presses("v", "1", "v");
  expect(files).toHaveLength(1);
});

test("a file that a desktop might execute opens in the browser", async () => {
  const { presses, files, opened } = await viewing("[tool](/user_uploads/2/ab/tool.desktop)");
  await presses("v", "v");
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
] as const)("v on %s with the result %o shows a toast", async ([text, shown, sentence]) => {
  const { screen, presses, toast } = await viewing(text, shown);
  expect(screen.footer.shows("v view")).toBe(text === cat);
  await presses(...(text === cat ? ["v", "v"] : ["v"]));
  expect(toast()).toContain(sentence);
});
