/** Long work at the server, request by request: shown while it lasts, and left off when nobody wants it any more. */
import type { IntentId } from "#journal/intent.ts";
import type { Progress } from "#store/session.ts";
import { changeSession } from "#store/store.ts";
import type { SyncContext } from "./context.ts";
import { Unwanted } from "./keeper.ts";

/** What is over so soon is not worth a line on the screen. */
const patienceMs = 400;

export type Course = {
  /** One more request was answered, and there is more to do. */
  readonly answered: () => void;
  /** Ends with the session, and once the intent was retired: by the person, or because it was taken back. */
  readonly signal: AbortSignal;
};

/** Carries out the intent by `work`; `of` is how many requests it will take, where that is known. */
export async function atLength(
  context: SyncContext,
  intent: IntentId,
  { title, of }: Pick<Progress, "title"> & { readonly of?: number },
  work: (course: Course) => Promise<void>,
): Promise<void> {
  const { store, clock, stopped } = context;
  const unwanted = new AbortController();
  let answers = 0;
  let isShown = false;
  const show = () => {
    isShown = true;
    put(context, { intent, title, answers, of });
  };
  const cancel = clock.after(patienceMs, show);
  const unsubscribe = store.subscribe(({ journal }, last) => {
    if (journal.intents !== last.journal.intents && !journal.intents.has(intent))
      unwanted.abort(new Unwanted());
  });
  const answered = () => {
    answers += 1;
    if (isShown) show();
  };
  try {
    await work({ answered, signal: AbortSignal.any([stopped, unwanted.signal]) });
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
