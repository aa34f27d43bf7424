/** What the realm means by names in a message: people, groups and streams, found by ID or by name. */
import { get, type Table, values } from "#base/table.ts";
import type { Names } from "#markup/reading.ts";
import type { Group } from "#model/person.ts";
import type { Picture } from "#model/picture.ts";
import type { Stream } from "#model/stream.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";

/**
 * The names as they stand until one of them changes; nothing is gone through before somebody asks by name.
 *
 * Texts name people by what they were called when it was written: a name that was asked for once is remembered for
 * as long as nobody else has it.
 */
export function realmNames(): (picture: Picture) => Names {
  let last:
    | { readonly revision: number; readonly epoch: number; readonly names: Names }
    | undefined;
  const asked: Asked = { users: new Map(), groups: new Map(), streams: new Map() };
  return (picture) => {
    const { namesRevision: revision, epoch } = picture;
    if (last?.revision === revision && last.epoch === epoch) return last.names;
    last = { revision, epoch, names: namesOf(picture, asked) };
    return last.names;
  };
}

/** IDs by the names that were asked for, in lower case. */
type Asked = {
  readonly users: Map<string, UserId>;
  readonly groups: Map<string, GroupId>;
  readonly streams: Map<string, StreamId>;
};

function namesOf({ people, groups, streams, ownId }: Picture, asked: Asked): Names {
  const stream = ({ id, name, subscription }: Stream) => ({
    id,
    name,
    colour: subscription?.colour,
  });
  const crowd = ({ id, name, members }: Group) => ({
    id,
    name,
    includesMe: members.includes(ownId),
  });
  return {
    me: ownId,
    userById: (id) => get(people, id),
    userByName: finder(people, (person) => person, asked.users),
    groupByName: finder(groups, crowd, asked.groups),
    streamByName: finder(streams, stream, asked.streams),
    realmEmoji: () => undefined,
  };
}

/** Finds by name in any case; the index is made at the first question. */
function finder<Id extends number, Entry extends { readonly id: Id; readonly name: string }, Named>(
  table: Table<Id, Entry>,
  named: (entry: Entry) => Named,
  asked: Map<string, Id>,
): (name: string) => Named | undefined {
  let index: Map<string, Id> | undefined;
  return (name) => {
    if (index === undefined) {
      index = new Map();
      for (const entry of values(table)) index.set(entry.name.toLowerCase(), entry.id);
    }
    const key = name.toLowerCase();
    const id = index.get(key) ?? asked.get(key);
    const entry = id === undefined ? undefined : get(table, id);
    if (id === undefined || entry === undefined) return undefined;
    asked.set(key, id);
    return named(entry);
  };
}
