/**
 * Resolves what messages refer to in the realm: users, groups, streams and custom emoji, by ID or name, and the link
 * patterns.
 */
import type { Log } from "#base/log.ts";
import { memoizeLast } from "#base/memoize.ts";

import { get, type Table, values } from "#base/table.ts";
import { type Linkifier, linkifier } from "#markup/linkifiers.ts";
import { emojiByName, type Names, type ReaderContext } from "#markup/reader-context.ts";
import { emptyTopicName } from "#model/empty-topic.ts";
import type { Organization } from "#model/organization.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { systemGroupTitle } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import { safeName } from "./names.ts";

/**
 * Lookups by name, valid until a name changes; indexes are built on first use.
 *
 * Messages refer to people by the names of their time: a name that was looked up once keeps its ID until somebody else
 * has it.
 */
export function realmNames(): (replica: Replica) => Names {
  let last:
    | { readonly revision: number; readonly epoch: number; readonly names: Names }
    | undefined;
  const asked: NameLookups = { users: new Map(), groups: new Map(), streams: new Map() };
  return (replica) => {
    const { namesRevision: revision, epoch } = replica;
    if (last?.revision === revision && last.epoch === epoch) return last.names;
    last = { revision, epoch, names: namesOf(replica, asked) };
    return last.names;
  };
}

/** IDs by the lower-case names that were looked up. */
type NameLookups = {
  readonly users: Map<string, UserId>;
  readonly groups: Map<string, GroupId>;
  readonly streams: Map<string, StreamId>;
};

function namesOf(replica: Replica, asked: NameLookups): Names {
  const { people, groups, streams, ownId, emojiNames } = replica;
  const stream = ({ id, name, subscription }: Stream) => ({
    id,
    name,
    colour: subscription?.colour,
  });
  const crowd = ({ id, name, isSystem, members }: Group) => ({
    id,
    name: isSystem ? systemGroupTitle(name) : name,
    isSystem,
    includesMe: members.includes(ownId),
  });
  return {
    me: ownId,
    userById: (id) => get(people, id),
    userByName: finder(people, (person) => person, asked.users),
    groupByName: finder(groups, crowd, asked.groups),
    streamByName: finder(streams, stream, asked.streams),
    realmEmoji: emojiFinder(replica),
    unicodeEmoji: emojiByName(emojiNames),
  };
}

/** Besides the custom ones, every realm has one emoji with the brand's name. */
function emojiFinder({ organization, realm }: Replica): Names["realmEmoji"] {
  let index: Map<string, "active" | "deactivated"> | undefined;
  return (name) => {
    if (name === realm.prefix) return "active";
    if (index === undefined) {
      index = new Map();
      for (const own of Object.values(organization.emoji)) {
        if (!own.deactivated) index.set(own.name, "active");
        else if (!index.has(own.name)) index.set(own.name, "deactivated");
      }
    }
    return index.get(name);
  };
}

/** Each text is searched for each pattern; a realm's patterns beyond this number are ignored. */
const maxLinkifiers = 200;

/** The compiled link patterns. Those that cannot be compiled are left out, and logged once. */
export function realmLinkifiers(log: Log): (replica: Replica) => readonly Linkifier[] {
  const compiled = memoizeLast((linkifiers: Organization["linkifiers"]) => {
    const used = linkifiers
      .slice(0, maxLinkifiers)
      .flatMap(({ id, pattern, url_template: template }) => {
        const link = linkifier(pattern, template);
        if (link === undefined)
          log.warn("A link pattern is ignored: it cannot be compiled.", { id });
        return link ?? [];
      });
    const more = linkifiers.length - maxLinkifiers;
    if (more > 0)
      log.warn("There are too many link patterns; the last ones are left out.", { more });
    return used;
  });
  return ({ organization }) => compiled(organization.linkifiers);
}

/** Finds by name, ignoring case; the index is built on first use. */
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

/** What the realm says about texts, besides names. */
export function realmFacts(
  replica: Replica,
): Pick<ReaderContext, "realmUrl" | "featureLevel" | "emptyTopic" | "codeLanguage"> {
  const { realm, organization } = replica;
  const { default_code_block_language: language } = organization.settings;
  return {
    realmUrl: realm.url,
    featureLevel: realm.featureLevel,
    emptyTopic: safeName(emptyTopicName(replica)),
    codeLanguage: typeof language === "string" ? language : "",
  };
}
