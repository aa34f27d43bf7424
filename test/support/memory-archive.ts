/** An archive in memory: pages and messages only, of messages that tests put there. */
import { type Archive, type ArchivePageRequest, noArchive } from "#archive/archive.ts";
import { narrowsOf } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { type NarrowKey, narrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";

export type MemoryArchive = Archive & {
  /** Messages that were seen; between the first and the last one the narrow has no others. */
  readonly keep: (
    narrow: NarrowKey,
    messages: readonly Message[],
    ends?: { readonly oldestKnown?: boolean; readonly newestKnown?: boolean },
  ) => void;
  /** The pages that were asked for. */
  readonly asked: ArchivePageRequest[];
};

type Known = {
  readonly narrow: NarrowKey;
  readonly first: number;
  readonly last: number;
  readonly oldestKnown: boolean;
  readonly newestKnown: boolean;
};

export function memoryArchive(): MemoryArchive {
  const messages = new Map<MessageId, Message>();
  const known: Known[] = [];
  const asked: ArchivePageRequest[] = [];
  const isBetween = (narrow: NarrowKey, one: number, other: number) =>
    known.some((part) => part.narrow === narrow && part.first <= one && other <= part.last);
  return {
    ...noArchive,
    asked,
    keep: (narrow, seen, { oldestKnown = false, newestKnown = false } = {}) => {
      for (const message of seen) messages.set(message.id, message);
      const [first = 0, last = 0] = [seen[0]?.id, seen.at(-1)?.id];
      known.push({ narrow, first, last, oldestKnown, newestKnown });
    },
    write: async (changes) => {
      for (const change of changes) {
        if (change.kind === "messages")
          for (const message of JSON.parse(change.json) as Message[])
            messages.set(message.id, message);
        if (change.kind === "known") {
          const { ids, kind: _, ...part } = change;
          known.push({ ...part, first: ids[0] ?? 0, last: ids.at(-1) ?? 0 });
        }
      }
      return 1;
    },
    messages: async (ids) => ids.flatMap((id) => messages.get(id) ?? []),
    page: async (request) => {
      asked.push(request);
      const { before, after } = request;
      const key = narrowKey(request.narrow);
      const all = [...messages.values()]
        .filter((message) => narrowsOf(message).includes(key))
        .sort((one, other) => one.id - other.id);
      const anchor = request.anchor === "newest" ? Number.POSITIVE_INFINITY : request.anchor;
      const at = all.filter(({ id }) => id < anchor).length;
      const page = all.slice(Math.max(0, at - before), at + after);
      const [first = 0, last = 0] = [page[0]?.id, page.at(-1)?.id];
      const isHole = ({ id }: Message, index: number) => {
        const next = page[index + 1]?.id;
        return next !== undefined && !isBetween(key, id, next);
      };
      return {
        messages: page,
        holes: page.filter(isHole).map(({ id }) => id),
        oldestKnown: known.some(
          ({ narrow, ...part }) => narrow === key && part.oldestKnown && part.first === first,
        ),
        newestKnown: known.some(
          ({ narrow, ...part }) => narrow === key && part.newestKnown && part.last === last,
        ),
      };
    },
  };
}
