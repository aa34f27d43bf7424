/** Completion in the composer: the current offer, and the keys for choosing, accepting and dismissing it. */

import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize.ts";
import { typedTime } from "#base/typed-time.ts";
import { recencyOf } from "#commands/places/recency.ts";
import { hoursFor, secondsNow } from "#commands/time-choices.ts";
import {
  type Candidate,
  candidatesFor,
  timeCandidates,
} from "#commands/writing/completion-sources.ts";
import { edit, insert } from "#commands/writing/text.ts";
import { type CompletionQuery, completed, completionAt } from "#editor/completing.ts";
import { type Editor, selectionOf } from "#editor/editor.ts";
import type { Address } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import {
  composerEditor,
  composerKey,
  isTouched,
  openedComposer,
  recipientOf,
  withComposer,
} from "#store/composer.ts";
import type { CompletionChoice, Place, Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

export type Completion = {
  readonly query: CompletionQuery;
  /** Empty if all that was offered is gone. */
  readonly candidates: readonly Candidate[];
  /** -1 if it is gone. */
  readonly chosen: number;
  /** Whether the user moved the choice. */
  readonly isMoved: boolean;
};

const queryIn = memoizeLast((text: string, cursor: number) => completionAt({ text, cursor }));
const offered = memoizeLast(
  (
    view: Replica,
    query: CompletionQuery,
    address: Address | undefined,
    back: readonly Place[],
    place: Place,
  ) => candidatesFor(view, query, { address, recent: recencyOf(view, back, place) }),
);
const offeredTimes = memoizeLast(
  (
    query: CompletionQuery,
    view: Replica,
    order: Screen["preferences"]["dateOrder"],
    readTime: Screen["writing"]["readTime"],
  ) => {
    const reading = { ...hoursFor(view), order: order?.() };
    return timeCandidates(query, (typed) => readTime?.(typed, reading));
  },
);
const madeOf = memoizeLast(
  (
    query: CompletionQuery,
    candidates: readonly Candidate[],
    chosen: number,
    isMoved: boolean,
  ): Completion => ({ query, candidates, chosen, isMoved }),
);

/**
 * The same value while nothing in it changed. Undefined without an offer: nothing matches, it was dismissed, or the
 * composer is not focused.
 */
export function completionOf({
  screen,
  view,
}: Pick<State, "screen" | "view">): Completion | undefined {
  if (screen.focus !== "composer") return undefined;
  // A restored text is not completed until it is edited.
  if (!isTouched(screen, composerKey(screen))) return undefined;
  const editor = composerEditor(screen);
  // No completion while text is selected.
  if (selectionOf(editor) !== undefined) return undefined;
  const query = queryIn(editor.text, editor.cursor);
  if (query === undefined) return undefined;
  const choice = choiceFor(screen, query);
  if (choice?.isDismissed) return undefined;
  const candidates =
    query.kind === "time"
      ? offeredTimes(query, view, screen.preferences.dateOrder, screen.writing.readTime)
      : namesFor({ screen, view }, query);
  const { chosen: kept, isMoved = false } = choice?.typed === query.typed ? choice : {};
  if (candidates.length === 0 && kept === undefined) return undefined;
  const at = candidates.findIndex(({ insert: text }) => text === kept);
  return madeOf(query, candidates, kept === undefined ? 0 : at, isMoved);
}

/** What would be offered for a text that is not in the composer yet, except for times. */
export function candidatesFrom(
  { screen, view }: Pick<State, "screen" | "view">,
  { text, cursor }: Pick<Editor, "text" | "cursor">,
): Pick<Completion, "query" | "candidates"> | undefined {
  const query = queryIn(text, cursor);
  if (query === undefined || query.kind === "time") return undefined;
  return { query, candidates: namesFor({ screen, view }, query) };
}

function namesFor({ screen, view }: Pick<State, "screen" | "view">, query: CompletionQuery) {
  return offered(view, query, recipientOf({ screen, view }), screen.trail.back, screen.place);
}

/** Call once when the screen is started. The state has no way to the store: what remembers a state would keep all of it. */
export function readTimesBy(store: Store, clock: Pick<Clock, "now">): void {
  const readTime: Screen["writing"]["readTime"] = (typed, reading) =>
    typedTime(typed, "coming", secondsNow(clock), reading);
  changeScreen(store, (screen) => ({ ...screen, writing: { ...screen.writing, readTime } }));
}

function keyOfQuery({ kind, from }: CompletionQuery): string {
  return `${kind} ${from}`;
}

function choiceFor(screen: Screen, query: CompletionQuery): CompletionChoice | undefined {
  const { completion } = openedComposer(screen);
  return completion?.at === keyOfQuery(query) ? completion : undefined;
}

function choose(store: Store, { query }: Completion, change: Partial<CompletionChoice>): void {
  changeScreen(store, (screen) => {
    const none = {
      at: keyOfQuery(query),
      typed: query.typed,
      chosen: undefined,
      isMoved: false,
      isDismissed: false,
    };
    return withComposer(screen, composerKey(screen), { completion: { ...none, ...change } });
  });
}

/** Moves the choice, wrapping around; false without an offer. */
export function moveCompletion(store: Store, by: 1 | -1): boolean {
  const now = completionOf(store.getState());
  if (now === undefined) return false;
  const { length } = now.candidates;
  const from = now.chosen < 0 && by < 0 ? 0 : now.chosen;
  select(store, now, now.candidates[(from + by + length) % length]);
  return true;
}

/** Without a candidate nothing is offered any more. */
function select(store: Store, now: Completion, candidate: Candidate | undefined): void {
  if (candidate === undefined) choose(store, now, { isDismissed: true });
  else choose(store, now, { chosen: candidate.insert, isMoved: true });
}

/** Leaves the choice where it was before, whatever comes, goes or is sorted meanwhile: Enter inserts what was seen. */
export function keepCompletion(store: Store, before: State): void {
  const state = store.getState();
  const { screen } = state;
  const isSame = composerEditor(screen) === composerEditor(before.screen);
  if (!isSame || screen.focus !== "composer") return;
  const then = completionOf(before);
  const seen = then?.candidates[then.chosen]?.insert;
  if (then === undefined || seen === undefined) return;
  const now = completionOf(state);
  if (now?.candidates[now.chosen]?.insert !== seen)
    choose(store, then, { chosen: seen, isMoved: then.isMoved });
}

/** False without an offer. */
export function dismissCompletion(store: Store): boolean {
  const now = completionOf(store.getState());
  if (now !== undefined) choose(store, now, { isDismissed: true });
  return now !== undefined;
}

/**
 * Inserts typed text. The sign that leads to the topics of a stream takes the one that was chosen among several: without a
 * choice, what was typed finds it.
 */
export function typeCompleting(store: Store, text: string, clock: Pick<Clock, "elapsed">): void {
  const now = completionOf(store.getState());
  const isChosen = now?.isMoved === true && now.chosen >= 0;
  if (text === ">" && now?.query.kind === "stream" && isChosen) acceptCompletion(store);
  insert(store, text, clock);
}

/** Inserts the choice; if that is gone, only selects another one. False without an offer. */
export function acceptCompletion(store: Store): boolean {
  const now = completionOf(store.getState());
  if (now === undefined) return false;
  const candidate = now.candidates[now.chosen];
  if (candidate === undefined) select(store, now, now.candidates[0]);
  else edit(store, (editor) => completed(editor, now.query, candidate.insert));
  return true;
}

const acceptedByEnter: ReadonlySet<CompletionQuery["kind"]> = new Set([
  "mention",
  "stream",
  "topic",
]);

/** Enter accepts names, which nobody means to send half typed; anything else only after the choice was moved. */
export function enterAccepts(now: Completion | undefined): boolean {
  return now !== undefined && (now.isMoved || acceptedByEnter.has(now.query.kind));
}

/** False if Enter does not accept what is offered. */
export function acceptByEnter(store: Store): boolean {
  return enterAccepts(completionOf(store.getState())) && acceptCompletion(store);
}
