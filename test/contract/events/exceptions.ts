/**
 * Accepted differences between events and a register: changes for which a real server sends no event.
 *
 * An exception removes its difference from both sides. Its example proves that it is needed: without the exception, the
 * sides differ.
 */
import { idsOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Permitted } from "#model/permitted.ts";
import { isTopicMuted, policyIn } from "#model/select/inbox-row.ts";
import type { Stream } from "#model/stream.ts";
import { knownStream } from "#model/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import { type Action, actionOf, ana, bo, cleo, don, gus } from "./action.ts";
import type { Pair, Side } from "./comparison.ts";

type Exception = {
  /** The paths that it may change. */
  readonly at: RegExp;
  readonly leave: (pair: Pair) => Pair;
  readonly example: readonly Action[];
};

const both = (pair: Pair, change: (side: Side) => Side): Pair => ({
  ...pair,
  updated: change(pair.updated),
  fresh: change(pair.fresh),
});

const strange = "unheard_of";

/** The luck with which the owner's queue expires. */
const expiring = 33;

/** Every stream changed, in use or archived; undefined: left out. */
const eachStream = (side: Side, change: (stream: Stream) => Stream | undefined): Side => {
  const changed = (streams: Side["streams"]) =>
    streams.flatMap(([id, stream]) => {
      const after = change(stream);
      return after === undefined ? [] : [[id, after] as const];
    });
  return { ...side, streams: changed(side.streams), archived: changed(side.archived) };
};

const idsIn = ({ streams, archived }: Side) => [...streams, ...archived].map(([id]) => id);

const streamOf = (key: string) => Number(/^t:(\d+):/.exec(key)?.[1]);

/** Messages of either side in streams that are inaccessible, or were for a while. */
function hiddenIn({ updated, fresh, lost }: Pair): ReadonlySet<number> {
  const within = fresh.streams.filter(
    ([, { isPrivate, subscription }]) => !isPrivate || subscription !== undefined,
  );
  const reach = new Set<number | undefined>(within.map(([id]) => id).filter((id) => !lost.has(id)));
  const known = [...updated.messages, ...fresh.messages];
  const hidden = known.filter(({ streamId: id }) => id !== undefined && !reach.has(id));
  return new Set(hidden.map(({ id }) => id));
}

/** Removes emails that the other side does not have. */
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
  /** With variation, the realm sends a setting that no register has. */
  "an unknown setting, sent by variation": {
    at: /^\/organization\/settings\/unheard_of$/,
    leave: (pair) =>
      both(pair, (side) => {
        const { [strange]: _, ...settings } = side.organization.settings;
        return { ...side, organization: { ...side.organization, settings } };
      }),
    example: Array.from({ length: 30 }, (_, b) => actionOf("ownName", cleo, 0, b)),
  },
  /** Making a public stream private sends no event to users who are not subscribed; they keep it. */
  "a public stream that became private": {
    at: /^\/(?:(?:streams|archived)\/\d+|policies\/t:\d+:.*)$/,
    leave: (pair) => {
      const known = new Set(idsIn(pair.fresh));
      const isClosed = ({ id, isPrivate, subscription }: Stream) =>
        !isPrivate && subscription === undefined && !known.has(id);
      const left = eachStream(pair.updated, (one) => (isClosed(one) ? undefined : one));
      const open = new Set(idsIn(left));
      const closed = new Set<number>(idsIn(pair.updated).filter((id) => !open.has(id)));
      const policies = left.policies.filter(([key]) => !closed.has(streamOf(key)));
      return { ...pair, updated: { ...left, policies } };
    },
    example: [actionOf("closeStream", cleo, 4)],
  },
  /** Users without access to a stream get no events about the messages that they have from it. */
  "messages of an inaccessible stream": {
    at: /^\/(?:messages\/|starred|lists\/)/,
    leave: (pair) => {
      const hidden = hiddenIn(pair);
      const isThere = (id: number) => !hidden.has(id);
      // A message that was starred without being fetched is not known to be in that stream.
      const isReadable = (id: number) => isThere(id) && pair.readable.has(id);
      return both(pair, (side) => ({
        ...side,
        messages: side.messages.filter(({ id }) => isThere(id)),
        starred: side.starred.filter(isReadable),
        lists: side.lists.map(([key, ids]) => [
          key,
          ids.filter(key === "starred" ? isReadable : isThere),
        ]),
      }));
    },
    example: [
      actionOf("makeGuest", cleo, 2),
      actionOf("leave", bo, 4),
      actionOf("deleteMessage", cleo, 6),
    ],
  },
  /** Guests get events of web-public streams only if they are subscribed; it may have been closed since. */
  "web-public streams, for guests who are not subscribed": {
    at: /^\/(?:streams|archived|policies|unread)\//,
    leave: (pair) => {
      if (!pair.wasGuest) return pair;
      const all = [pair.updated, pair.fresh].flatMap(({ streams, archived }) => [
        ...streams,
        ...archived,
      ]);
      const open = new Set<number>(
        all
          .filter(([, { subscription }]) => subscription === undefined)
          .filter(([id, { isWebPublic }]) => isWebPublic || pair.closed.has(id))
          .map(([id]) => id),
      );
      return both(pair, (side) => ({
        ...eachStream(side, (stream) => (open.has(stream.id) ? undefined : stream)),
        policies: side.policies.filter(([key]) => !open.has(streamOf(key))),
        unread: side.unread.filter(([key]) => !open.has(streamOf(key))),
      }));
    },
    example: [actionOf("describe", cleo, 5, 1), actionOf("openToWeb", cleo, 1)],
  },
  /** The visibility of emails depends on the user's role, but a change of the role does not send them again. */
  "emails, after the user's role changed": {
    at: /^\/people\/\d+\/deliveryEmail$/,
    leave: (pair) => {
      const { updated, fresh } = pair;
      if (!pair.hasChangedRole) return pair;
      return { ...pair, updated: addressesOf(updated, fresh), fresh: addressesOf(fresh, updated) };
    },
    example: [actionOf("showAddress", bo, 0, 4), actionOf("makeAdministrator", cleo, 4)],
  },
  /** A register without streams does not show whether subscribers are included, so they count as excluded. */
  "subscribers, after a register without streams": {
    at: /^\/(?:streams|archived)\/\d+\/subscribers$/,
    leave: (pair) => {
      const isHidden = pair.updated.streams.every(
        ([, { subscribers }]) => subscribers === undefined,
      );
      if (!isHidden) return pair;
      return both(pair, (side) =>
        eachStream(side, (stream) => ({ ...stream, subscribers: undefined })),
      );
    },
    example: [
      actionOf("closeStream", cleo, 5),
      actionOf("leave", gus, 0),
      actionOf("deactivate", cleo, 4),
      actionOf("reactivate", cleo, 4),
      actionOf("makeModerator", cleo, 4),
    ],
  },
  /** Events only report that a user came online, not until when; deactivated users have no presence. */
  presence: {
    at: /^\/presences/,
    leave: (pair) => {
      const away = new Set(pair.fresh.people.filter(([, one]) => !one.isActive).map(([id]) => id));
      const presences = pair.updated.presences.filter(([id]) => away.has(id));
      return {
        ...pair,
        updated: { ...pair.updated, presences },
        fresh: { ...pair.fresh, presences: [] },
      };
    },
    example: [actionOf("present", bo, 0, 0), actionOf("wait", bo), actionOf("present", bo, 0, 1)],
  },
  /** Equal changes of a flag in a queue are merged, and appear to follow its removal between them. */
  "flags that were added, removed and added elsewhere between two polls": {
    at: /^\/(?:unread|starred|lists\/starred|messages\/)/,
    leave: (pair) => both(pair, (side) => withoutMarks(side, pair.blurred)),
    example: [
      actionOf("star", ana, 0, 0, false),
      actionOf("unstar", ana, 0, 0, false),
      actionOf("star", ana, 1, 1),
    ],
  },
  /** A register omits wildcard mentions in muted conversations, and does not distinguish them from others. */
  "wildcard mentions in muted conversations": {
    at: /^\/unread\/.*\/mentions/,
    leave: (pair) => {
      const { replica } = pair;
      const isMuted = (key: ConversationKey) => {
        const id = streamOfKey(key);
        return isTopicMuted(id && knownStream(replica, id), policyIn(replica, key));
      };
      const groups = [...replica.unreads.streams.values()].flatMap((group) => [...group]);
      const muted = groups.filter(([key]) => isMuted(key));
      const quiet = new Set<number>(muted.flatMap(([, { wildcards }]) => idsOf(wildcards)));
      return both(pair, (side) => ({
        ...side,
        unread: side.unread.map(([key, { ids, mentions }]) => [
          key,
          { ids, mentions: mentions.filter((id) => !quiet.has(id)) },
        ]),
      }));
    },
    example: [actionOf("send", bo, 0, 2), actionOf("mute", ana, 0, 0)],
  },
  /** A register leaves people who are deactivated out of permissions, and no event says that they are back in them. */
  "permissions of streams, after somebody was reactivated": {
    at: /^\/(?:streams|archived)\/\d+\/permissions\//,
    leave: (pair) => {
      const left = (permitted: Permitted) => ({
        ...permitted,
        people: permitted.people.filter((id) => !pair.returned.has(id)),
      });
      return both(pair, (side) =>
        eachStream(side, (stream) => ({
          ...stream,
          permissions: Object.fromEntries(
            Object.entries(stream.permissions).map(([name, one]) => [name, left(one)]),
          ),
        })),
      );
    },
    example: [
      actionOf("makeStream", don),
      actionOf("deactivate", cleo, 1, 0, true, expiring),
      actionOf("ownName", cleo),
      actionOf("reactivate", cleo, 1),
    ],
  },
  /** After the newest message was deleted, the one before is unknown unless it was loaded. */
  "the newest message of a conversation, after a deletion": {
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
    example: [actionOf("sendDirect", bo, 2), actionOf("deleteMessage", bo, 0)],
  },
};

/** Applies every exception but `without`. */
export function excused(pair: Pair, without?: string): Pair {
  return Object.entries(exceptions).reduce(
    (left, [name, { leave }]) => (name === without ? left : leave(left)),
    pair,
  );
}
