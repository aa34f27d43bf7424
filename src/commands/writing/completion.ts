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
  readonly candidates: readonly Candidate[];
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
  if (candidates.length === 0) return undefined;
  const moved = choice?.typed === query.typed ? choice.chosen : undefined;
  const chosen = candidates.findIndex(({ insert: text }) => text === moved);
  return madeOf(query, candidates, Math.max(0, chosen), chosen >= 0);
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
      isDismissed: false,
    };
    return withComposer(screen, composerKey(screen), { completion: { ...none, ...change } });
  });
}

/** Moves the choice, wrapping around; false without an offer. */
export function moveCompletion(store: Store, by: 1 | -1): boolean {
  const now = completionOf(store.getState());
  if (now === undefined) return false;
  const count = now.candidates.length;
  choose(store, now, { chosen: now.candidates[(now.chosen + by + count) % count]?.insert });
  return true;
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
  if (text === ">" && now?.query.kind === "stream" && now.isMoved) acceptCompletion(store);
  insert(store, text, clock);
}

/** Inserts the choice; false without an offer. */
export function acceptCompletion(store: Store): boolean {
  const now = completionOf(store.getState());
  const candidate = now?.candidates[now.chosen];
  if (now === undefined || candidate === undefined) return false;
  edit(store, (editor) => completed(editor, now.query, candidate.insert));
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
