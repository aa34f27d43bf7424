/** How one kind of action is delivered to the server or refused, and the progress of long work. All kinds are in `table.ts`. */
import type { CallOptions, Connection } from "#api/connection.ts";
import { type Failure, refusal } from "#api/failure.ts";
import { get } from "#base/table.ts";
import type { Target } from "#journal/actions/action-kind.ts";
import type { Action, Intent, IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { confirmedMessage } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import type { Progress } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { messageNow } from "#sync/fetching.ts";
import { NoLongerOpen } from "#sync/storage/intents.ts";
import type { MessageId } from "#wire/ids.ts";
import { type LevelName, unsupportedFeatureAt } from "#wire/levels.ts";

export type DeliveryContext = SyncContext &
  Required<Pick<CallOptions, "beforeSending">> &
  Pick<CallOptions, "onWait"> & {
    /** Its state before the request was sent; the first of a batch. */
    readonly intent: Pick<Intent, "id" | "attempts" | "createdAt">;
    /** To be called with what the server says that it left undone of what it accepted. */
    readonly leftUndone: (left: LeftUndone) => void;
  };

export type LeftUndone = {
  readonly targets: ReadonlySet<Target>;
  /** What was left, and why. Not safe for a terminal. */
  readonly sentence: string;
};

type Refusal = Extract<Failure, { readonly kind: "refused" }>;

export type Effect<W> = {
  /** Intents of a lane are delivered one after another, in order of creation; lanes are independent. */
  lane(action: W): string;
  /**
   * The topics that it changes, if any: it waits for older intents of other lanes with one of them, until these are no
   * longer open.
   */
  topics?(action: W): readonly ConversationKey[];
  /** Whether `next` can be batched with `first`. If absent, each action has its own requests. */
  joins?(first: W, next: W): boolean;
  /**
   * Makes the requests for `action`, or for `all` in its batch. Resolves when the server has accepted them; rejects as
   * calls do. What changes something is requested by `change`.
   */
  deliver(departure: DeliveryContext, action: W, all: readonly W[]): Promise<void>;
  /** Whether the refusal means that everything is already as `action` requests. If absent, none does. */
  isAlreadySo?(failure: Refusal, action: W): boolean;
  /** Its failure is shown in a row of its own instead of a toast. */
  readonly hasRow?: true;
  /**
   * For actions that are not repeatable: searches the server for the result of an unconfirmed intent, and updates the
   * intent if it is found.
   */
  find?(context: SyncContext, intent: Intent, action: W): Promise<void>;
  /** Fetches the result when the server accepted the action but sent no event. If absent, the response is enough. */
  confirm?(context: SyncContext, intent: Intent, action: W): Promise<void>;
};

/** Requests a change for the intent, which leaves only once that is on disk as sent. */
export function change<Values, Answer>(
  { connection, stopped, beforeSending }: DeliveryContext,
  call: (connection: Connection, values: Values, options: CallOptions) => Promise<Answer>,
  values: Values,
): Promise<Answer> {
  return call(connection(), values, { signal: stopped, beforeSending });
}

/** Throws a refusal, with the sentence from the level table, if a server of `level` lacks the named feature. */
export function requireLevel(level: number, name: LevelName): void {
  const lack = unsupportedFeatureAt(level, name);
  if (lack !== undefined) refuse(lack.sentence);
}

/** Refuses as the server would: the user is notified, and what they wrote is kept. */
export function refuse(sentence: string): never {
  throw refusal(sentence);
}

/**
 * Whether the event of another change by these effects is still to come: what is known of what they change may be outdated.
 */
export function isEventPending(
  { intents }: Pick<Journal, "intents">,
  intentId: IntentId,
  effects: Readonly<Partial<Record<Action["kind"], unknown>>>,
): boolean {
  return [...intents.values()].some(
    ({ id, action, phase }) => id !== intentId && phase === "answered" && action.kind in effects,
  );
}

/** The message, if events have told what became of it up to now: not while the queue is silent, and not after a lost one. */
export function heardMessage(
  { store }: Pick<SyncContext, "store">,
  id: MessageId,
): Message | undefined {
  const { replica, session } = store.getState();
  return session.connection.kind === "live" ? confirmedMessage(replica, id) : undefined;
}

/** The same for its conversation: where it is unread, a register has told, too. */
export function heardPlace(
  context: Pick<SyncContext, "store">,
  id: MessageId,
): ConversationKey | undefined {
  const { replica, session } = context.store.getState();
  if (session.connection.kind !== "live") return undefined;
  return get(replica.unreads.where, id) ?? heardMessage(context, id)?.conversation;
}

/**
 * The message as it is before a change of it: asked for, unless events have told, it is as before, and no earlier request may
 * have changed it. Undefined if the server does not tell.
 */
export async function messageToChange(
  departure: DeliveryContext,
  id: MessageId,
  isAsBefore: (message: Message) => boolean = () => true,
): Promise<Message | undefined> {
  const known = heardMessage(departure, id);
  // An earlier change may have been answered while its event is still pending: then it is not as before.
  if (departure.intent.attempts === 0 && known !== undefined && isAsBefore(known)) return known;
  return (await messageNow(departure, id)) ?? known;
}

/** Work shorter than this is not shown. */
const patienceMs = 400;

type DeliveryProgress = {
  /** One more request was answered, and more are needed. */
  readonly answered: () => void;
  /** Aborted with the session, and when the intent is retired: by the user or by undo. */
  readonly signal: AbortSignal;
};

/** Delivers the intent with `work`; `of` is the number of requests, if known. */
export async function withProgress(
  context: SyncContext,
  intent: IntentId,
  { title, of }: Pick<Progress, "title"> & { readonly of?: number },
  work: (course: DeliveryProgress) => Promise<void>,
): Promise<void> {
  const { store, clock, stopped } = context;
  let answers = 0;
  let isShown = false;
  const show = () => {
    isShown = true;
    put(context, { intent, title, answers, of });
  };
  const cancel = clock.after(patienceMs, show);
  const answered = () => {
    answers += 1;
    if (isShown) show();
  };
  const end = () => {
    cancel();
    if (isShown) hide(context, intent);
    isShown = false;
  };
  try {
    await whileOpen(store, intent, ({ signal }) => {
      // What was stopped shows nothing more, though its last request may still be pending.
      signal.addEventListener("abort", end);
      return work({ answered, signal: AbortSignal.any([stopped, signal]) });
    });
  } finally {
    end();
  }
}

/** Runs `work` with a controller that is aborted when the intent has left the journal. */
export async function whileOpen<T>(
  store: Store,
  intent: IntentId,
  work: (abort: AbortController) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const stop = follow(store, [parts.intents], ({ journal }) => {
    if (!journal.intents.has(intent)) abort.abort(new NoLongerOpen());
  });
  try {
    return await work(abort);
  } finally {
    stop();
  }
}

function put({ store }: SyncContext, progress: Progress): void {
  changeSession(store, (session) => {
    const at = session.progress.findIndex(({ intent }) => intent === progress.intent);
    const all = at === -1 ? [...session.progress, progress] : session.progress.with(at, progress);
    return { ...session, progress: all };
  });
}

function hide({ store }: SyncContext, intent: IntentId): void {
  changeSession(store, (session) => ({
    ...session,
    progress: session.progress.filter((one) => one.intent !== intent),
  }));
}
