/**
 * Where what events told and what a register tells differ, because a real server tells some changes to nobody.
 *
 * A row takes its difference out of both sides. Its actions show that it is needed: without the row they lead to sides
 * that are not equal.
 */
import { idsOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import { isMuted } from "#model/select/counting.ts";
import { type Action, ana, bo, cleo, does, gus } from "./action.ts";
import type { Pair, Side } from "./told.ts";

type Exception = {
  /** Where its differences stand: it leaves everything else alone. */
  readonly at: RegExp;
  readonly leave: (pair: Pair) => Pair;
  readonly example: readonly Action[];
};

const both = (pair: Pair, change: (side: Side) => Side): Pair => ({
  ...pair,
  told: change(pair.told),
  fresh: change(pair.fresh),
});

const strange = "unheard_of";

const streamOf = (key: string) => Number(/^t:(\d+):/.exec(key)?.[1]);

/** The messages that are, for either side, where the person may not read, or might not for a while. */
function hiddenIn({ told, fresh, lost }: Pair): ReadonlySet<number> {
  const within = fresh.streams.filter(
    ([, { isPrivate, subscription }]) => !isPrivate || subscription !== undefined,
  );
  const reach = new Set<number | undefined>(within.map(([id]) => id).filter((id) => !lost.has(id)));
  const known = [...told.messages, ...fresh.messages];
  const hidden = known.filter(({ streamId: id }) => id !== undefined && !reach.has(id));
  return new Set(hidden.map(({ id }) => id));
}

/** Without the addresses of people of whom the other side tells none. */
function addressesOf(side: Side, other: Side): Side {
  const known = new Map(other.people);
  const people = side.people.map(([id, person]) => {
    const { deliveryEmail: _, ...nameless } = person;
    return [id, known.get(id)?.deliveryEmail === undefined ? nameless : person] as const;
  });
  return { ...side, people };
}

function withoutMarks(side: Side, ids: ReadonlySet<number>): Side {
  const without = (all: readonly number[]) => all.filter((id) => !ids.has(id));
  const unread = side.unread.map(
    ([key, { ids, mentions }]) =>
      [key, { ids: without(ids), mentions: without(mentions) }] as const,
  );
  return {
    ...side,
    unread: unread.filter(([, { ids }]) => ids.length > 0),
    starred: side.starred.filter((id) => !ids.has(id)),
    lists: side.lists.map(([key, ids]) => [key, key === "starred" ? without(ids) : ids] as const),
    messages: side.messages.map((one) => (ids.has(one.id) ? { ...one, starred: false } : one)),
  };
}

export const exceptions: Readonly<Record<string, Exception>> = {
  /** Weather tells of a setting that no register has. */
  "a setting that only weather knows": {
    at: /^\/furniture\/settings\/unheard_of$/,
    leave: (pair) =>
      both(pair, (side) => {
        const { [strange]: _, ...settings } = side.organization.settings;
        return { ...side, organization: { ...side.organization, settings } };
      }),
    example: Array.from({ length: 30 }, (_, b) => does("ownName", cleo, 0, b)),
  },
  /** Whoever was free to go to a stream and is not in it is not told that it was closed, and keeps what they knew. */
  "a stream that closed": {
    at: /^\/(?:streams\/\d+|policies\/t:\d+:.*)$/,
    leave: (pair) => {
      const known = new Set(pair.fresh.streams.map(([id]) => id));
      const { streams, policies } = pair.told;
      const closed = new Set(
        streams
          .filter(([id, { isPrivate, subscription }]) => {
            const mightCome = !isPrivate && subscription === undefined;
            return mightCome && !known.has(id);
          })
          .map(([id]) => id as number),
      );
      const told = {
        ...pair.told,
        streams: streams.filter(([id]) => !closed.has(id)),
        policies: policies.filter(([key]) => !closed.has(streamOf(key))),
      };
      return { ...pair, told };
    },
    example: [does("closeStream", cleo, 4)],
  },
  /** Who may not go to a stream is not told what happens to the messages that they have from it. */
  "messages of a stream that is out of reach": {
    at: /^\/(?:messages\/|starred|lists\/)/,
    leave: (pair) => {
      const hidden = hiddenIn(pair);
      return both(pair, (side) => ({
        ...side,
        messages: side.messages.filter(({ id }) => !hidden.has(id)),
        starred: side.starred.filter((id) => !hidden.has(id) && pair.readable.has(id)),
        lists: side.lists.map(([key, ids]) => [key, ids.filter((id) => !hidden.has(id))]),
      }));
    },
    example: [does("makeGuest", cleo, 2), does("leave", bo, 4), does("deleteMessage", cleo, 6)],
  },
  /** Guests hear of web-public streams only what becomes of those that they are in. */
  "what becomes of web-public streams, for guests who are not in them": {
    at: /^\/(?:streams|policies|unread)\//,
    leave: (pair) => {
      if (!pair.wasGuest) return pair;
      const all = [...pair.told.streams, ...pair.fresh.streams];
      const open = new Set(
        all
          .filter(([, stream]) => stream.isWebPublic && stream.subscription === undefined)
          .map(([id]) => id as number),
      );
      return both(pair, (side) => ({
        ...side,
        streams: side.streams.filter(([id]) => !open.has(id)),
        policies: side.policies.filter(([key]) => !open.has(streamOf(key))),
        unread: side.unread.filter(([key]) => !open.has(streamOf(key))),
      }));
    },
    example: [does("describe", cleo, 5, 1), does("openToWeb", cleo, 1)],
  },
  /** Whose address may be seen depends on the role, and nobody is told of it anew when their own changes. */
  "addresses, for one whose role changed": {
    at: /^\/people\/\d+\/deliveryEmail$/,
    leave: (pair) => {
      const { told, fresh } = pair;
      if (!pair.hasChangedRole) return pair;
      return { ...pair, told: addressesOf(told, fresh), fresh: addressesOf(fresh, told) };
    },
    example: [does("showAddress", bo, 0, 4), does("makeAdministrator", cleo, 4)],
  },
  /** A register without any stream does not show whether it would tell who is in one: then it counts as untold. */
  "who is in streams, for one who registered when they could see none": {
    at: /^\/streams\/\d+\/subscribers$/,
    leave: (pair) => {
      const isUntold = pair.told.streams.every(([, { subscribers }]) => subscribers === undefined);
      if (!isUntold) return pair;
      return both(pair, (side) => ({
        ...side,
        streams: side.streams.map(([id, stream]) => [id, { ...stream, subscribers: undefined }]),
      }));
    },
    example: [
      does("closeStream", cleo, 5),
      does("leave", gus, 0),
      does("deactivate", cleo, 4),
      does("reactivate", cleo, 4),
      does("makeModerator", cleo, 4),
    ],
  },
  /** Events say only that somebody came online, not how long it lasted; whoever may not sign in is out of sight. */
  presence: {
    at: /^\/presences/,
    leave: (pair) => {
      const away = new Set(pair.fresh.people.filter(([, one]) => !one.isActive).map(([id]) => id));
      const presences = pair.told.presences.filter(([id]) => away.has(id));
      return {
        ...pair,
        told: { ...pair.told, presences },
        fresh: { ...pair.fresh, presences: [] },
      };
    },
    example: [does("present", bo, 0, 0), does("wait", bo), does("present", bo, 0, 1)],
  },
  /** Equal changes of a flag that wait together are merged, and seem to come after what took the flag away again. */
  "marks that were set, taken away and set elsewhere between two answers": {
    at: /^\/(?:unread|starred|lists\/starred|messages\/)/,
    leave: (pair) => both(pair, (side) => withoutMarks(side, pair.blurred)),
    example: [
      does("star", ana, 0, 0, false),
      does("unstar", ana, 0, 0, false),
      does("star", ana, 1, 1),
    ],
  },
  /** A register leaves wildcard mentions in muted conversations out, and does not tell wildcards from names. */
  "wildcard mentions where it is muted": {
    at: /^\/unread\/.*\/mentions/,
    leave: (pair) => {
      const groups = [...pair.replica.unreads.streams.values()].flatMap((group) => [...group]);
      const muted = groups.filter(([key]) => isMuted(pair.replica, key));
      const quiet = new Set<number>(muted.flatMap(([, { wildcards }]) => idsOf(wildcards)));
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
    at: /^\/directs/,
    leave: (pair) => {
      const { directs, messages } = pair.replica;
      const now = new Map(pair.fresh.directs);
      const gone = [...directs].filter(
        ([key, { newest }]) =>
          get(messages, newest) === undefined && newest > (now.get(key)?.newest ?? 0),
      );
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
