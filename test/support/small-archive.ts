/** A client of the small realm whose archive has messages that the server does not know. */
import { values } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import { defaultLevel } from "#wire/limits.ts";
import { archiveIn } from "./archive-in.ts";
import { messages } from "./archived.ts";
import { startSmall } from "./small-client.ts";

export const words = (operand: string): SearchTerm => ({ operator: "search", operand });

/** Their IDs are 1, 2, and so on. */
export function startWithArchive(...texts: string[]) {
  return startWithArchiveAt(defaultLevel, ...texts);
}

/** With a server of that level. */
export async function startWithArchiveAt(level: number, ...texts: string[]) {
  const archive = archiveIn();
  const small = await startSmall({ level }, { archive });
  const [like] = values(small.store.getState().replica.messages);
  const kept = texts.map(
    (content, at): Message => ({ ...(like as Message), id: (at + 1) as MessageId, content }),
  );
  await archive.write([messages(...kept)], true);
  return { ...small, archive };
}
