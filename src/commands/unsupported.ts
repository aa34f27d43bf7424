/** What the account's server is too old for: shown in help, and when the key is pressed. */
import type { Step } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import { type LevelName, type UnsupportedFeature, unsupportedFeatureAt } from "#wire/levels.ts";

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
 * Why a step cannot be undone: it marked messages read, the request has left, and the server cannot mark them unread.
 * Undefined if it can be.
 */
export function unsupportedUndo(
  { view, journal }: State,
  step: Step | undefined,
): UnsupportedFeature | undefined {
  const marksUnread = step?.inverse.some((one) => one.kind === "read" && one.op === "remove");
  if (step === undefined || !marksUnread) return undefined;
  const hasLeft = step.intents.some((id) => journal.intents.get(id)?.phase !== "waiting");
  return hasLeft ? unsupportedReason(view, "markUnread") : undefined;
}
