/** Texts rendered as HTML with their mentions; results are cached. */
import { memoizeLru } from "#base/memoize-lru.ts";
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import { uploadPath } from "./html/address.ts";
import type { RenderContext } from "./html/context.ts";
import { compileLinkifier, type Linkifier } from "./html/linkifiers.ts";
import { renderHtml } from "./html/render.ts";
import { type TopicLink, topicLinks } from "./html/words.ts";
import { activeEmoji, emojiPath, type Look } from "./state/look.ts";
import { effectiveMembers, type People, type Person } from "./state/people.ts";
import type { State } from "./state/state.ts";

export type Render = ReturnType<typeof rendererOf>;

/** What rendering needs beside the state. */
export type RenderOptions = {
  readonly brand: string;
  /** Where the realm is reached, without a slash at the end; it is known when somebody comes. */
  readonly url: () => string;
};

const pictureTarget = /\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** As many texts as a busy screen and its history hold. */
const rememberedTexts = 4_000;

type Known = Pick<State, "people" | "streams" | "look">;

function linkifiersOf({ linkifiers }: Look): readonly Linkifier[] {
  return linkifiers.flatMap(({ pattern, template }) => compileLinkifier(pattern, template) ?? []);
}

/** What a topic's name links to, in its order. */
export type ReadTopic = (topic: string) => readonly TopicLink[];

const rememberedTopics = 1_000;

export function topicReaderOf({ look }: Pick<State, "look">): ReadTopic {
  const linkifiers = linkifiersOf(look);
  return memoizeLru(rememberedTopics, (topic) => topicLinks(topic, linkifiers));
}

/** Draws texts with the names of this state; what was drawn before a change of names stays as it was. */
export function rendererOf(state: Known, options: RenderOptions) {
  const context = contextOf(state, options);
  return memoizeLru(rememberedTexts, (content: string) => {
    const { html, mentions, links } = renderHtml(content, context);
    const called = new Set(mentions.users);
    for (const group of mentions.groups) {
      for (const member of effectiveMembers(state.people, group)) called.add(member);
    }
    return {
      html,
      mentions: {
        /** By name or through a group. */
        people: [...called],
        everybody: mentions.streamWildcard,
        /** Whether those who took part in the topic are mentioned. */
        topic: mentions.topicWildcard,
      },
      hasLink: links.length > 0,
      hasImage: links.some((link) => pictureTarget.test(link)),
      /** What is linked of the shared files: paths behind `/user_uploads/`, as they were written. */
      uploads: links.flatMap((link) => uploadPath(link)?.slice("/user_uploads/".length) ?? []),
    };
  });
}

function contextOf({ people, streams, look }: Known, { brand, url }: RenderOptions): RenderContext {
  const linkifiers = linkifiersOf(look);
  let names = namesOf(people);
  const current = () => {
    if (names.revision !== people.revision) names = namesOf(people);
    return names;
  };
  return {
    get realmUrl() {
      return url();
    },
    brand,
    linkifiers,
    userById: (id) => mentionable(people.byId.get(id)),
    userByName: (name) => mentionable(current().people.get(name.toLowerCase())),
    groupByName: (name) => {
      const group = current().groups.get(name);
      return group === undefined || group.isSystem ? undefined : group;
    },
    streamByName: (name) => {
      const stream = streams.byName.get(name.toLowerCase());
      return stream?.name === name ? stream : undefined;
    },
    customEmoji: (name) => {
      const emoji = activeEmoji(look, name);
      return emoji && emojiPath(emoji);
    },
    emojiCode: (name) => emojiByName(name)?.code,
    emojiName: nameOfCode,
  };
}

/** People and groups by name. A text that was drawn before a change of names stays as it is. */
function namesOf({ byId, groups, revision }: People) {
  const people = new Map<string, Person>();
  for (const person of byId.values()) {
    const name = person.fullName.toLowerCase();
    // Of namesakes, those who are still there come first.
    if (people.get(name)?.isActive !== true) people.set(name, person);
  }
  const groupsByName = new Map([...groups.values()].map((group) => [group.name, group]));
  return { people, groups: groupsByName, revision };
}

function mentionable(person: Person | undefined) {
  if (person === undefined) return undefined;
  return { id: person.id, name: person.fullName, isActive: person.isActive };
}
