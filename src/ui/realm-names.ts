/** What the realm means by names in a message: people, groups and streams, found by ID or by name. */
import { get, values } from "#base/table.ts";
import type { NamedGroup, NamedStream, NamedUser, Names } from "#markup/reading.ts";
import type { Picture } from "#model/picture.ts";

/** The names as they stand until one of them changes; nothing is gone through before somebody asks by name. */
export function realmNames(): (picture: Picture) => Names {
  let last:
    | { readonly revision: number; readonly epoch: number; readonly names: Names }
    | undefined;
  return (picture) => {
    const { namesRevision: revision, epoch } = picture;
    if (last?.revision === revision && last.epoch === epoch) return last.names;
    last = { revision, epoch, names: namesOf(picture) };
    return last.names;
  };
}

function namesOf({ people, groups, streams, ownId }: Picture): Names {
  const users = indexOnce<NamedUser>(() => values(people));
  const named = indexOnce<NamedStream>(function* () {
    for (const { id, name, subscription } of values(streams)) {
      yield { id, name, colour: subscription?.colour };
    }
  });
  const crowds = indexOnce<NamedGroup>(function* () {
    for (const { id, name, members } of values(groups)) {
      yield { id, name, includesMe: members.includes(ownId) };
    }
  });
  return {
    me: ownId,
    userById: (id) => get(people, id),
    userByName: users,
    groupByName: crowds,
    streamByName: named,
    isRealmEmoji: () => false,
  };
}

/** Finds by name in any case; the index is made at the first question. */
function indexOnce<Named extends { readonly name: string }>(
  all: () => Iterable<Named>,
): (name: string) => Named | undefined {
  let index: Map<string, Named> | undefined;
  return (name) => {
    if (index === undefined) {
      index = new Map();
      for (const each of all()) index.set(each.name.toLowerCase(), each);
    }
    return index.get(name.toLowerCase());
  };
}
