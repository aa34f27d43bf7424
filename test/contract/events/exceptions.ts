/**
 * Where what events told and what a register tells differ, because a real server tells some changes to nobody.
 *
 * A row takes its difference out of both sides. Its deeds show that it is needed: without the row they lead to sides
 * that are not equal.
 */
import { get } from "#base/table.ts";
import { isMuted } from "#model/select/counting.ts";
import type { MessageId } from "#wire/ids.ts";
import { ana, bo, cleo, type Deed, does } from "./deed.ts";
import type { Pair, Side } from "./told.ts";

type Exception = {
  readonly leave: (pair: Pair) => Pair;
  readonly example: readonly Deed[];
};

const both = (pair: Pair, change: (side: Side) => Side): Pair => ({
  ...pair,
  told: change(pair.told),
  fresh: change(pair.fresh),
});

const strange = "unheard_of";

const streamOf = (key: string) => Number(/^t:(\d+):/.exec(key)?.[1]);

/** The messages that are, for either side, where the person may not read, or might not for a while. */
function hiddenIn({ told, fresh, lost }: Pair): ReadonlySet<MessageId> {
  const within = fresh.streams.filter(
    ([, { isPrivate, subscription }]) => !isPrivate || subscription !== undefined,
  );
  const reach = new Set<number | undefined>(within.map(([id]) => id).filter((id) => !lost.has(id)));
  const known = [...told.messages, ...fresh.messages];
  const hidden = known.filter(({ streamId: id }) => id !== undefined && !reach.has(id));
  return new Set(hidden.map(({ id }) => id));
}

export const exceptions: Readonly<Record<string, Exception>> = {
  /** Weather tells of a setting that no register has. */
  "a setting that only weather knows": {
    leave: (pair) =>
      both(pair, (side) => {
        const { [strange]: _, ...settings } = side.furniture.settings;
        return { ...side, furniture: { ...side.furniture, settings } };
      }),
    example: Array.from({ length: 30 }, (_, b) => does("ownName", cleo, 0, b)),
  },
  /** Whoever loses a stream because it was closed to them is not told, and keeps what they knew of it. */
  "a stream that closed": {
    leave: (pair) => {
      const known = new Set(pair.fresh.streams.map(([id]) => id));
      const { streams, policies } = pair.told;
      const told = {
        ...pair.told,
        streams: streams.filter(([id]) => known.has(id)),
        policies: policies.filter(([key]) => known.has(streamOf(key))),
      };
      return { ...pair, told };
    },
    example: [does("closeStream", cleo, 4)],
  },
  /** Who may not go to a stream is not told what happens to the messages that they have from it. */
  "messages of a stream that is out of reach": {
    leave: (pair) => {
      const hidden = hiddenIn(pair);
      return both(pair, (side) => ({
        ...side,
        messages: side.messages.filter(({ id }) => !hidden.has(id)),
        starred: side.starred.filter((id) => !hidden.has(id) && pair.seen.has(id)),
      }));
    },
    example: [does("makeGuest", cleo, 2), does("leave", bo, 4), does("deleteMessage", cleo, 6)],
  },
  /** Guests are told of no streams for newcomers, and whoever becomes one or was one not of that. */
  "streams for newcomers of one whose role changed": {
    leave: (pair) =>
      pair.hasChangedRole
        ? both(pair, (side) => ({
            ...side,
            furniture: { ...side.furniture, defaultStreams: [] },
          }))
        : pair,
    example: [does("forNewcomers", cleo, 0), does("makeGuest", cleo, 1)],
  },
  /** Whose address may be seen depends on the role, and nobody is told of it anew when their own changes. */
  "addresses, for one whose role changed": {
    leave: (pair) =>
      pair.hasChangedRole
        ? both(pair, (side) => ({
            ...side,
            people: side.people.map(([id, { deliveryEmail: _, ...person }]) => [id, person]),
          }))
        : pair,
    example: [does("showAddress", bo, 0, 4), does("makeAdministrator", cleo, 4)],
  },
  /** Events say only that somebody came online. */
  presence: {
    leave: (pair) => both(pair, (side) => ({ ...side, presences: [] })),
    example: [does("present", bo, 0, 0), does("wait", bo), does("present", bo, 0, 1)],
  },
  /** A register leaves wildcard mentions in muted conversations out, and does not tell wildcards from names. */
  "wildcard mentions where it is muted": {
    leave: (pair) => {
      const groups = [...pair.picture.unreads.streams.values()].flatMap((group) => [...group]);
      const muted = groups.filter(([key]) => isMuted(pair.picture, key));
      const quiet = new Set<number>(muted.flatMap(([, { wildcards }]) => wildcards));
      return both(pair, (side) => ({
        ...side,
        unread: side.unread.map(([key, { ids, mentions }]) => [
          key,
          { ids, mentions: mentions.filter((id) => !quiet.has(id)) },
        ]),
      }));
    },
    example: [does("send", bo, 0, 2), does("mute", ana, 0, 0)],
  },
  /** Which message is left as the newest is not known where the list was not loaded that ended with the deleted one. */
  "the newest of a conversation whose end is gone": {
    leave: (pair) => {
      const { directs, messages } = pair.picture;
      const gone = [...directs].filter(([, { newest }]) => get(messages, newest) === undefined);
      const unsure = new Set<string>(gone.map(([key]) => key));
      return both(pair, (side) => ({
        ...side,
        directs: side.directs.filter(([key]) => !unsure.has(key)),
      }));
    },
    example: [does("sendDirect", bo, 2), does("deleteMessage", bo, 0)],
  },
};

/** The pair without what is excepted by any row but the one `without` names. */
export function excused(pair: Pair, without?: string): Pair {
  return Object.entries(exceptions).reduce(
    (left, [name, { leave }]) => (name === without ? left : leave(left)),
    pair,
  );
}
