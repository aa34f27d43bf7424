/** Shows the progress of long work on the server, request by request, and stops it when it is no longer wanted. */
import type { IntentId } from "#journal/intent.ts";
import type { Progress } from "#store/session.ts";
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
  const noLongerOpen = new AbortController();
  let answers = 0;
  let isShown = false;
  const show = () => {
    isShown = true;
    put(context, { intent, title, answers, of });
  };
  const cancel = clock.after(patienceMs, show);
  const unsubscribe = store.subscribe(({ journal }, last) => {
    if (journal.intents !== last.journal.intents && !journal.intents.has(intent))
      noLongerOpen.abort(new NoLongerOpen());
  });
  const answered = () => {
    answers += 1;
    if (isShown) show();
  };
  try {
    await work({ answered, signal: AbortSignal.any([stopped, noLongerOpen.signal]) });
  } finally {
    unsubscribe();
    cancel();
    if (isShown) takeAway(context, intent);
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
