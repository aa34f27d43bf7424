/** Fills in and saves forms of the screen, and answers its questions, for the verbs of administrators. */
import { safeLine } from "#base/safe-text.ts";
import { changeOf, problemOf, withDisabledLocked } from "#commands/forms/form.ts";
import { formNow, formOf } from "#commands/forms/table.ts";
import type { Question } from "#commands/menus/question.ts";
import type { Replica } from "#model/replica.ts";
import type { FormRef, FormValues } from "#store/forms.ts";
import { makeCall } from "#sync/make-call.ts";
import { carryOut } from "./carry-out.ts";
import { Exit } from "./exit-codes.ts";
import { syncContext } from "./sync-context.ts";
import type { VerbContext } from "./verb-context.ts";

/** Undefined values are not changed. */
type RequestedValues = Readonly<Record<string, string | undefined>>;

/**
 * Resolves with the answers of the requests, in order. Throws an Exit with the form's error before anything is
 * requested.
 */
export async function fillForm(
  context: VerbContext,
  replica: Replica,
  ref: FormRef,
  requested: RequestedValues,
): Promise<readonly unknown[]> {
  const known = formNow(replica, ref);
  if (known === undefined) throw new Exit("refused", "It no longer exists.");
  const changed = Object.entries(requested).filter(([, value]) => value !== undefined);
  const typed = Object.fromEntries(changed) as FormValues;
  const now = withDisabledLocked(known, { typed });
  const change = changeOf(now, { typed });
  const problems = now.fields.map((field) => {
    const isWanted = field.key in typed && typed[field.key] !== now.truth[field.key];
    return (isWanted ? field.locked : undefined) ?? problemOf(field, change);
  });
  const problem = now.locked ?? problems.find((one) => one !== undefined);
  if (problem !== undefined) throw new Exit("refused", safeLine(problem));
  return carryOutAll(context, replica, formOf(ref).save(replica, ref, change));
}

/** Answers a question of the screen with yes. Throws an Exit with its error before anything is requested. */
export async function confirmQuestion(
  context: VerbContext,
  replica: Replica,
  question: Question | undefined,
): Promise<void> {
  if (question === undefined) throw new Exit("refused", "It no longer exists.");
  if (question.locked !== undefined) throw new Exit("refused", safeLine(question.locked));
  await carryOutAll(context, replica, question);
}

async function carryOutAll(
  context: VerbContext,
  replica: Replica,
  { actions = [], calls = [] }: Pick<Question, "actions" | "calls">,
): Promise<readonly unknown[]> {
  for (const action of actions) await carryOut(context, replica, action);
  const sync = syncContext(context, replica);
  const answers: unknown[] = [];
  for (const call of calls) answers.push(await makeCall(sync, call));
  return answers;
}
