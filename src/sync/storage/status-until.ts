/** When the user's status ends, on disk: weir clears it then, also after a restart. */
import type { JournalStorage } from "#journal/storage.ts";
import type { StatusUntil } from "#store/session.ts";

export const statusRow = "status-until";

/** If `until` is undefined, the status stays. */
export function putStatusUntil(
  storage: Pick<JournalStorage, "putValue">,
  until: StatusUntil | undefined,
): Promise<void> {
  return storage.putValue(statusRow, until ?? null);
}

/** From an earlier run; undefined if there is none, or it cannot be read. */
export function statusUntilFrom(values: ReadonlyMap<string, unknown>): StatusUntil | undefined {
  const value = values.get(statusRow);
  if (typeof value !== "object" || value === null) return undefined;
  const { at, text, emojiName } = value as Readonly<Record<string, unknown>>;
  const isRight = Number.isInteger(at) && typeof text === "string" && typeof emojiName === "string";
  return isRight ? { at: at as number, text, emojiName } : undefined;
}
