/** What holds for every list: a new one is tested by its row in the table. */

import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { emptyText, filterOf, type ListDefinition } from "#commands/lists/list.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { commands } from "#commands/tables/commands.ts";
import { listTable } from "#commands/tables/lists.ts";
import type { Address } from "#journal/intent.ts";
import { emptyJournal } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { scheduledById } from "#model/drafts.ts";
import { narrowKey } from "#model/narrow.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import { digested } from "#model/select/digest.ts";
import { emptyList, withMark } from "#store/list.ts";
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import { changeList, listOf } from "#store/lists.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  emptyAcme,
  idsOf,
  journalOf,
  now,
  sending,
  storeOf,
  withHistory,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const keys = { commands, overrides: {} };
const kinds = Object.keys(listTable) as ListKind[];

function placeOf(kind: ListKind): ListPlace {
  if (kind === "search") return search;
  if (kind === "digest") return { kind, since: 0 };
  return kind === "topics" ? { kind, streamId: backend } : { kind };
}

const search = {
  kind: "search",
  text: "deploy",
  terms: [{ operator: "search", operand: "deploy" }],
} as const;

const later = {
  scheduled_message_id: 1 as never,
  type: "private" as const,
  to: [ana],
  topic: "",
  content: "see you at @**Ana Ruiz**",
  scheduled_delivery_timestamp: now + 90_000,
  failed: false,
};

const snippet = { title: "Handover", content: "My week:\n- pages: 0", date_created: now };

/** Something in every list. */
function full(): Replica {
  const replica = acme();
  const stream = { ...[...replica.archived.values()][0], id: 99 as never, name: "old" };
  const group = {
    id: 5,
    name: "rowers",
    description: "",
    isSystem: false,
    isActive: true,
    members: [ana],
  };
  const field = { id: 1, name: "Boat", type: 1, hint: "", order: 1 };
  const streams = put(
    replica.streams,
    backend,
    {
      ...get(replica.streams, backend)!,
      subscribers: [ana] as never,
      weeklyTraffic: 31,
    },
    newBatch("streams"),
  );
  const ids = idsOf(replica, deployWindow);
  return {
    ...withHistory(withHistory(replica, digested, ids), search, ids),
    streams,
    groups: put(replica.groups, 5 as never, group as never, newBatch("groups")),
    organization: { ...replica.organization, profileFields: [field as never] },
    snippets: new Map([[1 as never, { ...snippet, id: 1 as never }]]),
    scheduled: scheduledById([later, { ...later, scheduled_message_id: 2 as never, failed: true }]),
    archived: new Map([[99 as never, stream as never]]),
    navigationViews: new Map([
      ["narrow/is/dm", { fragment: "narrow/is/dm", name: "Direct", is_pinned: true }],
      ["narrow/is/odd/x", { fragment: "narrow/is/odd/x", name: "Odd", is_pinned: false }],
    ]),
  };
}

function opened(kind: ListKind, replica: Replica, columns = 120) {
  const place = placeOf(kind);
  const failed = sending(deployWindow, "not delivered", { phase: "failed" });
  const draft = {
    address: deployWindow as Address,
    text: "so *rare*\nthat",
    updatedAt: now * 1000,
  };
  const drafts = new Map([[conversationKey(draft.address), draft]]);
  const journal = replica.scheduled.size > 0 ? { ...journalOf(failed), drafts } : emptyJournal;
  const store = storeOf(
    replica,
    { place, terminal: { columns, rows: 24, focused: true } },
    { journal },
  );
  refreshList(store, place);
  return { store, place, definition: definitionOf(place) };
}

/** The rows of a filter, and the conversations that they stand for. */
function rowsOf(store: Store, definition: ListDefinition, filter: string): ReadonlySet<string> {
  const state = store.getState();
  const { rows } = definition.fresh(state, filterOf(definition, { filter }));
  const keys = rows.map(({ key }) => key);
  return new Set([
    ...keys,
    ...keys.flatMap((key) => definition.conversations?.of(state.view, key) ?? []),
  ]);
}

async function titleOf(store: Store, columns: number): Promise<string> {
  const screen = await showScreen(store, { columns, rows: 24 });
  onTestFinished(screen.ends);
  return screen.title.lines()[0] ?? "";
}

test.each(kinds)(
  "the title of %s has its name, whole filters with counts, and the number of rows",
  async (kind) => {
    for (const columns of [80, 120]) {
      const { store, definition, place } = opened(kind, full());
      changeList(store, (list) => (list.rows[0] ? withMark(list, list.rows[0].key) : list));
      const title = await titleOf(store, columns);
      expect(title).toContain(kind === "topics" ? "#backend" : listNames[kind]);
      const titles = definition.filters.map((filter) => filter.title).join("|");
      const count = "\\d+(?: of \\d+)?";
      expect(title).toMatch(
        new RegExp(
          `^ *(?:#?[\\w ]+?)  +(?:… )?(?:(?:${titles}) \\d+ *)+…? *1 selected(?:, 1 needs you)?  (?:. \\d+ new  )?${count}$`,
        ),
      );
      expect(listOf(store.getState().screen, place).rows).not.toEqual([]);
    }
  },
);

test.each(kinds)(
  "the number of rows of %s is apart from that of a filter at any width",
  async (kind) => {
    const { store } = opened(kind, full());
    const { ui, ends } = await showScreen(store, { columns: 80, rows: 24 });
    onTestFinished(ends);
    for (let columns = 60; columns <= 110; columns += 1) {
      changeScreen(store, (now) => ({ ...now, terminal: { columns, rows: 24, focused: true } }));
      const [drawn = ""] = ui.panes().title(store.getState());
      const title = stripVTControlCharacters(drawn);
      expect(title).toMatch(/\d *$/);
      expect(title).not.toMatch(/\w \d+ \d+(?: of \d+)? *$/);
    }
  },
);

test.each(["true", "none"] as const)(
  "with %s colours, no filter looks as the open one does",
  async (depth) => {
    const { store } = opened("inbox", full());
    const screen = await showScreen(store, { columns: 120, rows: 24, depth });
    onTestFinished(screen.ends);
    const [title = ""] = screen.ui.panes().title(store.getState());
    const lookOf = (name: string) => title.split(name)[0]?.replace(/^.* /s, "");
    expect(lookOf("Needs you")).not.toBe(lookOf("Unread"));
    expect(lookOf("Followed")).not.toBe(lookOf("Unread"));
  },
);

test("what needed the user is counted among what is done, before it is marked and after", async () => {
  const { store, place } = opened("inbox", full());
  const press = keyPresser(store);
  press("^A");
  const [, count = ""] = /selected, (\d+) needs? you/.exec(await titleOf(store, 120)) ?? [];
  expect(Number(count)).toBeGreaterThan(1);
  press("e");
  changeList(store, () => ({ ...emptyList, filter: "done" }));
  refreshList(store, place);
  expect(await titleOf(store, 120)).toMatch(new RegExp(`\\d+, ${count} needed you$`));
  press("^A");
  for (const columns of [80, 120])
    expect(await titleOf(store, columns)).toMatch(
      new RegExp(`Done today.*\\d selected, ${count} needed you {2}\\d+$`),
    );
});

test("with little room beside what the server has, a search keeps its words and drops a number", async () => {
  const replica = full();
  const more = { oldestKnown: false, newestKnown: true };
  const { store } = opened(
    "search",
    withHistory(replica, search, idsOf(replica, deployWindow), more),
  );
  for (const [columns, shown] of [
    [54, /^ *Search +deploy +Newest… +\d+ here · more on the server$/],
    [120, /^ *Search +deploy +Newest \d+ +Best \d+ +\d+ here · more on the server$/],
  ] as const)
    expect(await titleOf(store, columns)).toMatch(shown);
});

test.each(kinds)("all of %s holds what its other filters hold", (kind) => {
  const { store, definition } = opened(kind, full());
  const all = definition.filters.find(({ key }) => key === "all");
  expect(all).toBeDefined();
  const everything = rowsOf(store, definition, "all");
  for (const { key, isApart } of definition.filters)
    for (const row of isApart ? [] : rowsOf(store, definition, key))
      expect(everything).toContain(row);
});

test.each(kinds)("an empty %s says what that means, and names a key that helps", async (kind) => {
  const nothing = withHistory(emptyAcme(), search, []);
  const { store, definition, place } = opened(kind, {
    ...nothing,
    topicsComplete: new Set([backend]),
    openEnds: { ...nothing.openEnds, epoch: nothing.epoch },
  });
  const screen = await showScreen(store, { columns: 140 });
  onTestFinished(screen.ends);
  for (const { key: filter } of definition.filters) {
    changeList(store, () => ({ ...emptyList, filter }));
    await screen.settles();
    const [means = "", helps = ""] =
      emptyText(keys, definition, store.getState(), listOf(store.getState().screen, place)) ?? [];
    expect(means).toMatch(/^[A-Z].+\.$/);
    expect(helps).toMatch(
      /(?:^|\W)(?:[a-z]|g [a-z/]|Esc|\^K|\+|\]) (?:goes|writes|shows|creates|changes)/,
    );
    expect([screen.pane.shows(means), screen.pane.shows(helps)]).toEqual([true, true]);
  }
});

test.each(kinds)(
  "before anything is known, %s says so while the server cannot be reached",
  (kind) => {
    const { store, definition, place } = opened(kind, { ...emptyAcme(), epoch: 0 });
    changeSession(store, (now) => ({ ...now, connection: { kind: "offline", since: 0 } }));
    const state = store.getState();
    const [means = "", helps = ""] =
      emptyText(keys, definition, state, listOf(state.screen, place)) ?? [];
    expect(means).toMatch(/^[A-Z].+\.$/);
    expect(helps).toMatch(/\w/);
  },
);

test.each(kinds)(
  "typing narrows %s, says how many of how many are left, and Esc restores it",
  async (kind) => {
    const { store, place, definition } = opened(kind, full());
    const screen = await showScreen(store, { columns: 120, rows: 24 });
    onTestFinished(screen.ends);
    const press = keyPresser(store);
    const rows = () => listOf(store.getState().screen, place).rows.map(({ key }) => key);
    const before = rows();
    const title = screen.title.lines();
    press("/", ..."qzqz");
    await screen.settles();
    expect(screen.title.lines()[0]).toMatch(/filter: qzqz +0 of \d+$/);
    const isLoading = definition.coming?.isLoading?.(store.getState()) === true;
    expect(screen.pane.shows("No matches.")).toBe(!isLoading);
    expect(screen.pane.shows(`Esc shows ${definition.narrowing?.from} again.`)).toBe(!isLoading);
    press("Esc");
    await screen.settles();
    if (definition.narrowing?.wider === undefined) expect(rows()).toEqual(before);
    if (definition.narrowing?.wider === undefined) expect(screen.title.lines()).toEqual(title);
  },
);

test.each(kinds)("what is typed to narrow %s is seen at any width", async (kind) => {
  const { store } = opened(kind, full(), 20);
  const screen = await showScreen(store, { columns: 20, rows: 24 });
  onTestFinished(screen.ends);
  keyPresser(store)("/", ..."qzqz");
  for (const columns of [20, 30, 40, 50, 60, 80]) {
    changeScreen(store, (now) => ({ ...now, terminal: { columns, rows: 24, focused: true } }));
    await screen.resizes(columns, 24);
    await screen.settles();
    const [title = ""] = screen.title.lines();
    expect(title).toMatch(/(?:\/|filter:) qzqz +0 of \d+$/);
    const { x = 0, y = 0 } = screen.cursor() ?? {};
    expect(screen.line(y).slice(0, x)).toMatch(/qzqz$/);
  }
});

test.each(kinds)("sections of %s are titled where rows of several kinds are listed", (kind) => {
  const { store, definition } = opened(kind, full());
  const { view, journal } = store.getState();
  const heading = (key: string) => definition.heading?.({ view, journal, now }, key);
  for (const filter of definition.filters) {
    const { rows } = definition.fresh(store.getState(), filter);
    const sections = new Set(rows.map(({ section }) => section));
    if (sections.size < 2) continue;
    const untitled = rows.filter(
      ({ key, section, group }) =>
        key !== section && heading(section) === undefined && heading(group ?? "") === undefined,
    );
    expect(untitled).toEqual([]);
  }
});

test.each(kinds)(
  "rows of %s show no Markdown, and their numbers say what they count",
  async (kind) => {
    const { store, definition } = opened(kind, full(), 140);
    const screen = await showScreen(store, { columns: 140, rows: 40 });
    onTestFinished(screen.ends);
    const lines = screen.pane.lines();
    expect(lines.join("\n")).not.toMatch(/@\*\*|```|\[\w+\]\(/);
    if (definition.columns?.number !== "people") return;
    expect(lines.join("\n")).toMatch(/1 person/);
    const narrow = await showScreen(store, { columns: 80, rows: 24 });
    onTestFinished(narrow.ends);
    expect(narrow.pane.lines().join("\n")).toMatch(/ people\b/);
  },
);

test("the title of a search says how many are here, and that the server has more while it may", async () => {
  const whole = full();
  const key = narrowKey(search);
  const history = { ...whole.histories.get(key)!, oldestKnown: false };
  const partly = { ...whole, histories: new Map(whole.histories).set(key, history) };
  expect(await titleOf(opened("search", partly).store, 120)).toMatch(
    / \d+ here · more on the server$/,
  );
  expect(await titleOf(opened("search", whole).store, 120)).toMatch(/ \d+$/);
});

test.each(kinds)("before anything is known, the title of %s counts nothing", async (kind) => {
  const { store } = opened(kind, emptyReplica);
  expect(await titleOf(store, 120)).not.toMatch(/\d/);
});
