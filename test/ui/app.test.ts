import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import type { IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { ConnectionState, Progress } from "#store/session.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import {
  acme,
  deployWindow,
  emptyAcme,
  idsOf,
  now,
  readingScreen,
  storeOf,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { showScreen } from "../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);
const key = conversationKey(deployWindow as never);

test("redrawing restores a screen that another program wrote over", async () => {
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow, ids[3])));
  const before = screen.whole.lines();
  await screen.overwrite("\u001b[5;5Hwall: the system goes down\r\n\r\n\u001b[20;1Hrubbish");
  expect(screen.whole.lines()).not.toEqual(before);
  screen.ui.repaint();
  await screen.settles();
  expect(screen.whole.lines()).toEqual(before);
  screen.ends();
});

test("the terminal cursor is after the text while the composer or a dialog has the focus, else on the selected row", async () => {
  const store = storeOf(replica, {
    ...readingScreen(deployWindow, ids[3]),
    composers: new Map([[key, { editor: editorOf("日本 ok") }]]),
  });
  const screen = await showScreen(store);
  const { x = 0, y = 0 } = screen.cursor() ?? {};
  expect(screen.cell(x, y).text).toBe("▌");
  changeScreen(store, (before) => ({ ...before, focus: "composer" }));
  await screen.settles();
  const { composer } = screen.ui.panes().geometry(store.getState());
  expect(screen.cursor()).toEqual({ x: (composer?.x ?? 0) + 3 + 7, y: (composer?.y ?? 0) + 2 });
  changeScreen(store, (before) => ({
    ...before,
    dialog: { kind: "help", input: inputOf(), chosen: 0 },
  }));
  await screen.settles();
  expect(screen.cursor()?.y).toBeLessThan(10);
  screen.ends();
});

test("the composer grows to a third of the screen, and scrolls a longer text to the line of the cursor", async () => {
  const text = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
  const store = storeOf(replica, {
    ...readingScreen(deployWindow, ids[3]),
    focus: "composer",
    composers: new Map([[key, { editor: editorOf(text) }]]),
  });
  const screen = await showScreen(store);
  expect(screen.composer.lines().length).toBe(8 + 2);
  expect(screen.composer.shows("line 19")).toBe(true);
  expect(screen.composer.shows("line 11")).toBe(false);
  changeScreen(store, (now) => ({
    ...now,
    composers: new Map([[key, { editor: { ...editorOf(text), cursor: 0 } }]]),
  }));
  await screen.settles();
  expect(screen.composer.shows("› line 0")).toBe(true);
  expect(screen.composer.shows("line 1 of 20")).toBe(true);
  const middle = text.indexOf("line 10");
  changeScreen(store, (now) => ({
    ...now,
    composers: new Map([[key, { editor: { ...editorOf(text), cursor: middle } }]]),
  }));
  await screen.settles();
  expect(screen.composer.shows("↑ line 6")).toBe(true);
  expect(screen.composer.shows("line 13")).toBe(true);
  screen.ends();
});

test("the cursor is after the last character typed into a dialog, even if the text is wider than the field", async () => {
  const family = "👨‍👩‍👧";
  const store = storeOf(replica, {
    dialog: { kind: "palette", input: inputOf(`${"long ".repeat(20)}日本${family}`), chosen: 0 },
  });
  const screen = await showScreen(store);
  const { x, y } = screen.cursor() ?? { x: 0, y: 0 };
  expect(screen.cell(x - 2, y).text).toBe(family);
  expect(screen.cell(x, y).text.trim()).toBe("");
  screen.ends();
});

test("a loading sign appears in the last cell of the title after 300 ms, and disappears with the answer", async () => {
  const clock = fakeClock();
  const store = storeOf(emptyAcme(), readingScreen(deployWindow));
  const screen = await showScreen(store, { clock });
  const sign = () => screen.cell(79, 1).text.trim();
  const load = (on: boolean) =>
    changeSession(store, (session) => ({
      ...session,
      loading: new Set(on ? [narrowKey(deployWindow)] : []),
    }));
  load(true);
  await clock.pass(299);
  await screen.settles();
  expect(sign()).toBe("");
  await clock.pass(1);
  await screen.until(() => sign() !== "");
  load(false);
  await screen.until(() => sign() === "");
  screen.ends();
});

test("the progress of a long action is shown above the keys, with a bar if its total is known", async () => {
  const store = storeOf(replica);
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  const [keys] = screen.footer.lines();
  const work = { intent: "one" as IntentId, title: "Marking as read", answers: 3, of: 12 };
  const show = (progress: readonly Progress[]) =>
    changeSession(store, (session) => ({ ...session, progress }));
  show([work]);
  await screen.until(() => screen.whole.shows("━━━━────────────"));
  expect(screen.footer.lines()[0]).toBe(keys);
  expect(screen.pane.lines().at(-1)).toMatch(/Marking as read {2}━━━━─{12} {2}3 of 12$/);
  show([{ ...work, answers: 12 }]);
  await screen.until(() => screen.whole.shows("━━━━━━━━━━━━━━━━ 12 of 12"));
  show([{ ...work, of: undefined }]);
  await screen.until(() => screen.whole.shows("Marking as read 4"));
  expect(screen.whole.shows("━")).toBe(false);
  show([]);
  await screen.until(() => !screen.whole.shows("Marking"));
  screen.ends();
});

test("on a narrow screen, progress does not displace the toast and its key", async () => {
  const store = storeOf(replica, {
    toast: { text: "Done 16 conversations (50)", tone: "done", undo: true },
  });
  const screen = await showScreen(store, { columns: 60, rows: 24 });
  const work = { intent: "one" as IntentId, title: "Marking as read", answers: 3, of: 12 };
  changeSession(store, (session) => ({ ...session, progress: [work] }));
  await screen.until(() => screen.whole.shows("3 of 12"));
  expect(screen.whole.shows("Done 16 conversations (50) · u undo")).toBe(true);
  screen.ends();
});

test("a key that is pasted with the Enter after it is submitted", async () => {
  const submitted: string[] = [];
  const store = storeOf(replica, {
    dialog: { kind: "sign-in", sentence: "The server refused the key." },
  });
  const screen = await showScreen(store, { signIn: (typed) => submitted.push(typed) });
  await screen.until(() => screen.whole.shows("paste it here"));
  screen.sendKeys("secret\r");
  await screen.until(() => submitted.length > 0);
  await screen.settles();
  expect(submitted).toEqual(["secret"]);
  screen.ends();
});

test("the browser is opened by a key of the dialog, which shows the address", async () => {
  let opened = 0;
  const address = "https://acme.example/in?mobile_flow_otp=ab";
  const ways = [plain("Google"), plain("SSO")].map((title) => ({ title, address }));
  const store = storeOf(replica, { dialog: { kind: "sign-in", sentence: "No.", ways } });
  const browse = () => {
    opened += 1;
  };
  const screen = await showScreen(store, { browse });
  await screen.until(() => screen.whole.shows("paste it here"));
  expect(screen.whole.shows(address)).toBe(true);
  expect(screen.whole.shows("With Google (next: SSO)")).toBe(true);
  expect(screen.whole.shows("^O open it")).toBe(true);
  screen.sendKeys("\x0f");
  await screen.until(() => opened > 0);
  screen.ends();
});

test("after a refused API key, the new one is not echoed while it is typed", async () => {
  const submitted: string[] = [];
  const store = storeOf(replica, {
    dialog: { kind: "sign-in", sentence: "The server refused the key." },
  });
  const screen = await showScreen(store, { signIn: (typed) => submitted.push(typed) });
  await screen.until(() => screen.whole.shows("Sign in again"));
  expect(screen.whole.shows("The server refused the key.")).toBe(true);
  screen.sendKeys("mistyped");
  await screen.until(() => screen.whole.shows("********"));
  screen.sendKeys("\x15");
  await screen.until(() => screen.whole.shows("paste it here"));
  screen.sendKeys("secret");
  await screen.until(() => screen.whole.shows("******"));
  expect(screen.written()).not.toContain("secret");
  screen.sendKeys("\r");
  await screen.until(() => submitted.length > 0);
  expect(submitted).toEqual(["secret"]);
  screen.ends();
});

test("the header shows the state of the connection in one line", async () => {
  const store = storeOf(replica);
  const screen = await showScreen(store);
  const headerFor = async (connection: ConnectionState) => {
    changeSession(store, (session) => ({ ...session, connection }));
    await screen.settles();
    return screen.header.lines();
  };
  const since = (now + 2 * 3600 + 21 * 60) * 1000;
  expect((await headerFor({ kind: "stale", since }))[0]).toMatch(/^ Acme · stale since 14:03 /);
  expect((await headerFor({ kind: "catching-up" }))[0]).toMatch(/^ Acme · catching up /);
  const silent = { kind: "catching-up", since: 1_772_000_000_000 } as const;
  expect((await headerFor(silent))[0]).toMatch(/^ Acme · catching up, as of \d\d?:\d\d /);
  expect((await headerFor({ kind: "offline", since }))[0]).toMatch(/^ Acme · offline /);
  expect((await headerFor({ kind: "signed-out", sentence: "" }))[0]).toMatch(
    /^ Acme · signed out /,
  );
  expect(await headerFor({ kind: "live" })).toHaveLength(1);
  screen.ends();
});

test("without colours the text is the same, and unread rows are bold", async () => {
  const coloured = await showScreen(storeOf(replica));
  const plain = await showScreen(storeOf(replica), { theme: "mono", depth: "none" });
  expect(plain.whole.lines()).toEqual(coloured.whole.lines());
  const row = plain.sidebar.lines().findIndex((line) => line.includes("flaky tests"));
  expect(plain.cell(5, row + 1)).toEqual({ ...plainCell, text: "f", bold: true });
  coloured.ends();
  plain.ends();
});

const plainCell = { bold: false, colour: undefined, background: undefined };
