/** The rows of all live accounts in one list, and keys that act on them where they are. */
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyTable, get, values } from "#base/table.ts";
import { paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { runForRows, runIn } from "#commands/lists/in-account.ts";
import { everyAccount } from "#commands/lists/list.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { commands } from "#commands/tables/commands.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOf, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { askedSearch } from "#store/asks.ts";
import { followMove } from "#store/following.ts";
import { openList } from "#store/lists.ts";
import { foreignKey, foreignRow } from "#store/row-keys.ts";
import { newSession } from "#store/session.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, deployWindow, idsOf, storeOf, withHistory } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { ownKeys } from "../../support/key-presser.ts";
import { accountsOf, openAccount, programOf } from "../../support/live-accounts.ts";
import { showScreen } from "../../support/screen.tsx";
import { tableFrom } from "../../support/table.ts";

const key = conversationOf(deployWindow)!;

const three = () => accountsOf({ acme: acme(), libre: acme(), work: acme() });
type Program = ReturnType<typeof three>;

/** The inbox of all accounts, which is what opens. */
async function inboxOfAll() {
  const program = three();
  await program.press();
  expect(program.inbox().filter).toBe(everyAccount);
  return program;
}

const accountOf = (program: Program, row: string) =>
  foreignRow(row)?.account ?? program.shown().name;
const bareKey = (row: string) => foreignRow(row)?.key ?? row;

/** Moves the cursor to the account's row for that topic. */
async function goToRow(program: Program, account: string) {
  const at = program
    .inbox()
    .rows.findIndex((row) => accountOf(program, row.key) === account && bareKey(row.key) === key);
  expect(at).toBeGreaterThanOrEqual(0);
  await program.press("g", "g", ...Array.from({ length: at }, () => "j"));
}

const unread = (program: Program, account: string) =>
  unreadCountOf(program.store(account).getState().view, key);

describe("a list of every account", () => {
  test("has each account's rows section by section, in the order of the accounts", async () => {
    const program = await inboxOfAll();
    const rows = program.inbox().rows;
    const sections = [...new Set(rows.map(({ section }) => section))];
    expect(rows.length).toBeGreaterThan(6);
    for (const section of sections) {
      const inSection = rows.filter((row) => row.section === section);
      const order = [...new Set(inSection.map(({ key }) => accountOf(program, key)))];
      expect(order, section).toEqual(["acme", "libre", "work"]);
    }
    expect(sections).toEqual(
      ["needs-you", "followed", "streams", "bots"].filter((one) => sections.includes(one)),
    );
  });

  test("has what needs the user by its age in all accounts, as soon as that is known", async () => {
    const laterBy = (seconds: number): Replica => {
      const replica = acme();
      const messages = [...values(replica.messages)].map((one) => ({
        ...one,
        sentAt: one.sentAt + seconds,
      }));
      return { ...replica, messages: tableFrom(messages.map((one) => [one.id, one])) };
    };
    const program = accountsOf({ acme: laterBy(30), libre: laterBy(60), work: laterBy(0) });
    const { messages } = program.store("work").getState().replica;
    changeReplica(program.store("work"), (replica) => ({ ...replica, messages: emptyTable() }));
    await program.press();
    const timesIn = (section: string, end: "firstUnread" | "newestUnread") =>
      program.inbox().rows.flatMap((row) => {
        const { view } = program.store(accountOf(program, row.key)).getState();
        const inInbox =
          row.section === section && inboxRowOf(view, bareKey(row.key) as ConversationKey);
        return inInbox ? [get(view.messages, inInbox[end])?.sentAt ?? 0] : [];
      });
    changeReplica(program.store("work"), (replica) => ({ ...replica, messages }));
    await program.press();
    const [oldest, newest] = [
      timesIn("needs-you", "firstUnread"),
      timesIn("followed", "newestUnread"),
    ];
    expect([oldest.length, newest.length]).toEqual([6, 3]);
    expect(oldest).toEqual(oldest.toSorted((one, other) => one - other));
    expect(newest).toEqual(newest.toSorted((one, other) => other - one));
  });

  test("waits for no account that never answers", async () => {
    const names = ["acme", "libre", "work"];
    const storeNamed = (name: string, replica: Replica) =>
      storeOf(replica, {}, { session: { ...newSession, account: openAccount(name, names) } });
    const program = programOf(
      {
        acme: storeNamed("acme", acme()),
        libre: storeNamed("libre", emptyReplica),
        work: storeNamed("work", { ...emptyReplica, participationKnown: true }),
      },
      fakeClock(),
    );
    await program.press();
    changeReplica(program.store("work"), () => ({ ...acme(), participationKnown: true }));
    await program.press();
    const accounts = program.inbox().rows.map((row) => accountOf(program, row.key));
    expect(new Set(accounts)).toEqual(new Set(["acme", "work"]));
  });

  test("has the same rows while no account's have changed, so that nothing is made of them again", async () => {
    const program = await inboxOfAll();
    refreshList(program.shown().store);
    const { rows, rowKeys } = program.inbox();
    refreshList(program.shown().store);
    expect(program.inbox().rows).toBe(rows);
    expect(program.inbox().rowKeys).toBe(rowKeys);
  });

  test("marks a row of another account as done there, shows that account nothing of it, and goes on", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const place = program.store("libre").getState().screen.place;
    await program.press("e");
    expect(unread(program, "libre")).toBe(0);
    expect(unread(program, "acme")).toBeGreaterThan(0);
    expect(unread(program, "work")).toBeGreaterThan(0);
    expect(program.shown().name).toBe("acme");
    expect(program.state().screen.toast?.text).toMatch(/^libre · Done #backend/);
    expect(program.store("libre").getState().screen.place).toEqual(place);
    const { cursor, rows } = program.inbox();
    const done = rows.findIndex((row) => row.key === foreignKey("libre", key));
    expect(cursor!.at).toBe(done + 1);
  });

  test("lends another account no more of it than a key on its row can touch, and shows nobody there that", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const before = program.inbox();
    const lent: number[] = [];
    const store = program.store("libre");
    onTestFinished(
      store.subscribe(() => void lent.push(openList(store.getState().screen)!.rows.length)),
    );
    const own = openList(store.getState().screen)!.rows.length;
    const context = program.accounts.contextOf("acme")!;
    const done = commands.find(({ id }) => id === "triage.done")!;
    let rows = 0;
    runForRows(context, done, (there) => {
      rows = openList(there.store.getState().screen)!.rows.length;
      done.run(there);
    });
    expect(rows).toBe(3);
    expect(unread(program, "libre")).toBe(0);
    expect(lent).toEqual([own]);
    expect(program.inbox().rows).toBe(before.rows);
    expect(program.inbox().cursor?.at).toBe(before.cursor!.at + 1);
  });

  test("undoes a step of another account in the same rows, on the row where it was", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const before = program.inbox();
    await program.press("e", "Space", "u");
    const { rows, rowKeys, cursor, marks } = program.inbox();
    expect(rows).toBe(before.rows);
    expect(rowKeys).toBe(before.rowKeys);
    expect(cursor).toEqual(before.cursor);
    expect([...marks.keys]).toEqual([before.rows[before.cursor!.at + 1]?.key]);
    expect(unread(program, "libre")).toBeGreaterThan(0);
    await program.press("^R");
    expect(program.inbox().rows).toBe(before.rows);
    expect(program.inbox().cursor?.at).toBe(before.cursor!.at + 1);
  });

  test("tells each account which of its rows are near the cursor, while its own list does not", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const nearOf = (account: string) => program.store(account).getState().session.near;
    const rowsOf = (account: string) =>
      program
        .inbox()
        .rows.flatMap((row) =>
          accountOf(program, row.key) === account ? [{ key: bareKey(row.key) }] : [],
        );
    expect(nearOf("acme")).toBeUndefined();
    expect(nearOf("libre")?.rows).toEqual(rowsOf("libre"));
    expect(nearOf("work")?.rows).toEqual(rowsOf("work"));
    await program.press("Enter");
    expect(program.shown().name).toBe("libre");
    expect(nearOf("libre")).toBeUndefined();
    await program.press("h");
    expect(nearOf("acme")?.rows).toEqual(rowsOf("acme"));
    await program.press("]");
    expect(nearOf("acme")).toBeUndefined();
  });

  test("undoes and redoes steps in the order in which they were taken, wherever that was", async () => {
    const program = await inboxOfAll();
    for (const account of ["libre", "acme", "work"]) {
      await goToRow(program, account);
      await program.press("e");
    }
    const counts = () => ["acme", "libre", "work"].map((one) => unread(program, one) > 0);
    expect(counts()).toEqual([false, false, false]);
    await program.press("u");
    expect(counts()).toEqual([false, false, true]);
    await program.press("u");
    expect(counts()).toEqual([true, false, true]);
    await program.press("^R");
    expect(counts()).toEqual([false, false, true]);
    await program.press("u", "u");
    expect(counts()).toEqual([true, true, true]);
    expect(program.shown().name).toBe("acme");
    await program.press("u");
    expect(program.state().screen.toast?.text).toBe("Nothing to undo.");
  });

  test("does not redo what a later step in another account came after", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    await program.press("e", "u");
    await goToRow(program, "work");
    await program.press("e", "^R");
    expect(unread(program, "libre")).toBeGreaterThan(0);
    expect(program.state().screen.toast?.text).toBe("Nothing to redo.");
    await program.press("u", "^R");
    expect(unread(program, "libre")).toBeGreaterThan(0);
    expect(unread(program, "work")).toBe(0);
  });

  test("applies a key to the marked rows of all accounts, each in its own, as one step", async () => {
    const program = await inboxOfAll();
    for (const account of ["acme", "libre", "work"]) {
      await goToRow(program, account);
      await program.press("Space");
    }
    const counts = () => ["acme", "libre", "work"].map((one) => unread(program, one));
    const before = counts();
    const toast = () => program.state().screen.toast?.text ?? "";
    await program.press("e");
    expect(counts()).toEqual([0, 0, 0]);
    expect(program.inbox().marks.keys.size).toBe(0);
    expect(program.shown().name).toBe("acme");
    expect(toast()).toMatch(/^acme · Done .*, libre · Done .*, work · Done /);
    await program.press("u");
    expect(counts()).toEqual(before);
    expect(toast()).toMatch(/work · Undid: Done /);
    expect(toast()).toMatch(/acme · Undid: Done /);
    await program.press("^R");
    expect(counts()).toEqual([0, 0, 0]);
    await program.press("u", "u");
    expect(counts()).toEqual(before);
    expect(toast()).toBe("Nothing to undo.");
  });

  test("a key on marked rows of several accounts goes on after the last of them", async () => {
    const program = await inboxOfAll();
    await program.press("g", "g", "Space", "Space", "Space", "Space");
    const accounts = program.inbox().rows.map((row) => accountOf(program, row.key));
    expect(accounts.slice(0, 4)).not.toEqual([...accounts.slice(0, 4)].sort());
    await program.press("e");
    expect(program.inbox().cursor?.at).toBe(4);
  });

  test("opens a row in its account, from which h leads back to the same list", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const before = program.inbox().rows.length;
    await program.press("Enter");
    expect(program.shown().name).toBe("libre");
    expect(program.state().screen.place).toMatchObject({ kind: "narrow", narrow: deployWindow });
    expect(program.store("acme").getState().others).toEqual([]);
    await program.press("h");
    expect(program.state().screen.place).toEqual({ kind: "inbox" });
    const { rows, cursor, filter } = program.inbox();
    expect(filter).toBe(everyAccount);
    expect(rows.length).toBe(before);
    expect(rows[cursor!.at]!.key).toBe(key);
  });

  test("opens a row in its account under what is open there, such as the question for a new key", async () => {
    const program = await inboxOfAll();
    changeScreen(program.store("libre"), (screen) => ({
      ...screen,
      dialog: { kind: "sign-in", sentence: "The key is not valid." },
    }));
    await goToRow(program, "libre");
    await program.press("Enter");
    expect(program.shown().name).toBe("libre");
    expect(program.state().screen.place).toMatchObject({ kind: "narrow", narrow: deployWindow });
    expect(program.state().screen.dialog?.kind).toBe("sign-in");
  });

  test("rows follow the topics of other accounts where these are moved", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    const at = program.inbox().cursor?.at;
    const { rows } = program.inbox();
    if (deployWindow.kind !== "topic") throw new RangeError("Not a topic.");
    const { streamId, topic } = deployWindow;
    const from = { streamId, topic };
    const to = { streamId, topic: `✔ ${topic}` };
    for (const move of [
      { from, to },
      { from: to, to: from },
      { from, to },
    ]) {
      followMove(program.store("libre"), move);
      await program.press();
      expect(program.inbox().cursor).toMatchObject({
        at,
        key: foreignKey("libre", narrowKey({ kind: "topic", ...move.to })),
      });
    }
    expect(program.inbox().rows.length).toBe(rows.length);
    expect(program.inbox().rows.filter((row) => bareKey(row.key) === key)).toHaveLength(2);
  });

  test("rows follow the topics of other accounts while the list's account is hidden", async () => {
    const program = await inboxOfAll();
    await goToRow(program, "libre");
    await program.press("Alt+2");
    if (deployWindow.kind !== "topic") throw new RangeError("Not a topic.");
    const { streamId, topic } = deployWindow;
    const to = { streamId, topic: `✔ ${topic}` };
    followMove(program.store("libre"), { from: { streamId, topic }, to });
    followMove(program.store("work"), { from: { streamId, topic }, to });
    await program.press("Alt+1");
    const moved = narrowKey({ kind: "topic", ...to });
    expect(program.inbox().cursor?.key).toBe(foreignKey("libre", moved));
    const keys = program.inbox().rows.map((row) => row.key);
    expect(keys).toContain(foreignKey("work", moved));
    expect(keys).toContain(key);
    for (const name of ["libre", "work"]) expect(keys).not.toContain(foreignKey(name, key));
  });

  test("n goes on from a conversation to the next row of the list, into another account", async () => {
    const program = await inboxOfAll();
    const ofLibre = program
      .inbox()
      .rows.findLastIndex(
        ({ key, section }) => section === "needs-you" && accountOf(program, key) === "libre",
      );
    await program.press("g", "g", ...Array.from({ length: ofLibre }, () => "j"), "Enter");
    expect(program.shown().name).toBe("libre");
    await program.press("n");
    expect(program.shown().name).toBe("work");
    expect(program.state().screen.place.kind).toBe("narrow");
  });

  test.each(["N", "p"])(
    "%s goes on in the order of the list, whatever account is next",
    async (stroke) => {
      const program = await inboxOfAll();
      const fits = ({ key, section }: GroupedRow) =>
        stroke === "N" ? section === "needs-you" : bareKey(key).startsWith("d:");
      const wanted = program.inbox().rows.filter(fits);
      expect(new Set(wanted.map((row) => accountOf(program, row.key))).size).toBe(3);
      await program.press("g", "g");
      const opened: string[] = [];
      for (const _ of wanted) {
        await program.press(stroke);
        const { place } = program.state().screen;
        const at = place.kind === "narrow" ? narrowKey(place.narrow) : "";
        opened.push(`${program.shown().name} ${at}`);
      }
      expect(opened).toEqual(
        wanted.map(({ key }) => `${foreignRow(key)?.account ?? "acme"} ${bareKey(key)}`),
      );
    },
  );

  test("keeps its marks, its cursor and its rows when it is taken to another account and back", async () => {
    const program = await inboxOfAll();
    await program.press("j", "Space", "j", "Space");
    const before = program.inbox();
    await goToRow(program, "libre");
    await program.press("Enter", "h");
    await goToRow(program, "acme");
    await program.press("Enter", "h");
    const after = program.inbox();
    expect(program.shown().name).toBe("acme");
    expect(after.marks).toEqual(before.marks);
    expect(after.rows).toEqual(before.rows);
  });
});

test("a command that fails in another account leaves open there what was open", async () => {
  const program = await inboxOfAll();
  const before = program.store("libre").getState();
  const shown = program.accounts.contextOf("acme")!;
  const failing = () => {
    throw new Error("broken");
  };
  expect(() => runIn(shown, program.accounts, "libre", failing)).toThrow("broken");
  const { screen, others } = program.store("libre").getState();
  expect(screen).toBe(before.screen);
  expect(others).toEqual([]);
  expect(program.shown().name).toBe("acme");
});

test("with one account there is no such filter", async () => {
  const program = accountsOf({ acme: acme() });
  await program.press();
  expect(program.inbox().filter).toBe("");
  await program.press("[");
  expect(program.inbox().filter).not.toBe(everyAccount);
});

test("the palette finds what is in other accounts, and opens it there", async () => {
  const program = await inboxOfAll();
  await program.press("^K", ..."deploy");
  const { dialog } = program.state().screen;
  const found = paletteChoices(paletteFacts(program.state(), ownKeys), ownKeys, "deploy");
  const at = found.findIndex(({ account, title }) => account === "work" && /deploy/.test(title));
  expect(dialog?.kind).toBe("palette");
  expect(found[0]?.account).toBeUndefined();
  await program.press(...Array.from({ length: at }, () => "Down"), "Enter");
  expect(program.shown().name).toBe("work");
  expect(program.state().screen.place).toMatchObject({ kind: "narrow", narrow: deployWindow });
  await program.press("^K", ..."libre", "Enter");
  expect(program.opened).toEqual(["libre"]);
});

test("the palette says whose a result is, also where nothing else of it has room", async () => {
  const program = accountsOf({ acme: acme(), "an-account-with-a-long-name": acme() });
  await program.press("^K", ..."deploy");
  const screen = await showScreen(program.store("acme"), { columns: 80, rows: 24 });
  expect(screen.whole.shows("› deploy window an-account-with-a-long-name")).toBe(true);
  screen.ends();
});

test("whether somebody looks at the terminal is known in every account", async () => {
  const program = await inboxOfAll();
  const focus = (focused: boolean) =>
    changeScreen(program.store(program.shown().name), (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, focused },
    }));
  const known = () =>
    ["acme", "libre", "work"].map((one) => program.store(one).getState().screen.terminal.focused);
  focus(false);
  expect(known()).toEqual([false, false, false]);
  await goToRow(program, "work");
  await program.press("Enter");
  focus(true);
  expect(known()).toEqual([true, true, true]);
});

/** The list of a search in all accounts, each of which has found all messages of a conversation. */
async function searchOfAll(text: string) {
  const program = await inboxOfAll();
  await program.press("g");
  const before = program.store("libre").getState().screen;
  await program.press("/", ...text, "Enter");
  expect(program.store("libre").getState().screen).toBe(before);
  for (const account of ["acme", "libre", "work"]) {
    const store = program.store(account);
    const { place } = store.getState().screen;
    const search = place.kind === "search" ? place : askedSearch(store.getState())!;
    const ids = idsOf(store.getState().view, deployWindow);
    changeReplica(store, (replica) => withHistory(replica, search, ids));
  }
  await program.press();
  return { ...program, list: () => openList(program.state().screen)! };
}

test("a search finds what all accounts have, the newest first, and opens it where it is", async () => {
  const program = await searchOfAll("sender:ana pool");
  const { rows, filter, cursor } = program.list();
  expect(filter).toBe(everyAccount);
  expect(cursor?.at).toBe(0);
  const messages = idsOf(acme(), deployWindow).toReversed();
  expect(rows).toHaveLength(3 * messages.length);
  const times = rows.map(
    ({ key }) => get(acme().messages, Number(bareKey(key)) as MessageId)!.sentAt,
  );
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(new Set(rows.slice(0, 6).map(({ key }) => accountOf(program, key))).size).toBe(3);
  const ofLibre = rows.findIndex(({ key }) => accountOf(program, key) === "libre");
  await program.press(...Array.from({ length: ofLibre }, () => "j"), "Enter");
  expect(program.shown().name).toBe("libre");
  expect(program.state().screen.place).toMatchObject({ kind: "narrow", narrow: deployWindow });
  await program.press("h");
  expect(program.state().screen.place).toMatchObject({ kind: "search", text: "sender:ana pool" });
  expect(program.list().rows).toHaveLength(rows.length);
  await program.press("]");
  expect(program.list().rows).toHaveLength(messages.length);
});

test("] lists the mentions and the starred messages of all accounts under the names of the feeds", async () => {
  const program = await inboxOfAll();
  const screen = await showScreen(program.store("acme"), { columns: 120 });
  for (const [key, operand, name] of [
    ["m", "mentioned", "Mentions"],
    ["s", "starred", "Starred"],
  ] as const) {
    const terms = [{ operator: "is", operand }];
    await program.press("g", key);
    await screen.settles();
    expect(screen.footer.shows("] every account")).toBe(true);
    await program.press("]");
    await screen.settles();
    expect(screen.footer.shows("] next filter")).toBe(true);
    expect(program.state().screen.place).toMatchObject({ kind: "search", terms });
    expect(openList(program.state().screen)?.filter).toBe(everyAccount);
    expect(askedSearch(program.store("work").getState())).toMatchObject({ terms });
    expect(screen.title.shows(`${name} Every account`)).toBe(true);
    expect(screen.sidebar.lines().find((line) => line.includes("▏"))).toContain(name);
    expect(screen.sidebar.shows("Search")).toBe(false);
    // There are no words to change.
    await program.press("Esc");
    expect(program.state().screen.dialog).toBeUndefined();
    expect(program.state().screen.focus).toBe("sidebar");
    await program.press("Tab");
  }
  screen.ends();
});

test("what a list searches for in other accounts ends with it, not with a conversation of it", async () => {
  const program = await searchOfAll("pool");
  const asked = () => askedSearch(program.store("work").getState());
  await program.press("Enter");
  expect(asked()).toMatchObject({ text: "pool" });
  await program.press("g", "i");
  expect(asked()).toBeUndefined();
  // Back in the list, the filter for all accounts asks them again.
  await program.press("Alt+Left", "Alt+Left");
  expect(program.state().screen.place).toMatchObject({ kind: "search" });
  expect(asked()).toBeUndefined();
  await program.press("]", "[");
  expect(asked()).toMatchObject({ text: "pool" });
});

test("a stream that another account does not have finds nothing there, and the list says so", async () => {
  const program = accountsOf({ acme: acme(), libre: { ...acme(), streams: emptyTable() } });
  await program.press("g", "/", ..."stream:backend pool", "Enter");
  const { screen } = program.state();
  expect(askedSearch(program.store("libre").getState())).toBeUndefined();
  if (screen.place.kind !== "search") throw new RangeError("No search is open.");
  const definition = definitionOf(screen.place);
  expect(definition.remote?.howMany(program.state(), 0, { key: everyAccount })).toContain(
    "libre not there",
  );
});

test("a status can be set in every account at once, and taken back", async () => {
  const program = await inboxOfAll();
  const texts = () =>
    ["acme", "libre", "work"].map((name) => {
      const { view } = program.store(name).getState();
      return view.statuses.get(view.ownId)?.text ?? "";
    });
  await program.press("g", "y", ..."Lunch", "Down", "Down", "Down", "Enter");
  await program.press("Up", "Up", "Up", "Enter");
  expect(texts()).toEqual(["Lunch", "Lunch", "Lunch"]);
  expect(program.state().screen.toast?.text).toBe("Set your status in every account");
  await program.press("u");
  expect(texts()).toEqual(["", "", ""]);
  await program.press("^R");
  expect(texts()).toEqual(["Lunch", "Lunch", "Lunch"]);
});

test("what was snoozed or done in several accounts is listed together, and comes back from there", async () => {
  const program = await inboxOfAll();
  for (const account of ["libre", "work"]) {
    await goToRow(program, account);
    await program.press("b", "t");
  }
  const filters = () => program.inbox().filter;
  const find = async (filter: string) => {
    for (let presses = 0; presses < 20 && filters() !== filter; presses += 1)
      await program.press("]");
    expect(filters()).toBe(filter);
  };
  await find("every-account:snoozed");
  const { rows } = program.inbox();
  expect(rows.map((row) => accountOf(program, row.key))).toEqual(["libre", "work"]);
  await program.press("g", "g", "b", "n");
  expect(program.store("libre").getState().view.snoozes.size).toBe(0);
  expect(program.store("work").getState().view.snoozes.size).toBe(1);
  await find("every-account");
  await goToRow(program, "libre");
});
