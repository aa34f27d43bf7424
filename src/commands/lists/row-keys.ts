/** The keys of rows that stand for a user, a stream, a group or a profile field. */

import type { RowKey } from "#store/row-keys.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";

/** The key of an ID, and the ID of a key; undefined for other rows. */
function keysOf<Id extends number>(prefix: string) {
  return [
    (id: Id): RowKey => `${prefix}:${id}`,
    (key: RowKey): Id | undefined =>
      key.startsWith(`${prefix}:`) ? (Number(key.slice(prefix.length + 1)) as Id) : undefined,
  ] as const;
}

export const [personKey, personOfKey] = keysOf<UserId>("person");
export const [browseKey, streamOfRow] = keysOf<StreamId>("browse");
/** A stream's heading in the inbox, and its row in the sidebar. */
export const [headingKey, streamOfHeading] = keysOf<StreamId>("stream");
export const [groupKey, groupOfKey] = keysOf<GroupId>("group");
export const [fieldKey, fieldOfKey] = keysOf<number>("field");
