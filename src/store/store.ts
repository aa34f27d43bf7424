/**
 * The store, and the only places where what it holds may change.
 *
 * Each change is one step to the outside: intents that truth has caught up with are gone in the same step, so no frame
 * shows a message twice or not at all.
 */
import { createStore as createZustand } from "zustand/vanilla";
import type { Clock } from "#base/clock.ts";
import { type Batch, newBatch } from "#base/table.ts";
import { append } from "#journal/append.ts";
import { type ClaimRules, claimed, nowIs, type OwnMessage } from "#journal/claims.ts";
import { withDraft } from "#journal/drafts.ts";
import type { Draft, Intent, IntentId, Wish } from "#journal/intent.ts";
import { emptyJournal, type Journal, type Step } from "#journal/journal.ts";
import { answered } from "#journal/phases.ts";
import { changed, retired, without } from "#journal/retire.ts";
import { redone, redoSize, remember, undone, undoSize } from "#journal/undo.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
import type { MessageId } from "#wire/ids.ts";
import { truthOf } from "./agrees.ts";
import { located } from "./located.ts";
import type { Screen } from "./screen.ts";
import { newSession, type Session } from "./session.ts";
import type { State, Store } from "./state.ts";
import { createView } from "./view.ts";

/** What a program starts with; journal and session are empty unless given. */
export type Beginning = Pick<State, "picture" | "screen"> &
  Partial<Pick<State, "journal" | "session">>;

const views = new WeakMap<Store, ReturnType<typeof createView>>();

export function createStore({
  picture,
  screen,
  journal = emptyJournal,
  session = newSession,
}: Beginning): Store {
  const view = createView();
  const store: Store = createZustand<State>()(() => ({
    picture,
    journal,
    session,
    screen,
    view: view(picture, journal),
  }));
  views.set(store, view);
  return store;
}

/** Puts truth and intents in place together, with what follows from both. */
function commit(store: Store, picture: Picture, wished: Journal): void {
  const state = store.getState();
  const journal = retired(wished, truthOf(picture));
  if (picture === state.picture && journal === state.journal) return;
  const view = views.get(store) ?? createView();
  store.setState({ picture, journal, view: view(picture, journal) });
}

/** How own messages are recognised, by what the picture says of the server. */
function claimRules(picture: Picture): ClaimRules {
  return { keyOf: conversationKey, maxLength: picture.realm.maxMessageLength };
}

/**
 * Truth changes: an answer or events told something.
 * `own` are the person's own messages among what was told: sends that became one of them are resolved in the same step.
 */
export function changePicture(
  store: Store,
  change: (picture: Picture, batch: Batch) => Picture,
  own: readonly OwnMessage[] = [],
): void {
  const state = store.getState();
  const picture = change(state.picture, newBatch("picture"));
  commit(store, picture, claimed(state.journal, own, claimRules(picture)));
}

/** The person's own messages were seen on the server, though they are not part of the picture: sends are resolved. */
export function recognise(store: Store, own: readonly OwnMessage[]): void {
  changePicture(store, (picture) => picture, own);
}

/** What a new intent takes from outside: the hour, and an identifier that nobody else has. */
export type Origin = { readonly clock: Pick<Clock, "now">; readonly newId: () => string };

/**
 * The person wants something: one intent for each wish.
 * With `step`, a sentence such as "Done #backend › deploy (12)" and the exact inverse, it is something that undo takes back.
 */
export function wish(
  store: Store,
  { clock, newId }: Origin,
  wishes: readonly Wish[],
  step?: Pick<Step, "sentence" | "inverse">,
): void {
  const { picture, journal } = store.getState();
  const ids = freshIds(wishes.length, newId);
  const appended = append(journal, wishes, ids, clock.now(), truthOf(picture).agrees);
  const inverse = (step?.inverse ?? []).flatMap((one) => located(picture, one));
  const taken = step && { sentence: step.sentence, inverse, done: wishes, intents: ids };
  commit(store, picture, taken === undefined ? appended : remember(appended, taken));
}

/** Takes back the last step and returns it; undefined when there is none. */
export function undoStep(store: Store, { clock, newId }: Origin): Step | undefined {
  const { picture, journal } = store.getState();
  const ids = freshIds(undoSize(journal), newId);
  commit(store, picture, undone(journal, ids, clock.now(), truthOf(picture).agrees));
  return journal.undo.at(-1);
}

/** Forgets the last step without taking it back. */
export function dropStep(store: Store): void {
  const { journal } = store.getState();
  store.setState({ journal: { ...journal, undo: journal.undo.slice(0, -1) } });
}

/** Does again what was taken back last and returns it; undefined when there is nothing. */
export function redoStep(store: Store, { clock, newId }: Origin): Step | undefined {
  const { picture, journal } = store.getState();
  const ids = freshIds(redoSize(journal), newId);
  commit(store, picture, redone(journal, ids, clock.now(), truthOf(picture).agrees));
  return journal.redo.at(-1);
}

function freshIds(count: number, newId: () => string): readonly IntentId[] {
  return Array.from({ length: count }, () => newId() as IntentId);
}

/** An intent goes into another phase; nothing happens when it is not there any more. */
export function changeIntent(store: Store, id: IntentId, change: (intent: Intent) => Intent): void {
  const { picture, journal } = store.getState();
  commit(store, picture, changed(journal, id, change));
}

/** The server answered that the send `id` is this message now. */
export function sendBecame(store: Store, id: IntentId, messageId: MessageId): void {
  const { picture, journal } = store.getState();
  const intent = journal.intents.get(id);
  if (intent === undefined) return;
  commit(
    store,
    picture,
    nowIs(journal, intent, messageId, answered(messageId), claimRules(picture)),
  );
}

/** These intents are over, whatever truth says. */
export function retire(store: Store, ids: readonly IntentId[]): void {
  const { picture, journal } = store.getState();
  commit(store, picture, without(journal, ids));
}

/**
 * What another run left; what this run already wished comes after it. Where both know an intent, the other one knew
 * better: it had taken it over.
 */
export function restoreIntents(store: Store, intents: readonly Intent[]): void {
  const { picture, journal } = store.getState();
  const all = new Map(intents.map((intent) => [intent.id, intent]));
  for (const [id, intent] of journal.intents) if (!all.has(id)) all.set(id, intent);
  commit(store, picture, { ...journal, intents: all });
}

/** The text of a conversation's draft; undefined takes the draft away. */
export function changeDraft(store: Store, key: string, draft: Draft | undefined): void {
  const { journal } = store.getState();
  const after = withDraft(journal, key, draft);
  // Drafts do not lie over truth: the view stays as it is.
  if (after !== journal) store.setState({ journal: after });
}

export function changeSession(store: Store, change: (session: Session) => Session): void {
  const { session } = store.getState();
  const after = change(session);
  if (after !== session) store.setState({ session: after });
}

export function changeScreen(store: Store, change: (screen: Screen) => Screen): void {
  const { screen } = store.getState();
  const after = change(screen);
  if (after !== screen) store.setState({ screen: after });
}
