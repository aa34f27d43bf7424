/** Makes the requests of forms, one after another, and reports the results to the form or the user. */
import { callUntilDone } from "#api/connection.ts";
import { ApiError, type Unauthorized } from "#api/failure.ts";
import { requestAnswered } from "#store/dialog-answers.ts";
import { follow } from "#store/follow.ts";
import type { Call, FormFailure, ServerRequest } from "#store/forms.ts";
import { type SyncContext, wordsOf } from "#sync/context.ts";
import { absencesOf, presencesOf, refusalSentence } from "./refusal.ts";

/** Replaces the account's key: resolves with a warning for the user, rejects if nothing changed. */
export type RenewKey = () => Promise<string | undefined>;

type RequestPorts = {
  readonly renewKey: RenewKey;
  readonly unauthorized: (failure: Unauthorized) => void;
};

export function startServerRequests(context: SyncContext, ports: RequestPorts): void {
  const { store, idle } = context;
  const started = new Set<string>();
  follow(store, [({ session }) => session.requests], ({ session }) => {
    for (const request of session.requests) {
      if (started.has(request.id)) continue;
      started.add(request.id);
      void idle.during(answer(context, ports, request));
    }
  });
}

async function answer(
  context: SyncContext,
  ports: RequestPorts,
  request: ServerRequest,
): Promise<void> {
  const failure =
    request.renewsKey === true
      ? await keyFailure(context, ports)
      : await firstFailure(context, ports, request.calls);
  if (context.stopped.aborted) return;
  requestAnswered(context.store, request, failure);
}

/** A key that is in use but not on disk is a failure too: the sentence says what to do. */
async function keyFailure(
  { log }: SyncContext,
  { renewKey }: RequestPorts,
): Promise<FormFailure | undefined> {
  try {
    const problem = await renewKey();
    if (problem === undefined) return undefined;
    const sentence = `The old key is no longer valid, and the new one was not saved: ${problem} weir uses it until you quit; weir login stores another one.`;
    return { sentence };
  } catch (error) {
    log.note("The key was not replaced.", { reason: String(error) });
    return { sentence: wordsOf(error) };
  }
}

async function firstFailure(
  context: SyncContext,
  { unauthorized }: RequestPorts,
  calls: readonly Call[],
): Promise<FormFailure | undefined> {
  // What the server leaves out of one call does not keep the others from being made.
  const left: FormFailure[] = [];
  const ineffective: FormFailure[] = [];
  for (const call of calls) {
    const { endpoint, field } = call;
    try {
      const answer = await makeCall(context, call);
      const { replica } = context.store.getState();
      ineffective.push(...absencesOf(replica, call, answer), ...presencesOf(replica, call, answer));
    } catch (error) {
      context.log.note("A form's request failed.", { path: endpoint.path, reason: String(error) });
      const { failure } = error instanceof ApiError ? error : { failure: undefined };
      if (failure?.kind === "unauthorized") unauthorized(failure);
      if (failure?.kind === "ignored") {
        left.push(ignoredOf(call, failure.parameters, wordsOf(error)));
        continue;
      }
      const { replica } = context.store.getState();
      return { sentence: refusalSentence(replica, error) ?? wordsOf(error), field };
    }
  }
  const isPartly = ineffective.length > 0 && ineffective.length < calls.length;
  return inOne([...left, ...ineffective], isPartly);
}

/** `isPartly`: what was done must not be done again. */
function inOne(failures: readonly FormFailure[], isPartly: boolean): FormFailure | undefined {
  if (!isPartly && failures.every(({ isOver }) => isOver !== true)) return failures[0];
  return { sentence: failures.map(({ sentence }) => sentence).join(" "), isOver: true };
}

function ignoredOf(
  { endpoint, fields = {} }: Call,
  [name = ""]: readonly string[],
  sentence: string,
): FormFailure {
  const isRepeatable = endpoint.method !== "POST";
  return { sentence, field: fields[name]?.key, ...(!isRepeatable && { isOver: true }) };
}

/**
 * Makes one request of a form, for the screen or a verb. Resolves with the answer; rejects as calls do. What the server
 * ignored is named as the form names it.
 */
export async function makeCall(
  { connection, stopped }: Pick<SyncContext, "connection" | "stopped">,
  { endpoint, values, fields = {} }: Call,
): Promise<unknown> {
  const options = { signal: stopped };
  try {
    // A call's arguments were checked against its endpoint when it was made.
    return await callUntilDone(connection(), endpoint, values as never, () => undefined, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.kind !== "ignored") throw error;
    const { parameters, words } = error.failure;
    const labels = parameters.map((name, at) => fields[name]?.label || (words[at] ?? name));
    throw new ApiError({ ...error.failure, words: [...new Set(labels)] });
  }
}
