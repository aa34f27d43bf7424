/** What the composer can complete: users, groups, streams, topics, emoji, languages and commands, the best first. */

import { memoizeEach, memoizeLast } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import { stamp } from "#base/time.ts";
import type { TypedTime } from "#base/typed-time.ts";
import type { Recency } from "#commands/places/recency.ts";
import type { CompletionQuery } from "#editor/completing.ts";
import { bestMatches, folded } from "#editor/match.ts";
import { catalogueFor, characterOf } from "#emoji/catalogue.ts";
import { type EmojiChoice, searchEmoji } from "#emoji/search.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { History } from "#model/histories.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Group, Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { type EmojiKey, ownEmoji } from "#model/select/emoji.ts";
import { systemGroupTitle } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { groupMark, personMark, streamMark, topicMark } from "#wire/name-marks.ts";

/** Texts are as received: not safe for a terminal. */
export type Candidate = {
  /** Replaces what was typed. */
  readonly insert: string;
  readonly title: string;
  readonly detail: string;
  /** The user whose presence is shown before it. */
  readonly userId?: UserId;
  /** A stream, shown with its sign. */
  readonly stream?: Stream;
  /** The stream of a topic, shown beside it. */
  readonly of?: Stream;
  readonly emoji?: string;
  /** A time, shown in words beside what was typed; UNIX seconds. */
  readonly at?: number;
};

/** What completion knows of the text, besides what is being typed. */
export type Writing = {
  readonly address: Address | undefined;
  readonly recent: Recency;
};

/** What the drawer shows at most. */
export const maxCandidates = 8;

type FoldedName = { readonly name: string; readonly folded: string };
type PersonEntry = FoldedName & { readonly person: Person };

/** Cached per user: when one of 20,000 changes, the others are not folded again. */
const entryOf = memoizeEach(
  (person: Person): PersonEntry => ({ name: person.name, folded: folded(person.name), person }),
);

const peopleEntries = memoizeLast((people: Replica["people"]) =>
  [...values(people)].filter(({ isActive }) => isActive).map(entryOf),
);

const wildcards = ["all", "everyone", "stream", "topic"] as const;

/** Names that say who only with an ID: of several people, whatever the case, or of wildcards. */
const namesakes = memoizeLast((people: Replica["people"]) => {
  const [seen, twice] = [new Set<string>(), new Set<string>([...wildcards, "channel"])];
  for (const { name } of values(people)) {
    const key = name.toLowerCase();
    (seen.has(key) ? twice : seen).add(key);
  }
  return twice;
});

const noIds: ReadonlySet<UserId> = new Set();

/** Users with messages in the loaded history. */
const writersOf = memoizeLast((messages: Replica["messages"], history: History | undefined) => {
  const ids = history?.ids.slice(-100) ?? [];
  return new Set(ids.flatMap((id) => get(messages, id)?.senderId ?? []));
});

const membersOf = memoizeLast((subscribers: readonly UserId[] | undefined) =>
  subscribers === undefined ? noIds : new Set(subscribers),
);

function closenessIn(view: Replica, { address, recent }: Writing): (id: UserId) => number {
  const history = address && view.histories.get(narrowKey(address));
  const writers = writersOf(view.messages, history);
  const stream = address?.kind === "topic" ? get(view.streams, address.streamId) : undefined;
  const members = membersOf(stream?.subscribers);
  const here = new Set(address?.kind === "direct" ? address.userIds : []);
  return (id) =>
    (writers.has(id) || here.has(id) ? 4 : 0) +
    (members.has(id) ? 2 : 0) +
    (recent.people.has(id) ? 1 : 0);
}

function people(view: Replica, { typed, isSilent }: CompletionQuery, writing: Writing) {
  const close = closenessIn(view, writing);
  const closeness = ({ person }: PersonEntry) =>
    // Hardly anybody mentions themselves.
    (person.id === view.ownId ? 0 : close(person.id)) -
    (person.isBot ? 8 : 0) -
    (view.mutedPeople.has(person.id) ? 16 : 0);
  const twice = namesakes(view.people);
  return bestMatches(peopleEntries(view.people), typed, maxCandidates, closeness).map(
    ({ person }): Candidate => ({
      insert: mentionOf(view, person, isSilent),
      title: person.name,
      detail: twice.has(person.name.toLowerCase()) ? person.email : kindOf(person.isBot),
      userId: person.id,
    }),
  );
}

/** The text that mentions the user, with a trailing blank; with the ID if the name is ambiguous. */
export function mentionOf(
  { people }: Replica,
  person: Pick<Person, "id" | "name">,
  isSilent = false,
): string {
  const isShared = namesakes(people).has(person.name.toLowerCase());
  return `${personMark(person, { isSilent, isShared })} `;
}

function kindOf(isBot: boolean): string {
  return isBot ? "bot" : "";
}

/** By title; the name is what is written. */
const groupEntries = memoizeEach((groups: Replica["groups"]) => {
  const all = [...values(groups)].filter(({ isActive }) => isActive);
  return all.map((group: Group) => {
    const title = group.isSystem ? systemGroupTitle(group.name) : group.name;
    return { title, folded: folded(title), group };
  });
});

/** Groups of the server are mentioned silently only: servers let nobody call them. LEVEL(333) */
function groups(view: Replica, { typed, isSilent }: CompletionQuery): readonly Candidate[] {
  const withSystem = isSilent && view.realm.featureLevel >= since.systemGroupMentions;
  const entries = groupEntries(view.groups).filter(({ group: { isSystem, name } }) =>
    isSystem ? withSystem && !/:(?:nobody|internet)$/.test(name) : true,
  );
  const matches = bestMatches(entries, typed, maxCandidates, () => 0);
  return matches.flatMap(({ title, group: { name, members, isSystem } }) => {
    const mark = groupMark(name, isSilent === true);
    const count = members.length === 1 ? "group, 1 person" : `group, ${members.length} people`;
    const detail = isSystem ? "group of the organization" : count;
    return mark === undefined ? [] : [{ insert: `${mark} `, title, detail }];
  });
}

/** Users come last: there are only a few matching groups and wildcards. */
function mentions(view: Replica, query: CompletionQuery, writing: Writing) {
  const everybody =
    query.isSilent || query.typed === "" ? [] : wildcardCandidates(view, query, writing.address);
  const some = query.typed === "" ? [] : groups(view, query).slice(0, 3);
  const room = maxCandidates - everybody.length - some.length;
  const matches = people(view, query, writing);
  return [...matches.slice(0, room), ...some, ...everybody];
}

function wildcardCandidates(
  { realm }: Replica,
  { typed }: CompletionQuery,
  address: Address | undefined,
): readonly Candidate[] {
  const start = folded(typed);
  const isTopic = address?.kind === "topic";
  const isKnown = (name: (typeof wildcards)[number]) => {
    if (name === "topic") return isTopic && realm.featureLevel >= since.topicMentions;
    return name !== "stream" || isTopic;
  };
  return wildcards
    .filter((name) => name.startsWith(start) && isKnown(name))
    .map((name) => ({
      insert: `@**${name}** `,
      title: name,
      detail: name === "topic" ? "notifies the participants here" : "notifies everybody here",
    }));
}

const streamEntries = memoizeLast((streams: Replica["streams"]) =>
  [...values(streams)].map((stream) => ({
    name: stream.name,
    folded: folded(stream.name),
    stream,
  })),
);

function bestStreams(view: Replica, typed: string, { address, recent }: Writing) {
  const here = address?.kind === "topic" ? address.streamId : undefined;
  return bestMatches(
    streamEntries(view.streams),
    typed,
    maxCandidates,
    ({ stream: { id, subscription } }) =>
      (id === here ? 8 : 0) +
      (recent.streams.has(id) ? 4 : 0) +
      (subscription?.pinned ? 2 : 0) +
      (subscription === undefined ? 0 : 1),
  );
}

function streams(view: Replica, { typed }: CompletionQuery, writing: Writing) {
  return bestStreams(view, typed, writing).map(
    ({ stream }): Candidate => ({
      insert: `${streamMark(stream, view.realm.featureLevel)} `,
      title: stream.name,
      detail: stream.subscription === undefined ? "not subscribed" : "",
      stream,
    }),
  );
}

function topics(view: Replica, query: CompletionQuery, writing: Writing) {
  const [first] = bestStreams(view, query.stream ?? "", writing);
  if (first === undefined) return [];
  const { stream } = first;
  const entries = [...(view.topics.get(stream.id)?.values() ?? [])]
    .sort((a, b) => b.newest - a.newest)
    .map(({ name: topic }) => {
      const name = topicTitle(view, topic);
      return { topic, name, folded: folded(name) };
    });
  const here = writing.address && conversationKey(writing.address);
  const closeness = ({ topic }: (typeof entries)[number]) => {
    const key = topicKey(stream.id, topic);
    return (
      (key === here ? 4 : 0) +
      (writing.recent.topics.has(key) ? 2 : 0) +
      (view.policies.get(key) === 3 ? 1 : 0)
    );
  };
  return bestMatches(entries, query.typed, maxCandidates, closeness).map(
    ({ name, topic }): Candidate => ({
      insert: `${topicMark(stream, { topic, title: name }, view.realm.featureLevel)} `,
      title: name,
      detail: "",
      of: stream,
    }),
  );
}

function emoji(view: Replica, { typed }: CompletionQuery): readonly Candidate[] {
  return emojiChoices(view, typed)
    .slice(0, maxCandidates)
    .map(({ type, code, name }) => {
      const character = type === "unicode_emoji" ? characterOf(code) : undefined;
      return {
        insert: `:${name}: `,
        title: name,
        detail: character === undefined ? "custom" : "",
        emoji: character ?? "",
      };
    });
}

/** Language names for syntax highlighting, and fence names that are not languages. */
const languages = (
  "bash c cpp csharp css diff go html ini java javascript json kotlin latex lua makefile markdown math perl php " +
  "python quote r ruby rust spoiler sql swift text toml typescript xml yaml"
)
  .split(" ")
  .map((name) => ({ name, folded: name }));

/** None for a bare fence, or a completely typed name. */
function languagesFor(typed: string): readonly Candidate[] {
  if (typed === "" || languages.some(({ name }) => name === folded(typed))) return [];
  return bestMatches(languages, typed, maxCandidates, () => 0).map(({ name }) => ({
    insert: name,
    title: name,
    detail: "",
  }));
}

const commands = [
  { name: "me", folded: "me", insert: "/me ", detail: "describes what you are doing" },
  {
    name: "poll",
    folded: "poll",
    insert: "/poll ",
    detail: "a question, then an option per line",
  },
  { name: "todo", folded: "todo", insert: "/todo ", detail: "a title, then one task per line" },
  { name: "upload", folded: "upload", insert: "/upload ", detail: "a file, by its path" },
];

const snippetEntries = memoizeEach((snippets: Replica["snippets"]) =>
  [...snippets.values()].map(({ title, content }) => ({
    name: title,
    folded: folded(title),
    content,
  })),
);

/** By name; a snippet's text replaces what was typed. */
function snippetsFor(view: Replica, { typed }: CompletionQuery): readonly Candidate[] {
  return bestMatches(snippetEntries(view.snippets), typed, maxCandidates, () => 0).map(
    ({ name, content: insert }) => ({ insert, title: `/${name}`, detail: beginningOf(insert) }),
  );
}

/** The drawer has one line for it. */
function beginningOf(text: string): string {
  const [line = ""] = text.trim().slice(0, 40).split("\n");
  return line;
}

const suggestedTimes = ["in 1 hour", "tomorrow 9:00", "monday 9:00"];

/** The typed time, or common times before anything is typed. */
export function timeCandidates(
  { typed }: CompletionQuery,
  readTime: (typed: string) => TypedTime | undefined,
): readonly Candidate[] {
  const words = typed.trim() === "" ? suggestedTimes : [typed.trim()];
  return words.flatMap((title) => {
    const time = readTime(title);
    if (time?.kind !== "time") return [];
    const { from: at } = time;
    return [{ insert: `<time:${stamp(at * 1000).replace(".000", "")}> `, title, detail: "", at }];
  });
}

/** An empty prefix is completed only if there are few possibilities. */
export function candidatesFor(
  view: Replica,
  query: CompletionQuery,
  writing: Writing,
): readonly Candidate[] {
  switch (query.kind) {
    case "mention":
      return mentions(view, query, writing);
    case "stream":
      return streams(view, query, writing);
    case "topic":
      return topics(view, query, writing);
    case "emoji":
      return emoji(view, query);
    case "language":
      return languagesFor(query.typed);
    case "slash":
      return [
        ...bestMatches(commands, query.typed, maxCandidates, () => 0).map(
          ({ name, insert, detail }) => ({ insert, title: `/${name}`, detail }),
        ),
        ...snippetsFor(view, query),
      ].slice(0, maxCandidates);
    case "snippet":
      return snippetsFor(view, query);
    case "time":
      return [];
  }
}

const maxEmoji = 50;

/** The emoji that match a text, by the server's names if they are known; of equal matches, frequent ones first. */
export function emojiChoices(
  view: Replica,
  text: string,
  frequent?: readonly EmojiKey[],
): readonly EmojiChoice[] {
  return searchEmoji(catalogueFor(view.emojiNames), ownEmoji(view), text, maxEmoji, frequent);
}
