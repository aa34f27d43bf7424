/**
 * The live accounts of a program: each has a store of its own, and one is shown.
 *
 * The shown account knows the states of the others, as values. They are brought up to date once after any number of
 * changes in a turn, and an account that is not shown knows nothing of the rest.
 */
import { sameList } from "#base/memoize.ts";
import { answered, askedSearch, askKey, withOwnWants } from "./asks.ts";
import { followMovesIn } from "./following.ts";
import type { List } from "./list.ts";
import { isList, listOf } from "./lists.ts";
import { foreignRow, type RowKey } from "./row-keys.ts";
import type { NearRows, Session } from "./session.ts";
import type { OtherAccount, State, Store } from "./state.ts";
import { changeScreen, changeSession } from "./store.ts";

export type LiveAccount = {
  /** In the configuration file; empty if it is not from there. */
  readonly name: string;
  readonly store: Store;
};

export type LiveAccounts = {
  /** In the order of the configuration file. */
  readonly all: () => readonly LiveAccount[];
  readonly shown: () => LiveAccount;
  /** Replaces one of the same name. */
  readonly add: (account: LiveAccount) => void;
  /** One that is shown stays. */
  readonly remove: (name: string) => void;
  /** Does nothing if it is not live. */
  readonly show: (name: string) => void;
  /** What that account would know of the others if it was shown. */
  readonly othersOf: (name: string) => readonly OtherAccount[];
  /** Nothing is followed any more. */
  readonly stop: () => void;
};

/** `onShow` draws another account's store from now on. */
export function liveAccounts(
  first: LiveAccount,
  onShow: (account: LiveAccount) => void,
): LiveAccounts {
  const live = new Map<string, LiveAccount>();
  const ends = new Map<string, () => void>();
  let shown = first;
  let isDue = false;
  const rankOf = (name: string) => rankIn(shown.store.getState(), name);
  const all = () =>
    [...live.values()].toSorted((one, other) => rankOf(one.name) - rankOf(other.name));
  const asOther = otherAccounts();
  const followShown = shownFollower();
  const othersOf = (name: string) =>
    all().flatMap((one) =>
      one.name === name ? [] : [asOther(one, rankOf(one.name) < rankOf(name))],
    );
  const tellShown = () => {
    const { others } = shown.store.getState();
    const now = sameList(others, othersOf(shown.name));
    if (now !== others) shown.store.setState({ others: now });
  };
  const tellLater = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      tellShown();
    });
  };
  const shareTerminal = () => {
    for (const { store } of live.values()) adoptTerminal(store, shown.store);
  };
  const add = (account: LiveAccount) => {
    ends.get(account.name)?.();
    live.set(account.name, account);
    ends.set(
      account.name,
      account.store.subscribe((state, before) => {
        shareMoves(live.values(), account, state, before);
        if (shown.store !== account.store) tellLater();
        else {
          if (state.screen.terminal !== before.screen.terminal) shareTerminal();
          followShown(live, state, before);
        }
      }),
    );
    shareTerminal();
    tellLater();
  };
  add(first);
  return {
    all,
    shown: () => shown,
    add,
    remove: (name) => {
      if (name === shown.name) return;
      ends.get(name)?.();
      ends.delete(name);
      live.delete(name);
      tellLater();
    },
    show: (name) => {
      const next = live.get(name);
      if (next === undefined || next === shown) return;
      hide(shown.store);
      shown = next;
      reveal(shown.store);
      tellShown();
      onShow(next);
    },
    othersOf,
    stop: () => endAll(ends),
  };
}

function endAll(ends: Map<string, () => void>): void {
  for (const end of ends.values()) end();
  ends.clear();
}

type Live = ReadonlyMap<string, LiveAccount>;

function shownFollower(): (live: Live, shown: State, last: State) => void {
  const tellNear = nearTeller();
  return (live, shown, last) => {
    followList(live.values(), shown, last);
    const { lists, place } = shown.screen;
    if (lists !== last.screen.lists || place !== last.screen.place) tellNear(live.values(), shown);
  };
}

function rankIn({ session }: State, name: string): number {
  return session.account?.all.findIndex((one) => one.name === name) ?? -1;
}

/** All are on one terminal: whether somebody looks at it decides on notifications of each. */
function adoptTerminal(store: Store, shown: Store): void {
  const { terminal } = shown.getState().screen;
  changeScreen(store, (screen) =>
    screen.terminal === terminal ? screen : { ...screen, terminal },
  );
}

/** Lists of all accounts rename the rows of topics that one account has moved. */
function shareMoves(
  all: Iterable<LiveAccount>,
  { name, store: its }: LiveAccount,
  { session: { moves } }: State,
  { session: { moves: before } }: State,
): void {
  if (moves === before) return;
  for (const { store } of all) if (store !== its) followMovesIn(store, name, before, moves);
}

/**
 * Each account loads what the open list needs of it. Another list ends what one asked all accounts to search for;
 * conversations opened from that one do not.
 */
function followList(
  all: Iterable<LiveAccount>,
  { screen: { place, wants } }: State,
  { screen: before }: State,
): void {
  const isOther = place !== before.place && place.kind !== "search" && isList(place);
  const isWanting = wants.elsewhere !== before.wants.elsewhere;
  if (!isOther && !isWanting) return;
  for (const { name, store } of all) {
    const search = isOther ? askedSearch(store.getState()) : undefined;
    if (search !== undefined) answered(store, askKey({ kind: "search", search }));
    const wanted = isWanting ? wants.elsewhere?.get(name) : undefined;
    if (wanted !== undefined) changeScreen(store, (screen) => withOwnWants(screen, wanted));
  }
}

/** Screens of rows around the cursor of which the accounts are told. */
const [screensAbove, screensBelow] = [1, 3];

/** Tells each account which of its rows are near the cursor, when that has moved by half a screen. */
function nearTeller(): (all: Iterable<LiveAccount>, shown: State) => void {
  let told: { readonly rows: List["rows"]; readonly at: number } | undefined;
  return (all, { screen }) => {
    const { place, terminal } = screen;
    if (place.kind !== "inbox" && place.kind !== "recent") return;
    const { rows, cursor } = listOf(screen, place);
    const at = cursor?.at ?? 0;
    if (told?.rows === rows && Math.abs(told.at - at) < terminal.rows / 2) return;
    told = { rows, at };
    const from = Math.max(0, at - screensAbove * terminal.rows);
    const around = rows.slice(from, at + screensBelow * terminal.rows);
    const near = nearRows(around, at - from, place.kind === "inbox");
    for (const { name, store } of all) {
      const own = near.get(name);
      changeSession(store, (session) => withNear(session, own));
    }
  };
}

function nearRows(rows: List["rows"], at: number, isInbox: boolean): ReadonlyMap<string, NearRows> {
  const near = new Map<string, NearRows & { rows: { key: RowKey }[]; at: number }>();
  for (const [index, row] of rows.entries()) {
    const foreign = foreignRow(row.key);
    if (foreign === undefined) continue;
    const rowsNear = near.get(foreign.account) ?? { isInbox, rows: [], at: 0 };
    near.set(foreign.account, rowsNear);
    rowsNear.rows.push({ key: foreign.key });
    if (index < at) rowsNear.at += 1;
  }
  return near;
}

/** The same object for the same state. */
function otherAccounts(): (account: LiveAccount, isBefore: boolean) => OtherAccount {
  const cached = new WeakMap<State, OtherAccount>();
  return ({ name, store }, isBefore) => {
    const state = store.getState();
    const before = cached.get(state);
    if (before?.isBefore === isBefore) return before;
    const now = { name, state, isBefore };
    cached.set(state, now);
    return now;
  };
}

/** Its own list says what is near the cursor then. */
function reveal(store: Store): void {
  changeSession(store, (session) => withNear(session, undefined));
}

function withNear(session: Session, near: NearRows | undefined): Session {
  return near === session.near ? session : { ...session, near };
}

/** What nobody looks at is not read, and knows no others. */
function hide(store: Store): void {
  const { screen } = store.getState();
  const reading: State["screen"]["reading"] = { ...screen.reading, visible: undefined };
  store.setState({ others: [], screen: { ...screen, reading } });
}
