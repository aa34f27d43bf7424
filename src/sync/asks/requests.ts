/** Makes the requests of forms, one after another, and reports the results to the form or the user. */
import { callUntilDone, ignoredParameters } from "#api/connection.ts";
import { ApiError, type Unauthorized } from "#api/failure.ts";
import { requestAnswered } from "#store/dialog-answers.ts";
import { follow } from "#store/follow.ts";
import type { Call, CalledField, FormFailure, ServerRequest } from "#store/forms.ts";
import { type SyncContext, wordsOf } from "#sync/context.ts";
import { refusalSentence } from "./refusal.ts";

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
  for (const call of calls) {
    const { endpoint, field } = call;
    try {
      await makeCall(context, call);
    } catch (error) {
      context.log.note("A form's request failed.", { path: endpoint.path, reason: String(error) });
      const { failure } = error instanceof ApiError ? error : { failure: undefined };
      if (failure?.kind === "unauthorized") unauthorized(failure);
      if (error instanceof Unsaved) return { sentence: error.message, field: error.fields[0]?.key };
      const { replica } = context.store.getState();
      return { sentence: refusalSentence(replica, error) ?? wordsOf(error), field };
    }
  }
  return undefined;
}

/** The server carried out a call without a part of it. */
export class Unsaved extends Error {
  readonly fields: readonly CalledField[];
  constructor(fields: readonly CalledField[]) {
    const labels = fields.map(({ label }) => label).join(", ");
    super(`Not saved, because this server does not support it: ${labels}. The rest was saved.`);
    this.name = "Unsaved";
    this.fields = fields;
  }
}

/**
 * Makes one request of a form, for the screen or a verb. Resolves with the answer; rejects as calls do, or with an Unsaved if
 * the server ignored something that the user has set.
 */
export async function makeCall(
  { connection, stopped }: Pick<SyncContext, "connection" | "stopped">,
  { endpoint, values, fields = {} }: Call,
): Promise<unknown> {
  const options = { signal: stopped };
  // A call's arguments were checked against its endpoint when it was made.
  const set = values as never;
  const answer = await callUntilDone(connection(), endpoint, set, () => undefined, options);
  const unsaved = ignoredParameters(answer)
    .filter((name) => values[name] !== undefined)
    .map((name) => fields[name] ?? { key: name, label: name });
  if (unsaved.length > 0) throw new Unsaved(unsaved);
  return answer;
}
