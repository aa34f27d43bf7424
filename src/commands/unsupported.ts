/** What the account's server is too old for: told where a person looks for it, and when they press its key. */
import type { Step } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import { type LevelName, type UnsupportedFeature, unsupportedFeatureAt } from "#wire/levels.ts";

/** Undefined where nothing is missing, and while nothing is known of the server. */
export function unsupportedReason(
  { epoch, realm }: Replica,
  name: LevelName | undefined,
): UnsupportedFeature | undefined {
  return epoch === 0 || name === undefined
    ? undefined
    : unsupportedFeatureAt(realm.featureLevel, name);
}

/**
 * Why a step cannot be taken back: it marked messages read, the server was told of it, and cannot mark them unread.
 * Undefined where it can.
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
