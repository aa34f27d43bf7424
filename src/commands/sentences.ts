/** Sentences of commands: with the configured keys in them, and about what the server does not support. */
import { keysOf } from "#commands/keymap.ts";
import type { Step } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import { type LevelName, type UnsupportedFeature, unsupportedFeatureAt } from "#wire/levels.ts";
import type { Context, Keys } from "./command.ts";

/** The first key of a command, in that context if given; undefined if it is unbound. */
export function keyOf(
  { commands, overrides }: Keys,
  id: string,
  where?: Context,
): string | undefined {
  const command = commands.find((each) => each.id === id);
  return command && keysOf(command, overrides, where)[0];
}

/**
 * The sentence with command IDs in braces replaced by their keys, or by what is typed for them. Parts are separated by `|`, and one that names a
 * command without a key is left out; the result is empty if no part is left. "{message.reply} writes the first
 * message|, {triage.next} goes to the next unread|."
 */
export function withKeys(keys: Keys, sentence: string): string {
  const parts = sentence.split("|").flatMap((part) => filled(keys, part) ?? []);
  return parts.join("").replace(/^[\s.,:;]+/, "");
}

/** Undefined if it names a command without a key. */
function filled(keys: Keys, part: string): string | undefined {
  let isWhole = true;
  const text = part.replace(/\{([\w.-]+)\}/g, (_, id: string) => {
    const key = keys.typed === undefined ? keyOf(keys, id) : quoted(keys.typed(id));
    isWhole &&= key !== undefined;
    return key ?? "";
  });
  return isWhole ? text : undefined;
}

function quoted(words: string | undefined): string | undefined {
  return words && `"${words}"`;
}

// What the account's server is too old for: shown in help, and when the key is pressed.

/** Undefined if nothing is missing, and while the server is unknown. */
export function unsupportedReason(
  { epoch, realm }: Replica,
  name: LevelName | undefined,
): UnsupportedFeature | undefined {
  return epoch === 0 || name === undefined
    ? undefined
    : unsupportedFeatureAt(realm.featureLevel, name);
}

/**
 * Why a step cannot be undone: it marked messages read or set a reminder, the request has left, and the server cannot mark
 * them unread, or delete that. Undefined if it can be.
 */
export function unsupportedUndo(
  { view, journal }: State,
  step: Step | undefined,
): UnsupportedFeature | undefined {
  const marksUnread = step?.inverse.some((one) => one.kind === "read" && one.op === "remove");
  const unreminds = step?.inverse.some((one) => one.kind === "remind-delete");
  if (step === undefined || !(marksUnread || unreminds)) return undefined;
  const hasLeft = step.intents.some((id) => journal.intents.get(id)?.phase !== "waiting");
  return hasLeft ? unsupportedReason(view, marksUnread ? "markUnread" : "reminders") : undefined;
}
