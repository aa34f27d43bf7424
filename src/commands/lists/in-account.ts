/**
 * What a key does with rows of other accounts in a list: it is done in their account, as if that was shown.
 *
 * Its store gets the list for as long as the command runs. If the command has left the list, or asks something, the
 * account is shown from then on; else the list comes back, and what the user left open in the other account stays.
 */
import { memoizeLast } from "#base/memoize.ts";
import type { Accounts, Command, CommandContext } from "#commands/command.ts";
import { contextOf, samePlace } from "#commands/screen.ts";
import type { Step } from "#journal/journal.ts";
import { chosenRows, type List, type RowKey, selectedRow } from "#store/list.ts";
import { type ListPlace, listKey } from "#store/list-places.ts";
import { isList, listOf, openList, withList } from "#store/lists.ts";
import { foreignRow, otherNamed, takenTo } from "#store/others.ts";
import type { Screen, Toast } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, takenTogether } from "#store/store.ts";
import { isEvery, overIn } from "./list.ts";
import { definitionOf, placeIn } from "./table.ts";

type Run = (context: CommandContext) => void;

type Chosen = {
  readonly keys: readonly RowKey[];
  /** Whether marks of theirs stay; else what was done with them ends their marks. */
  readonly stayMarked: boolean;
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
  if (!isList(place) || !isOfAll(state, place)) return false;
  const own = accounts.live().shown().name;
  const groups = byAccount(chosenKeys(state, place, onRows, count), own);
  if (groups.size === 0 || (groups.size === 1 && groups.has(own))) return false;
  const taken: Store[] = [];
  const said: string[] = [];
  for (const [account, keys] of groups) {
    const rows = { keys, stayMarked: onRows === "cursor" };
    const done = runOne(context, accounts, { account, place, rows }, run);
    if (done.hasStep) taken.push(done.store);
    if (done.said !== undefined) said.push(done.said);
    if (accounts.live().shown().name !== own) break;
  }
  if (taken.length > 1) takenTogether(taken, context.newId());
  sayAll(store, said);
  return true;
}

type OfOne = { readonly account: string; readonly place: ListPlace; readonly rows: Chosen };

/** What came of it in that account: whether it took a step, and what it said. */
function runOne(
  context: CommandContext,
  accounts: Accounts,
  { account, place, rows }: OfOne,
  run: Run,
): { readonly store: Store; readonly hasStep: boolean; readonly said: string | undefined } {
  const { store } = context;
  const isOwn = account === accounts.live().shown().name;
  const its = (isOwn ? context : accounts.contextOf(account))?.store ?? store;
  const step = lastStepOf(its);
  const { toast: before } = store.getState().screen;
  if (isOwn) runForOwn(context, place, rows.keys, run);
  else runIn(context, accounts, account, run, rows);
  const { toast } = store.getState().screen;
  const words = toast === undefined || toast === before ? undefined : toast;
  return {
    store: its,
    hasStep: lastStepOf(its) !== step,
    said: words && (isOwn ? saidBy(account, words) : words).text,
  };
}

function lastStepOf(store: Store): Step | undefined {
  return store.getState().journal.undo.at(-1);
}

/** What was said in several accounts, as one notice. */
export function sayAll(store: Store, said: readonly string[]): void {
  changeScreen(store, (screen) =>
    screen.toast === undefined || said.length < 2
      ? screen
      : { ...screen, toast: { ...screen.toast, text: said.join(", ") } },
  );
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
  return list.rows.flatMap(({ key, section }) => (section === heading ? [key] : []));
}

function byAccount(keys: readonly RowKey[], own: string): ReadonlyMap<string, readonly RowKey[]> {
  const groups = new Map<string, RowKey[]>();
  for (const key of keys) {
    const account = foreignRow(key)?.account ?? own;
    const group = groups.get(account);
    if (group === undefined) groups.set(account, [key]);
    else group.push(key);
  }
  return groups;
}

/** The list with only these rows chosen. */
function choosing(list: List, keys: readonly RowKey[]): List {
  const [only, ...more] = keys;
  const isCursor = more.length === 0 && only === list.cursor?.key;
  return { ...list, marked: new Set(isCursor ? [] : keys), range: undefined };
}

function runForOwn(
  context: CommandContext,
  place: ListPlace,
  keys: readonly RowKey[],
  run: Run,
): void {
  const { store } = context;
  const { marked } = listOf(store.getState().screen, place);
  changeScreen(store, (screen) => withList(screen, place, (list) => choosing(list, keys)));
  run(context);
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => withRest(list, marked, new Set(keys))),
  );
}

/** Marks that belong to other accounts, or were not chosen, stay. */
function withRest(list: List, marked: ReadonlySet<RowKey>, without: ReadonlySet<RowKey>): List {
  const rest = [...marked].filter((key) => !without.has(key));
  return rest.length === 0 ? list : { ...list, marked: new Set([...list.marked, ...rest]) };
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
  { keys, stayMarked }: Chosen = { keys: [], stayMarked: true },
): void {
  const { store, count } = context;
  const live = accounts.live();
  const own = live.shown().name;
  const state = store.getState();
  const place = ofAllAtHand(state);
  const target = accounts.contextOf(account);
  if (target === undefined) return;
  if (place === undefined) {
    live.show(account);
    run({ ...target, count });
    return;
  }
  const { marked } = listOf(state.screen, place);
  const given = takenTo(choosing(listOf(state.screen, place), keys), own, account);
  const { screen: before, view } = target.store.getState();
  const there = placeIn(place, state, { view });
  target.store.setState({
    others: live.othersOf(account),
    screen: lent(before, state.screen, there, given),
  });
  try {
    run({ ...target, count });
  } catch (error) {
    target.store.setState({ others: [], screen: before });
    throw error;
  }
  const after = target.store.getState().screen;
  const back = withRest(
    takenTo(listOf(after, there), account, own),
    marked,
    new Set(stayMarked ? [] : keys),
  );
  const stays = samePlace(after.place, there) && after.dialog === undefined;
  if (stays && after.focus === "pane" && isList(state.screen.place)) {
    target.store.setState({ others: [], screen: unlent(after, before, there) });
    changeScreen(store, (screen) => ({
      ...withList(screen, place, () => back),
      toast: after.toast === undefined ? screen.toast : saidBy(account, after.toast),
    }));
    return;
  }
  changeScreen(target.store, (screen) => ({
    ...withList(screen, there, () => takenTo(back, own, account)),
    // What was open there still is, such as the question for a new key.
    dialog: screen.dialog ?? before.dialog,
  }));
  live.show(account);
}

export function saidBy(account: string, toast: Toast): Toast {
  return { ...toast, text: `${account} · ${toast.text}` };
}

function lent(before: Screen, shown: Screen, place: ListPlace, list: List): Screen {
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
function unlent(after: Screen, before: Screen, place: ListPlace): Screen {
  const { focus, dialog, toast, sidebar, trail, terminal } = before;
  const lists = new Map(after.lists);
  const list = before.lists.get(listKey(place));
  if (list === undefined) lists.delete(listKey(place));
  else lists.set(listKey(place), list);
  return { ...after, place: before.place, focus, dialog, toast, sidebar, trail, terminal, lists };
}

/** The state in which the row under the cursor is an own one: for what a key would do with it. */
export const stateAtCursor = memoizeLast((state: State): State => {
  const { screen } = state;
  const { place } = screen;
  const list = openList(screen);
  const foreign = list?.cursor && foreignRow(list.cursor.key);
  const other = foreign && otherNamed(state, foreign.account);
  if (!isList(place) || list?.cursor === undefined || other === undefined) return state;
  const row = list.rows[list.cursor.at];
  const shown: List = {
    ...list,
    rows: row === undefined ? [] : [row],
    known: new Set(),
    cursor: { ...list.cursor, at: 0 },
    marked: new Set(),
    range: undefined,
    top: undefined,
  };
  const given = takenTo(shown, state.session.account?.name ?? "", other.name);
  const { pressed } = screen;
  const { others } = state;
  const there = placeIn(place, state, other.state);
  return {
    ...other.state,
    others,
    screen: { ...lent(other.state.screen, screen, there, given), pressed },
  };
});
