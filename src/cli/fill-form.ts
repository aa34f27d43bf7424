/** Fills in and saves forms of the screen, and answers its questions, for the verbs of administrators. */

import { safeLine } from "#base/safe-text.ts";
import { wordList } from "#base/word-list.ts";
import { formNow, formOf, lossSentence } from "#commands/forms/definitions.ts";
import {
  changeOf,
  type Field,
  type FormNow,
  isListOfNames,
  problemOf,
  titleOfValue,
  withDisabledLocked,
  wordOf,
} from "#commands/forms/form.ts";
import { namesIn } from "#commands/forms/names.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Replica } from "#model/replica.ts";
import type { FormName, FormRef, FormValues } from "#store/forms.ts";
import { absencesOf, isStale, refusalSentence } from "#sync/asks/refusal.ts";
import { makeCall } from "#sync/asks/requests.ts";
import type { AnswerOf } from "#wire/endpoint.ts";
import type { createSnippet } from "#wire/endpoints/personal.ts";
import { carryOut, syncContext } from "./carry-out.ts";
import { Exit } from "./exit-codes.ts";
import { optionNames, profileWords, type VerbForm, valuesIn, wordsFor } from "./form-options.ts";
import type { Invocation } from "./invocation.ts";
import { tellCreated, tellDone, wayBack } from "./output.ts";
import { putFolders, withOwnFolders } from "./own-folders.ts";
import type { Here, Named } from "./place.ts";
import type { StatePart } from "./realm-state.ts";
import { fieldFor, folderFor, groupFor, personFor, snippetFor, streamFor } from "./resolver.ts";
import type { VerbContext } from "./verb-context.ts";

type Noun = {
  /** The parts of the state that its forms show. */
  readonly parts: readonly StatePart[];
  /** If absent, there is only one subject, which no argument names. */
  readonly find?: (replica: Replica, typed: string, here: Here) => Named | Promise<Named>;
  /** With what this machine knows. */
  readonly local?: (context: VerbContext, replica: Replica) => Promise<Replica>;
  /** The verb that removes a new one. */
  readonly undo?: string;
  /** The ID in the server's answer to what creates one, where several may have the same name. */
  readonly idIn?: (answer: unknown) => number;
};

const stream: Noun = {
  parts: ["streams", "people", "groups", "rules", "folders"],
  local: withOwnFolders,
  find: (replica, typed, here) => streamFor(here, replica, typed),
  undo: "streams archive",
};
const group: Noun = {
  parts: ["people", "groups", "rules"],
  find: groupFor,
  undo: "groups delete",
};
const field: Noun = {
  parts: ["fields", "people"],
  find: fieldFor,
  undo: "fields delete",
};
const folder: Noun = { parts: ["streams", "folders", "people"], find: folderFor };
const snippet: Noun = {
  parts: ["snippets"],
  find: snippetFor,
  undo: "snippets delete",
  idIn: (answer) => (answer as AnswerOf<typeof createSnippet>).saved_snippet_id,
};

/** What the forms create or change. */
const nouns: Readonly<Partial<Record<FormName, Noun>>> = {
  stream,
  "new-stream": stream,
  person: { parts: ["people", "rules", "status", "fields"], find: personFor },
  group,
  "new-group": group,
  field,
  "new-field": field,
  folder,
  "new-folder": folder,
  snippet,
  "new-snippet": snippet,
  settings: { parts: ["settings", "people", "groups", "rules", "fields"] },
};

/** Creates or changes one thing: the verb that has an option for each field of the form. */
export function filling(form: VerbForm): (context: VerbContext) => Promise<void> {
  const noun = nouns[form.name];
  if (noun === undefined) throw new RangeError(`No verb fills in ${form.name}.`);
  const isNew = form.name.startsWith("new-");
  const find = isNew ? undefined : noun.find;
  return async (context) => {
    const { args } = context;
    const replica = await replicaFor(context, noun);
    // Without further arguments, all words are the name.
    const [typed = "", ...rest] = form.args === undefined ? [args.join(" ")] : args;
    const id = (await find?.(replica, typed, context))?.id;
    const ref: FormRef = { name: form.name, id: id ?? 0 };
    const values = requestedIn(context, replica, {
      form,
      ref,
      args: id === undefined ? args : rest,
    });
    if (Object.keys(values).length === 0)
      throw new Exit("misuse", `Specify what to change: ${wordList(optionNames(form), "or")}.`);
    const filled = await fillForm(context, replica, ref, values);
    if (!isNew) return tellChanged(context, form, { ...filled, typed: values, id });
    const { report, words, people } = filled;
    const made = await idOf(context, noun, filled);
    const sentence = `${made === null ? report : `${report} (${made})`}.${filled.whom}`;
    const undo =
      noun.undo === undefined || made === null
        ? []
        : [{ verb: noun.undo, args: [`${made}`], options: ["--yes"] }];
    tellCreated(context, made, `${sentence}${wayBack(context, ...undo)}`, {
      ...words,
      id: made,
      people,
    });
  };
}

async function replicaFor(context: VerbContext, { parts, local }: Noun): Promise<Replica> {
  const replica = await context.state(...parts);
  return local === undefined ? replica : local(context, replica);
}

type Changed = Filled & { readonly typed: FormValues; readonly id: number | undefined };

/** With the command that undoes it. Without an ID, each changed value is a row. */
function tellChanged(
  context: VerbContext,
  form: VerbForm,
  { report, isChange, words, before, typed, id, whom, people }: Changed,
): void {
  const old = Object.keys(typed).map((key) => [key, before.truth[key] ?? ""] as const);
  const again = wordsFor(form, Object.fromEntries(old), before);
  const subject = id === undefined ? [] : [`${id}`];
  const { verb } = context.invocation;
  const undo = wayBack(context, { verb, ...again, args: [...subject, ...again.args] });
  const sentence = isChange
    ? `${report}.${whom}${undo}`
    : `It is so already: nothing was changed.${whom}`;
  const changed = formOf(form).declared.filter(({ key }) => key in typed);
  const rows =
    id === undefined
      ? [
          ...changed.map(({ flag }) => ({ setting: flag, value: words[flag] })),
          ...profileRows(before, typed),
        ]
      : [{ ...words, id, people }];
  tellDone(context, sentence, ...rows);
}

/** Servers answer without the ID of most things, which have a name of their own. Null if it cannot be found: what was requested is done all the same. */
async function idOf(
  context: VerbContext,
  noun: Noun,
  { words, answers }: Filled,
): Promise<number | null> {
  if (noun.idIn !== undefined) return noun.idIn(answers[0]);
  try {
    const replica = await context.state(...noun.parts);
    return (await noun.find?.(replica, words["name"] ?? "", context))?.id ?? null;
  } catch {
    return null;
  }
}

/** `weir settings`: the user's own settings, in the words that `weir settings edit` accepts. */
export async function settings({ state, output }: VerbContext): Promise<void> {
  const ref: FormRef = { name: "settings", id: 0 };
  const now = formNow(await state("settings", "people", "rules", "fields"), ref);
  if (now === undefined) throw noSubject;
  const words = Object.entries(wordsOf(ref, now, now.truth));
  const rows = words.map(([setting, value]) => ({ setting, value }));
  output.rows([...rows, ...profileRows(now, now.truth)], {
    json: (row) => row,
    cells: ({ setting, value }) => [{ text: setting, token: "strong" }, value],
  });
}

function profileRows(now: FormNow, values: FormValues) {
  return profileWords(now, values).map((value) => ({ setting: "profile", value }));
}

/** All values as words of the command line, by the names of their options. */
function wordsOf({ name }: FormRef, { fields }: FormNow, values: FormValues): FormValues {
  const words = formOf({ name }).declared.map(({ key, flag }) => {
    const kind = fields.find((field) => field.key === key)?.kind;
    const value = values[key] ?? "";
    const options = kind?.type === "choice" ? kind.options : [];
    const option = options.find((one) => one.value === value);
    return [flag, option === undefined ? value.trim() : wordOf(option)] as const;
  });
  return Object.fromEntries(words);
}

type Requested = {
  readonly form: VerbForm;
  readonly ref: FormRef;
  readonly args?: readonly string[];
};

/** The values of the form's fields that the command line contains. */
export function requestedIn(
  { invocation }: VerbContext,
  replica: Replica,
  { form, ref, args = [] }: Requested,
): FormValues {
  const now = formNow(replica, ref);
  if (now === undefined) throw new Exit("refused", safeLine(lossSentence(replica, ref)));
  return valuesIn(invocation, form, args, { replica, now });
}

const noSubject = new Exit("refused", "It no longer exists.");

type Filled = {
  /** `Changed #backend` */
  readonly report: string;
  /** False: it was all so before. */
  readonly isChange: boolean;
  /** All values as words of the command line, by the names of their options. */
  readonly words: FormValues;
  readonly before: FormNow;
  /** ` Members: Ana Ruiz, Bo Lindqvist.`, for the fields that name somebody. */
  readonly whom: string;
  /** All of them, groups too. */
  readonly people: readonly string[];
  /** Of the server, in the order of the form's requests. */
  readonly answers: readonly unknown[];
};

/** Throws an Exit with the form's error before anything is requested. */
export async function fillForm(
  context: VerbContext,
  replica: Replica,
  ref: FormRef,
  typed: FormValues,
): Promise<Filled> {
  const current = formNow(replica, ref);
  if (current === undefined) throw new Exit("refused", safeLine(lossSentence(replica, ref)));
  const now = withDisabledLocked(current, { typed });
  const change = changeOf(now, { typed });
  const problems = now.fields.map((field) => {
    const isWanted = field.key in typed && typed[field.key] !== now.truth[field.key];
    return (isWanted ? field.locked : undefined) ?? problemOf(field, change);
  });
  if (now.locked !== undefined) throw new Exit("refused", safeLine(now.locked));
  for (const [at, field] of now.fields.entries()) {
    const problem = problems[at];
    if (problem !== undefined) throw refusalOf(ref, field, problem, field.key in typed);
  }
  const saving = formOf(ref).save(replica, ref, change);
  const overtaken = () => overtakenSentence(context, ref, now, typed);
  const answers = await carryOutAll(context, replica, saving, overtaken);
  if (saving.folders !== undefined && saving.folders.size > 0)
    await putFolders(context, replica, saving.folders);
  const named = now.fields
    .filter((field) => isListOfNames(field) && field.key in typed)
    .map(({ key, label }) => ({ label, names: namesIn(change.values[key] ?? "") }));
  return {
    report: saving.report,
    isChange: change.changed.size > 0,
    words: wordsOf(ref, now, change.values),
    before: current,
    whom: named.map(({ label, names }) => ` ${label}: ${names.join(", ") || "nobody"}.`).join(""),
    people: named.flatMap(({ names }) => names),
    answers,
  };
}

/** Servers call a field by its parameter, which no verb has: it is named as in the help. */
function refusalOf(ref: FormRef, { key, label }: Field, problem: string, isTyped: boolean): Exit {
  const sentence = problem.replace(/^[a-z_]+(?= (?:cannot be|is) )/, label);
  if (isTyped) return new Exit("refused", safeLine(sentence));
  const flag = formOf(ref).declared.find((field) => field.key === key)?.flag ?? key;
  return new Exit("misuse", safeLine(`Specify --${flag}: ${sentence.replace(/[.!]$/, "")}.`));
}

/** What fields that were to be changed have by now, because somebody else changed them. */
async function overtakenSentence(
  { state }: VerbContext,
  ref: FormRef,
  before: FormNow,
  typed: FormValues,
): Promise<string | undefined> {
  const parts = nouns[ref.name]?.parts;
  const after = parts && formNow(await state(...parts), ref);
  if (after === undefined) return undefined;
  const values = before.fields
    .filter(({ key }) => key in typed && after.truth[key] !== before.truth[key])
    .map((field) => `${field.label}: ${titleOfValue(field, after.truth[field.key] ?? "")}`);
  return values.length === 0
    ? undefined
    : `Somebody else changed it in the meantime, and it was not saved. Now: ${values.join("; ")}.`;
}

/** Irreversible changes need `--yes`; there is no prompt. Throws an Exit that describes the change. */
export function requireYes({ options }: Invocation, consequence: string): void {
  if (options["yes"] === true) return;
  throw new Exit("usage", `${consequence} Add --yes to do it.`);
}

/** Answers a question of the screen with yes. Throws an Exit with its error before anything is requested. */
export async function confirmQuestion(
  context: VerbContext,
  replica: Replica,
  question: Question | undefined,
): Promise<void> {
  if (question === undefined) throw noSubject;
  if (question.locked !== undefined) throw new Exit("refused", safeLine(question.locked));
  await carryOutAll(context, replica, question);
}

async function carryOutAll(
  context: VerbContext,
  replica: Replica,
  { actions = [], calls = [] }: Pick<Question, "actions" | "calls">,
  overtaken: () => Promise<string | undefined> = async () => undefined,
): Promise<readonly unknown[]> {
  for (const action of actions) await carryOut(context, replica, action);
  const sync = syncContext(context, replica);
  const answers: unknown[] = [];
  for (const call of calls) {
    try {
      const answer = await makeCall(sync, call);
      answers.push(answer);
      const [absence] = absencesOf(replica, call, answer);
      // If none of them was there, the answer tells.
      if (absence?.isOver === true) throw new Exit("refused", safeLine(absence.sentence));
    } catch (error) {
      const now = isStale(error) ? await overtaken() : undefined;
      const sentence = now ?? refusalSentence(replica, error);
      throw sentence === undefined ? error : new Exit("refused", safeLine(sentence));
    }
  }
  return answers;
}
