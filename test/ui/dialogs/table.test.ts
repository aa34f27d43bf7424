/** What holds for every dialog: a new kind is tested by its row in `dialog-cases.ts`. */
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { startAsking } from "../../support/asking.ts";
import { dialogCases } from "../../support/dialog-cases.ts";
import { openAccount } from "../../support/live-accounts.ts";
import { showScreen } from "../../support/screen.tsx";

/** Dialogs with a word of their own for Enter: none says only that Enter selects. */
const vague = /\bEnter (?:select|take|choose|answer|ok)\b/;
/** Where Esc leads: out of the dialog, or back to what the answer keeps as it is. */
const wayOut = / {2}Esc (?:close|back|keep|later)\b/;

const questions =
  /^(?:archive|crowd|custom|deactivate|delete|disguised|done|group-membership|group-step|leave|mute|read|reactivate|renew|resolve)\b/;

/** Dialogs whose title names what they are about. */
const namedInTitle =
  /^(?!links|overwrite|scheduled|unsent|widget$|accounts|new-|help|palette|proposal|recipient \(1\)|save-file|search|sign-in)/;
/** What the cases are about. */
const subject = /#dev|@crew|Bo Lindt|Boat|Greeting|Ana Ruiz|Lunch\?|evil\.example|\b[Yy]our\b/;

/** Dialogs that show or do something in all accounts. */
const forAll = /^(?:accounts|help|palette|search)/;

/** What opening a dialog may cost on a slow line to the terminal. */
const mostBytes = 3_000;

test.each(dialogCases)(
  "%s says in its frame what Enter does and how to close it, and nowhere else",
  async (name, each) => {
    const asking = await startAsking(each);
    const { store, clock } = asking;
    watchLists(store);
    const size = { columns: 100, rows: 30, clock, depth: "256" } as const;
    // The theme of terminals with 256 colours, and one that a user may choose there.
    const slow = [
      await showScreen(store, { ...size, theme: "terminal" }),
      await showScreen(store, { ...size, theme: "dark" }),
    ];
    const before = slow.map((screen) => screen.written().length);
    await each.opens(asking);
    for (const [at, screen] of slow.entries()) {
      await screen.settles();
      const bytes = Buffer.byteLength(screen.written().slice(before[at]));
      expect(bytes, "bytes to open it").toBeGreaterThan(0);
      expect(bytes, "bytes to open it").toBeLessThanOrEqual(mostBytes);
      screen.ends();
    }

    changeScreen(store, (screen) => ({ ...screen, toast: undefined }));
    const screen = await showScreen(store);
    await screen.settles();
    expect(screen.footer.lines().join("").trim()).toBe("");
    const lines = screen.whole.lines();
    const edge = lines.find((line) => /└ .*┘/.test(line))?.replace("└", " ") ?? "";
    expect(edge).toMatch(wayOut);
    expect(edge).not.toMatch(vague);
    expect(edge).not.toMatch(/Enter (.+?) {2,}.*Esc \1(?: |$)/);
    if (name === "status") expect(edge).not.toContain(" more ");
    const title = /┌ (.*?) ─*┐/.exec(lines.find((line) => /┌ .*┐/.test(line)) ?? "")?.[1] ?? "";
    expect(title).not.toBe("");
    // Of others, the first lines show the message.
    if (namedInTitle.test(name)) expect(title).toMatch(subject);
    // What asks has answers for the letters and for Enter and Esc, below.
    if (!questions.test(name)) expect(asksSomething(lines)).toBe(false);
    // A topic is named with its stream.
    const words = title.replace(/\u201c.*/, "");
    expect(words.includes("deploy")).toBe(words.includes("#dev › deploy"));

    await screen.resizes(40, 24);
    const small = screen.whole.lines();
    // A long name gives way to what is asked, and the name of a time to the time.
    if (questions.test(name))
      expect(small.find((line) => /┌ .*┐/.test(line))).toMatch(/\? ─*(?: ↑ \d+ more ─)?┐/);
    const cut = small.filter((line) => /│.*…(?!.* \d+:\d\d *│)/.test(line));
    if (/^(?:time|sign-in)/.test(name)) expect(cut).toEqual([]);

    const label = "the-work";
    const account = openAccount(label, ["acme", label]);
    changeSession(store, (session) => ({ ...session, account }));
    for (const columns of [40, 100]) {
      await screen.resizes(columns, 24);
      const named = screen.whole.lines().find((line) => /┌ .*┐/.test(line)) ?? "";
      const isNamed = / · the-work ─*(?: ↑ \d+ more ─)?┐/.test(named);
      expect(isNamed, "whose it is, unless it is for all accounts").toBe(!forAll.test(name));
    }
    screen.ends();
  },
);

const asksSomething = (lines: readonly string[]) =>
  lines.some((line) => /┌ (?!Add)[^─]*\? ─*┐/.test(line));

test.each(dialogCases.filter(([name]) => questions.test(name)))(
  "%s asks something: its answers have letters, and Enter and Esc change nothing",
  async (_, each) => {
    for (const key of ["Enter", "Esc"]) {
      const asking = await startAsking(each);
      await each.opens(asking);
      const { store, press } = asking;
      const screen = await showScreen(store, { columns: 100 });
      await screen.settles();
      const lines = screen.whole.lines();
      screen.ends();
      expect(asksSomething(lines)).toBe(true);
      const { dialog } = store.getState().screen;
      if (dialog?.kind === "menu")
        expect(lines.filter((line) => /│[ ▌]+\S {2}\S/.test(line)).length).toBeGreaterThan(1);
      const before = store.getState();
      press(key);
      const { journal, session } = store.getState();
      expect(journal.intents).toBe(before.journal.intents);
      expect(session.requests).toBe(before.session.requests);
      expect(store.getState().screen.dialog).toBeUndefined();
    }
  },
);
