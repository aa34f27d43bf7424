/**
 * What a key does with rows of other accounts in a list: it is done in their account, as if that was shown.
 *
 * Its store gets the list for as long as the command runs. If the command has left the list, or asks something, the
 * account is shown from then on; else the list comes back, and what the user left open in the other account stays.
 */

import { memoizeLast } from "#base/memoize.ts";
import { wordList } from "#base/word-list.ts";
import type { Accounts, Command, CommandContext } from "#commands/command.ts";
import { definitionOf, placeIn } from "#commands/lists/definitions.ts";
import { isUnreadRow } from "#commands/lists/unread.ts";
import { contextOf, samePlace, showToast } from "#commands/screen.ts";
import type { GroupedRow, RowOrigin, Step } from "#journal/journal.ts";
import {
  chosenRows,
  indexOfRow,
  type List,
  selectedRow,
  titleOf,
  withoutMarks,
} from "#store/list.ts";
import { type ListPlace, listKey } from "#store/list-places.ts";
import { changeList, isList, listOf, openList, withList } from "#store/lists.ts";
import { type Marks, marksOf, noMarks, withMarked } from "#store/marks.ts";
import { listSeenBy, otherNamed, partOf, withPart } from "#store/others.ts";
import { takenPeek } from "#store/peek.ts";
import { foreignRow, type RowKey, renaming } from "#store/row-keys.ts";
import type { Screen, Toast } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, joinLastSteps } from "#store/store.ts";
import { isEvery } from "./list.ts";
import { overIn } from "./staying.ts";

type Run = (context: CommandContext) => void;

type Chosen = {
  readonly keys: readonly RowKey[];
  /** Whether marks of theirs stay; else what was done with them ends their marks. */
  readonly stayMarked: boolean;
  /** What else it concerns: rows of a step that was taken there. */
  readonly origins?: readonly RowOrigin[] | undefined;
};

/** Whether the list shows the rows of all accounts. */
export function isOfAll({ others, screen }: State, place: ListPlace): boolean {
  return others.length > 0 && isEvery({ key: listOf(screen, place).filter });
}

/**
 * Runs the command for the chosen rows, those of each account in it. False if none of them is another account's: then
 * nothing was done.
 */
export function runForRows(
  context: CommandContext,
  { onRows }: Pick<Command, "onRows">,
  run: Run,
): boolean {
  const { accounts, store, count } = context;
  const state = store.getState();
  const { place } = state.screen;
  if (accounts === undefined || onRows === undefined || contextOf(state.screen) !== "list")
    return false;
  if (!isList(place) || !isEvery({ key: listOf(state.screen, place).filter })) return false;
  const shownName = accounts.live().shown().name;
  const chosen = chosenKeys(state, place, onRows, count);
  const gone = chosen.filter((key) => isGone(state, key));
  if (gone.length > 0) changeList(store, (list) => withoutMarks(list, gone));
  if (gone.length > 0 && gone.length === chosen.length) {
    showToast(store, "This account is not open any more.", "error");
    return true;
  }
  const groups = byAccount(
    chosen.filter((key) => !gone.includes(key)),
    shownName,
  );
  if (groups.size === 0 || (groups.size === 1 && groups.has(shownName))) return false;
  const taken: Store[] = [];
  const stayMarked = onRows === "cursor";
  const turns = [...groups].map(([account, keys]) => ({
    account,
    run: () => {
      const its = (account === shownName ? context : accounts.contextOf(account))?.store ?? store;
      const step = lastStepOf(its);
      if (account === shownName) runForOwn(context, place, keys, run);
      else runIn(context, accounts, account, run, { keys, stayMarked });
      if (lastStepOf(its) !== step) taken.push(its);
    },
  }));
  const done = inTurn(context, accounts, turns);
  if (done < turns.length) sayWhoWaits(accounts, turns, done);
  if (taken.length > 1) joinLastSteps(taken, context.newId());
  return true;
}

function lastStepOf(store: Store): Step | undefined {
  return store.getState().journal.undo.at(-1);
}

/** What is done in an account. */
export type Turn = { readonly account: string; readonly run: () => void };

/** What asks in one account is not done in those after it, whose rows stay selected: each question is about one account. */
function sayWhoWaits(accounts: Accounts, turns: readonly Turn[], done: number): void {
  const { name, store } = accounts.live().shown();
  const waiting = turns.slice(done).map(({ account }) => account);
  showToast(
    store,
    `This is about ${name} alone; the rows of ${wordList(waiting, "and")} stay selected.`,
  );
}

/**
 * Until one of them asks or shows its account, and with what all of them said as one notice. Returns how many had their
 * turn.
 */
export function inTurn(
  { store }: CommandContext,
  accounts: Accounts,
  turns: Iterable<Turn>,
): number {
  const shownName = accounts.live().shown().name;
  const toastNow = () => store.getState().screen.toast;
  const said: string[] = [];
  let done = 0;
  for (const { account, run } of turns) {
    const before = toastNow();
    const { dialog } = store.getState().screen;
    run();
    done += 1;
    if (accounts.live().shown().name !== shownName) return done;
    const asked = store.getState().screen.dialog;
    if (asked !== undefined && asked !== dialog) return done;
    const toast = toastNow();
    if (toast !== undefined && toast !== before)
      said.push((account === shownName ? saidBy(shownName, toast) : toast).text);
  }
  if (said.length > 1)
    changeScreen(store, (screen) => ({
      ...screen,
      toast: screen.toast && { ...screen.toast, text: said.join(", ") },
    }));
  return done;
}

function chosenKeys(
  state: State,
  place: ListPlace,
  onRows: NonNullable<Command["onRows"]>,
  count: number,
): readonly RowKey[] {
  const list = listOf(state.screen, place);
  const selected = selectedRow(list);
  if (onRows === "cursor" && selected !== undefined) return [selected];
  const chosen = chosenRows(list, count, overIn(definitionOf(place), state, list));
  if (chosen.length > 0) return chosen.map(({ key }) => key);
  const heading = list.cursor?.key;
  if (heading === undefined) return [];
  // A stream's heading stands for the stream; the title of a section for the rows below it.
  if (list.rows[list.cursor?.at ?? 0]?.group === heading) return [heading];
  return list.rows.flatMap((row) => (titleOf(row) === heading ? [row.key] : []));
}

/** Of an account that was removed: its rows stay until the list is refreshed. */
function isGone(state: State, key: RowKey): boolean {
  const foreign = foreignRow(key);
  return foreign !== undefined && otherNamed(state, foreign.account) === undefined;
}

/** The account of the last row comes last: the cursor goes on from there. */
function byAccount(keys: readonly RowKey[], own: string): ReadonlyMap<string, readonly RowKey[]> {
  const groups = new Map<string, RowKey[]>();
  for (const key of keys) {
    const account = foreignRow(key)?.account ?? own;
    const group = groups.get(account) ?? [];
    group.push(key);
    groups.delete(account);
    groups.set(account, group);
  }
  return groups;
}

/** The list with only these rows chosen. */
function choosing(list: List, keys: readonly RowKey[]): List {
  const [only, ...more] = keys;
  const isCursor = more.length === 0 && only === list.cursor?.key;
  return { ...list, marks: isCursor ? noMarks : marksOf(keys) };
}

/** Only what a command for these rows can touch: them, those beside them, and the one with which it goes on. */
function partForKeys(keys: readonly RowKey[], state: State, place: ListPlace, list: List): List {
  const { rows, cursor } = list;
  const chosen = new Set(keys);
  const isChosen = ({ key, group = "" }: GroupedRow) => chosen.has(key) || chosen.has(group);
  const here = keys.length === 1 && keys[0] === cursor?.key ? cursor?.at : undefined;
  const first = here ?? indexFrom(rows, 0, isChosen);
  const last =
    here === undefined
      ? rows.findLastIndex(isChosen)
      : indexFrom(rows, here, (row) => !isChosen(row)) - 1;
  const isTriaged = definitionOf(place).conversations !== undefined;
  const next = indexFrom(rows, last + 1, ({ key }) => !isTriaged || isUnreadRow(state, place, key));
  // It goes on at the top then.
  if (last < 0 || (isTriaged && next === rows.length)) return list;
  return partOf(list, Math.max(0, first - 1), Math.min(rows.length, next + 1));
}

/** A step on more rows gets all of them. */
const fewRows = 20;

/** Only the rows of a step and those beside them, if they are where they were; else all of the list. */
function partAroundOrigins(
  origins: readonly RowOrigin[],
  list: List,
  rename: (key: RowKey) => RowKey,
): List {
  if (origins.length === 0 || origins.length > fewRows) return list;
  const keyAt = (at: number) => list.rows[at]?.key;
  const places = origins.map(({ row, before, after }) => {
    const at = indexOfRow(list, rename(row.key), list.cursor?.at);
    const isThere = keyAt(at - 1) === (before && rename(before));
    return at >= 0 && isThere && keyAt(at + 1) === (after && rename(after)) ? at : undefined;
  });
  const indices = places.filter((at) => at !== undefined);
  if (indices.length < places.length) return list;
  const [first, last] = [Math.min(...indices), Math.max(...indices)];
  return partOf(list, Math.max(0, first - 1), Math.min(list.rows.length, last + 2));
}

/** The index of the first row from there on that fits; the number of rows if none does. */
function indexFrom(
  rows: readonly GroupedRow[],
  from: number,
  fits: (row: GroupedRow) => boolean,
): number {
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at];
    if (row !== undefined && fits(row)) return at;
  }
  return rows.length;
}

function runForOwn(
  context: CommandContext,
  place: ListPlace,
  keys: readonly RowKey[],
  run: Run,
): void {
  const { store } = context;
  const { marks } = listOf(store.getState().screen, place);
  changeScreen(store, (screen) => withList(screen, place, (list) => choosing(list, keys)));
  run(context);
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => withOtherMarks(list, marks, new Set(keys))),
  );
}

/** Marks that belong to other accounts, or were not chosen, stay. */
function withOtherMarks(list: List, { keys }: Marks<RowKey>, without: ReadonlySet<RowKey>): List {
  const rest = [...keys].filter((key) => !without.has(key));
  return rest.length === 0 ? list : { ...list, marks: withMarked(list.marks, rest) };
}

/** The list of all accounts at hand: the open one, or the one from which the open conversation was opened. */
export function ofAllAtHand(state: State): ListPlace | undefined {
  const { place, trail } = state.screen;
  if (isList(place)) return isOfAll(state, place) ? place : undefined;
  return trail.back.findLast((each): each is ListPlace => isList(each) && isOfAll(state, each));
}

/** Runs something in another account, with the list at hand and these of its rows chosen. */
export function runIn(
  context: CommandContext,
  accounts: Accounts,
  account: string,
  run: Run,
  chosen: Chosen = { keys: [], stayMarked: true },
): void {
  const target = accounts.contextOf(account);
  if (target === undefined) return;
  const { store, count } = context;
  const runThere = () => run({ ...target, count });
  const state = store.getState();
  const place = ofAllAtHand(state);
  const live = accounts.live();
  if (place === undefined) {
    live.show(account);
    runThere();
    return;
  }
  const shownName = live.shown().name;
  const list = listOf(state.screen, place);
  const lent = lentPart(state, place, list, chosen, renaming(account, shownName));
  const { others, screen: before, view } = target.store.getState();
  const there = placeIn(place, state, { view });
  // Who follows the other account sees what was done, and not the list there.
  const { back, stays, toast } = target.store.asOneChange(() => {
    target.store.setState({
      others: live.othersOf(account),
      screen: {
        ...screenWithList(before, state.screen, there, listSeenBy(lent, shownName, account)),
        ...takenPeek(state.screen, there, renaming(shownName, account)),
      },
    });
    try {
      runThere();
    } catch (error) {
      target.store.setState({ others, screen: before });
      throw error;
    }
    const { screen: after } = target.store.getState();
    const returned = withPart(list, lent, listSeenBy(listOf(after, there), account, shownName));
    const done = new Set(chosen.stayMarked ? [] : chosen.keys);
    const back = withOtherMarks(returned, list.marks, done);
    const stays = isList(state.screen.place) && isLeftAt(after, there);
    target.store.setState(
      stays
        ? { others, screen: screenAsBefore(after, before, there) }
        : { screen: asShown(after, before, there, listSeenBy(back, shownName, account)) },
    );
    return { back, stays, toast: after.toast };
  });
  if (!stays) {
    live.show(account);
    return;
  }
  changeScreen(store, (screen) => ({
    ...withList(screen, place, () => back),
    toast: toast === undefined ? screen.toast : saidBy(account, toast),
  }));
}

/** What the other account gets of the list, with the rows chosen that are to be. */
function lentPart(
  state: State,
  place: ListPlace,
  list: List,
  { keys, origins = [] }: Chosen,
  rename: (key: RowKey) => RowKey,
): List {
  return keys.length > 0
    ? choosing(partForKeys(keys, state, place, list), keys)
    : choosing(partAroundOrigins(origins, list, rename), []);
}

/** Whether nothing was opened. */
function isLeftAt({ place, dialog, focus }: Screen, list: ListPlace): boolean {
  return samePlace(place, list) && dialog === undefined && focus === "pane";
}

/** The account with the list, to be shown from now on. */
function asShown(after: Screen, before: Screen, place: ListPlace, list: List): Screen {
  // What was open there still is, such as the question for a new key.
  const dialog = after.dialog ?? before.dialog;
  return { ...withList(after, place, () => list), dialog };
}

function saidBy(account: string, toast: Toast): Toast {
  return { ...toast, text: `${account} · ${toast.text}` };
}

function screenWithList(before: Screen, shown: Screen, place: ListPlace, list: List): Screen {
  const { back } = before.trail;
  const isThere = samePlace(before.place, place);
  return {
    ...before,
    terminal: shown.terminal,
    place,
    focus: "pane",
    dialog: undefined,
    toast: undefined,
    sidebar: { ...before.sidebar, isShown: false },
    lists: new Map(before.lists).set(listKey(place), list),
    trail: isThere ? before.trail : { back: [...back, before.place], forward: [] },
  };
}

/** What the command changed, with what the user had left open there. */
function screenAsBefore(after: Screen, before: Screen, place: ListPlace): Screen {
  const { focus, dialog, toast, sidebar, trail, terminal, peek } = before;
  const lists = new Map(after.lists);
  const list = before.lists.get(listKey(place));
  if (list === undefined) lists.delete(listKey(place));
  else lists.set(listKey(place), list);
  return {
    ...after,
    place: before.place,
    focus,
    dialog,
    toast,
    sidebar,
    trail,
    terminal,
    peek,
    lists,
  };
}

/** The state in which the row under the cursor is an own one: for what a key would do with it. */
export const stateAtCursor = memoizeLast((state: State): State => {
  const { screen } = state;
  const { place } = screen;
  const list = openList(screen);
  const foreign = list?.cursor && foreignRow(list.cursor.key);
  const other = foreign && otherNamed(state, foreign.account);
  if (!isList(place) || list?.cursor === undefined || other === undefined) return state;
  const row = partOf(list, list.cursor.at, list.cursor.at + 1);
  const shown: List = { ...row, marks: noMarks };
  const given = listSeenBy(shown, state.session.account?.name ?? "", other.name);
  const { pressed } = screen;
  const { others } = state;
  const there = placeIn(place, state, other.state);
  return {
    ...other.state,
    others,
    screen: { ...screenWithList(other.state.screen, screen, there, given), pressed },
  };
});
