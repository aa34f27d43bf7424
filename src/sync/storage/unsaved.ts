/** What the disk has refused and the server does not have: it ends with the program, unless the exit tells it. */
import { kindOf, sentenceOf } from "#journal/action.ts";
import { isOfTurn } from "#journal/append.ts";
import type { Intent, IntentId, Phase } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import type { LocalPart } from "#journal/local-rows.ts";
import { draftRow, typedPrefix } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { typedTexts } from "#store/typed-texts.ts";
import { dismissalRows, folderRows, viewRows } from "./local-rows.ts";
import { snoozeRow } from "./snoozes.ts";
import { statusRow } from "./status-until.ts";

/** `maybe`: it was sent, and the result is not known yet. */
type Sent = "no" | "maybe";

export type UnsavedText = { readonly text: string; readonly sent: Sent };

/** Sentences, oldest first; not safe for a terminal. */
export type UnsavedChanges = { readonly changes: readonly string[]; readonly sent: Sent };

export type Unsaved = UnsavedText | UnsavedChanges;

/** Whether the intent is on disk, in any phase. */
type IsOnDisk = (id: IntentId) => boolean;

/** Texts first. */
export function unsavedIn(state: State, isOnDisk: IsOnDisk): readonly Unsaved[] {
  return [...unsavedTexts(state, isOnDisk), ...unsavedChanges(state, isOnDisk)];
}

/** Drafts, what was typed into forms and dialogs, and texts of intents that the server has not accepted. */
function unsavedTexts(
  { journal, session, screen }: State,
  isOnDisk: IsOnDisk,
): readonly UnsavedText[] {
  const drafts = [...journal.drafts]
    .filter(([key, { text }]) => text !== "" && session.unsaved.has(draftRow(key)))
    .map(([, { text }]): UnsavedText => ({ text, sent: "no" }));
  const typed = [...typedTexts(screen)]
    .filter(([key]) => session.unsaved.has(typedPrefix + key))
    .map(
      ([
        ,
        {
          typed: { text, ...others },
        },
      ]): UnsavedText => ({
        text: text ?? Object.values(others).join("\n"),
        sent: "no",
      }),
    );
  const sends = [...journal.intents.values()].flatMap((intent) =>
    isOnDisk(intent.id) ? [] : undelivered(intent),
  );
  return [...drafts, ...typed, ...sends];
}

function undelivered({ action, phase }: Intent): readonly UnsavedText[] {
  const text = kindOf(action).text?.(action);
  if (text === undefined || phase === "answered") return [];
  return [{ text, sent: sentIn(phase) }];
}

function sentIn(phase: Phase): Sent {
  return phase === "waiting" || phase === "failed" ? "no" : "maybe";
}

// Changes without a text are told as the steps that the user took.

function unsavedChanges(state: State, isOnDisk: IsOnDisk): readonly UnsavedChanges[] {
  const { journal, session, view } = state;
  const open = [...journal.intents.values()].filter(
    ({ id, action, phase }) =>
      kindOf(action).text === undefined && phase !== "answered" && !isOnDisk(id),
  );
  const steps = [...journal.undo, ...journal.redo].flatMap((step): readonly Change[] => {
    const own = open.filter(({ id }) => isOf(step, id));
    const isRefused = own.length > 0 || isRefusedHere(state, step);
    const title = step.undoneAt === undefined ? step.sentence : `Undid: ${step.sentence}`;
    return isRefused ? [{ title, sent: sentTogether(own) }] : [];
  });
  const isOfStep = ({ id }: Intent) =>
    [...journal.undo, ...journal.redo].some((step) => isOf(step, id));
  const others = open
    .filter((intent) => !isOfStep(intent))
    .map(({ action, phase }): Change => ({ title: sentenceOf(view, action), sent: sentIn(phase) }))
    .filter(({ title }) => title !== "");
  const isEndless = session.statusUntil !== undefined && session.unsaved.has(statusRow);
  const ends: readonly Change[] = isEndless
    ? [{ title: "The end of your status", sent: "no" }]
    : [];
  const groups = Map.groupBy(
    [...steps, ...others, ...ends, ...draftsGone(state)],
    ({ sent }) => sent,
  );
  return [...groups].map(([sent, all]) => ({ changes: all.map(({ title }) => title), sent }));
}

/** Texts that left the composer, and are drafts on the disk all the same. */
function draftsGone({ journal, session }: State): readonly Change[] {
  const prefix = draftRow("");
  const isGone = (row: string) =>
    row.startsWith(prefix) && !journal.drafts.get(row.slice(prefix.length))?.text;
  const title = "A draft was sent or deleted; the next start has it again";
  return [...session.unsaved].filter(isGone).map(() => ({ title, sent: "no" }));
}

type Change = { readonly title: string; readonly sent: Sent };

function isOf({ id, intents }: Step, intent: IntentId): boolean {
  return intents.includes(intent) || isOfTurn(intent, id);
}

function sentTogether(intents: readonly Intent[]): Sent {
  return intents.some(({ phase }) => sentIn(phase) === "maybe") ? "maybe" : "no";
}

/** What can be undone on this machine alone; a proposal that was declined is asked about again. */
type KeptPart = Exclude<LocalPart, "proposals">;

/** What a row is called that holds a change of a step on this machine. */
const rowNames: Readonly<Record<KeptPart, (key: string | number) => string>> = {
  snoozes: snoozeRow,
  dismissals: (key) => `${dismissalRows.prefix}${key}`,
  views: (key) => `${viewRows.prefix}${key}`,
  folders: (key) => `${folderRows.prefix}${key}`,
};

/**
 * Of a step that was undone, the disk may also have what was withdrawn: the next start would send it. What a step only ends
 * here, such as a snooze, is little beside what it did at the server.
 */
function isRefusedHere({ journal, session }: State, step: Step): boolean {
  const { unsaved } = session;
  const isWithdrawn = (id: IntentId) => !journal.intents.has(id) && unsaved.has(id);
  const isLost = (part: KeptPart) => {
    const rows: ReadonlyMap<string | number, unknown> = journal[part];
    const changed = [...(step[part]?.after.keys() ?? [])];
    return changed.some(
      (key) => unsaved.has(rowNames[part](key)) && (step.done.length === 0 || rows.has(key)),
    );
  };
  return (
    (step.undoneAt !== undefined && step.intents.some(isWithdrawn)) ||
    (Object.keys(rowNames) as readonly KeptPart[]).some(isLost)
  );
}
