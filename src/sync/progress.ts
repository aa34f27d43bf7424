/** Shows the progress of long work on the server, request by request, and stops it when it is no longer wanted. */

import type { IntentId } from "#journal/intent.ts";
import { follow, parts } from "#store/follow.ts";
import type { Progress } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import type { SyncContext } from "./context.ts";
import { NoLongerOpen } from "./persist-intents.ts";

/** Work shorter than this is not shown. */
const patienceMs = 400;

export type DeliveryProgress = {
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
  try {
    await whileOpen(store, intent, ({ signal }) =>
      work({ answered, signal: AbortSignal.any([stopped, signal]) }),
    );
  } finally {
    cancel();
    if (isShown) takeAway(context, intent);
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

function takeAway({ store }: SyncContext, intent: IntentId): void {
  changeSession(store, (session) => ({
    ...session,
    progress: session.progress.filter((one) => one.intent !== intent),
  }));
}
