/** Makes the requests of forms, one after another, and tells the form or the person what became of them. */
import { callUntilDone } from "#api/batches.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import type { Call, FormFailure, ServerRequest } from "#store/forms.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

/** Watches what forms ask for; the returned function ends it. */
export function startServerRequests(context: SyncContext): () => void {
  const { store, idle } = context;
  const taken = new Set<string>();
  return store.subscribe(({ session }, before) => {
    if (session.requests === before.session.requests) return;
    for (const request of session.requests) {
      if (taken.has(request.id)) continue;
      taken.add(request.id);
      void idle.during(answer(context, request));
    }
  });
}

async function answer(context: SyncContext, request: ServerRequest): Promise<void> {
  const failure = await firstFailure(context, request.calls);
  if (context.stopped.aborted) return;
  changeSession(context.store, (session) => ({
    ...session,
    requests: session.requests.filter(({ id }) => id !== request.id),
  }));
  tell(context, request, failure);
}

async function firstFailure(
  context: SyncContext,
  calls: readonly Call[],
): Promise<FormFailure | undefined> {
  for (const { endpoint, values, field } of calls) {
    try {
      const options = { signal: context.stopped };
      await callUntilDone(
        context.connection(),
        endpoint,
        values as never,
        () => undefined,
        options,
      );
    } catch (error) {
      context.log.note("A form's request failed.", { path: endpoint.path, reason: String(error) });
      const sentence = error instanceof ApiError ? sentenceOf(error.failure) : String(error);
      return { sentence, field };
    }
  }
  return undefined;
}

/** The form that waits for it closes or says why not; where it was left meanwhile, a toast does. */
function tell(
  { store }: SyncContext,
  { id, form, done }: ServerRequest,
  failure: FormFailure | undefined,
): void {
  changeScreen(store, (screen) => {
    const { dialog } = screen;
    const isOpen = dialog?.kind === "form" && dialog.request === id;
    if (failure !== undefined) {
      if (isOpen) return { ...screen, dialog: { ...dialog, request: undefined, failure } };
      return { ...screen, toast: { text: failure.sentence, tone: "error", undo: false } };
    }
    const forms = new Map(screen.forms);
    forms.delete(form);
    const toast = { text: done, tone: "done", undo: false } as const;
    return { ...screen, forms, toast, dialog: isOpen ? undefined : dialog };
  });
}
