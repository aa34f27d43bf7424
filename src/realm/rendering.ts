/** Renders texts to HTML with their mentions; results are cached. */
import { memoizeLru } from "#base/memoize-lru.ts";
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import { uploadPath } from "./html/address.ts";
import type { RenderContext } from "./html/context.ts";
import { compileLinkifier, type Linkifier } from "./html/linkifiers.ts";
import { renderHtml } from "./html/render.ts";
import { type TopicLink, topicLinks } from "./html/words.ts";
import { activeEmoji, type Customization, emojiPath } from "./state/customization.ts";
import { effectiveMembers, type People, type Person } from "./state/people.ts";
import type { State } from "./state/state.ts";

export type Render = ReturnType<typeof rendererOf>;

/** What rendering needs in addition to the state. */
export type RenderOptions = {
  readonly brand: string;
  /** The realm's URL without a trailing slash; known from the first request on. */
  readonly url: () => string;
};

const pictureTarget = /\.(?:bmp|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** Enough for a busy screen and its history. */
const rememberedTexts = 4_000;

type RenderState = Pick<State, "people" | "streams" | "customization">;

function linkifiersOf({ linkifiers }: Customization): readonly Linkifier[] {
  return linkifiers.flatMap(({ pattern, template }) => compileLinkifier(pattern, template) ?? []);
}

/** Finds the links in a topic, in order. */
export type ReadTopic = (topic: string) => readonly TopicLink[];

const rememberedTopics = 1_000;

export function topicReaderOf({ customization }: Pick<State, "customization">): ReadTopic {
  const linkifiers = linkifiersOf(customization);
  return memoizeLru(rememberedTopics, (topic) => topicLinks(topic, linkifiers));
}

/** Renders texts with the names of this state; cached results keep former names. */
export function rendererOf(state: RenderState, options: RenderOptions) {
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
        /** Mentioned by name or through a group. */
        people: [...called],
        everybody: mentions.streamWildcard,
        /** Whether the topic's participants are mentioned. */
        topic: mentions.topicWildcard,
      },
      hasLink: links.length > 0,
      hasImage: links.some((link) => pictureTarget.test(link)),
      /** Linked uploads: paths relative to `/user_uploads/`, as written. */
      uploads: links.flatMap((link) => uploadPath(link)?.slice("/user_uploads/".length) ?? []),
    };
  });
}

function contextOf(
  { people, streams, customization }: RenderState,
  { brand, url }: RenderOptions,
): RenderContext {
  const linkifiers = linkifiersOf(customization);
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
      const emoji = activeEmoji(customization, name);
      return emoji && emojiPath(emoji);
    },
    emojiCode: (name) => emojiByName(name)?.code,
    emojiName: nameOfCode,
  };
}

/** People and groups by name, indexed once per revision. */
function namesOf({ byId, groups, revision }: People) {
  const people = new Map<string, Person>();
  for (const person of byId.values()) {
    const name = person.fullName.toLowerCase();
    // Active people take precedence over deactivated ones with the same name.
    if (people.get(name)?.isActive !== true) people.set(name, person);
  }
  const groupsByName = new Map([...groups.values()].map((group) => [group.name, group]));
  return { people, groups: groupsByName, revision };
}

function mentionable(person: Person | undefined) {
  if (person === undefined) return undefined;
  return { id: person.id, name: person.fullName, isActive: person.isActive };
}
