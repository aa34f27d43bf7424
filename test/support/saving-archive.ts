/** An archive in memory that keeps what is written, and tells in which rounds. */
import { type Archive, type ArchiveChange, noArchive } from "#archive/archive.ts";
import type { Clock } from "#base/clock.ts";
import type { Message } from "#model/message.ts";
import type { MessageId } from "#wire/ids.ts";

export type SavingArchive = Archive & {
  /** The changes of each round that became visible. */
  readonly rounds: readonly ArchiveChange[][];
  readonly content: () => {
    readonly sections: ReadonlyMap<string, string>;
    readonly messages: ReadonlyMap<MessageId, Message>;
  };
  readonly forgotten: () => number;
};

type Options = { readonly clock: Pick<Clock, "now">; readonly size?: () => number };

export function savingArchive({ clock, size = () => 1 }: Options): SavingArchive {
  const sections = new Map<string, string>();
  const messages = new Map<MessageId, Message>();
  const rounds: ArchiveChange[][] = [];
  let round: ArchiveChange[] = [];
  let savedAt = 0;
  let forgotten = 0;
  const erase = (isGone: (message: Message) => boolean) => {
    for (const message of [...messages.values()]) if (isGone(message)) messages.delete(message.id);
  };
  const put = (json: string) => {
    for (const message of JSON.parse(json) as Message[]) messages.set(message.id, message);
  };
  const apply = (change: ArchiveChange) => {
    switch (change.kind) {
      case "section":
        if (change.json === undefined) sections.delete(change.name);
        else sections.set(change.name, change.json);
        return;
      case "messages":
        return put(change.json);
      case "deleted":
        return erase(({ id }) => change.ids.includes(id));
      case "emptied":
        return erase(
          ({ id, conversation }) => id <= change.to && conversation === change.conversation,
        );
      case "hidden":
        return erase(({ streamId }) => streamId !== undefined && change.streams.includes(streamId));
      case "known":
      case "gained":
        return;
    }
  };
  return {
    ...noArchive,
    rounds,
    content: () => ({ sections, messages }),
    forgotten: () => forgotten,
    load: async () =>
      sections.size === 0
        ? undefined
        : { sections: Array.from(sections, ([name, json]) => ({ name, json })), savedAt },
    write: async (changes, isLast) => {
      round.push(...changes);
      if (!isLast) return 0;
      round.forEach(apply);
      rounds.push(round);
      round = [];
      savedAt = clock.now();
      return size();
    },
    messages: async (ids) => ids.flatMap((id) => messages.get(id) ?? []),
    forget: async () => {
      forgotten += 1;
      round = [];
      sections.clear();
      messages.clear();
    },
  };
}
