/** Texts as HTML, and whom they address: drawn when first needed, and remembered for a while. */
import { remembered } from "#base/remembered.ts";
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import { uploadPath } from "#realm/html/address.ts";
import type { RenderContext, Thumbnail } from "#realm/html/context.ts";
import { compileLinkifier, type Linkifier } from "#realm/html/linkifiers.ts";
import { renderHtml } from "#realm/html/render.ts";
import { type TopicLink, topicLinks } from "#realm/html/topic-links.ts";
import { percentDecoded } from "#realm/percent.ts";
import type { Files } from "#realm/state/files.ts";
import { activeEmoji, emojiPath, type Look } from "#realm/state/look.ts";
import { effectiveMembers, type People, type Person } from "#realm/state/people.ts";
import type { State } from "#realm/state/state.ts";

export type Drawing = {
  readonly html: string;
  readonly mentions: {
    /** By name or through a group. */
    readonly people: readonly number[];
    readonly everybody: boolean;
    /** Whether those who took part in the topic are called. */
    readonly topic: boolean;
  };
  /** The groups that are called by name. */
  readonly groups: readonly number[];
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  /** What is linked of the shared files: paths behind `/user_uploads/`, as they were written. */
  readonly uploads: readonly string[];
};

export type Draw = (content: string) => Drawing;

/** What drawing must know beside the state. */
export type Surroundings = {
  readonly brand: string;
  /** Where the realm is reached, without a slash at the end; it is known when somebody comes. */
  readonly url: () => string;
};

/** As many texts as a busy screen and its history hold. */
const rememberedTexts = 4_000;

type Known = Pick<State, "people" | "streams" | "look" | "files" | "settings" | "drawnRevision">;

/** `work` remembered for as long as `state`, what it depends on beside the text, stays what it is. */
function whileTheSame<Answer extends NonNullable<unknown>>(
  state: () => unknown,
  size: number,
  work: (text: string) => Answer,
): (text: string) => Answer {
  let before = state();
  let current = remembered(size, work);
  return (text) => {
    const now = state();
    if (now !== before) current = remembered(size, work);
    before = now;
    return current(text);
  };
}

function linkifiersOf({ linkifiers }: Look): readonly Linkifier[] {
  return linkifiers.flatMap(({ pattern, template }) => compileLinkifier(pattern, template) ?? []);
}

/** What a topic's name links to, in its order. */
export type ReadTopic = (topic: string) => readonly TopicLink[];

const rememberedTopics = 1_000;

export function topicReaderOf({ look }: Pick<State, "look">): ReadTopic {
  const linkifiers = linkifiersOf(look);
  return remembered(rememberedTopics, (topic) => topicLinks(topic, linkifiers));
}

/** Draws texts with the names of this state. */
export function drawingOf(state: Known, surroundings: Surroundings): Draw {
  return drawnIn(state, contextOf(state, surroundings));
}

/** Settings decide what a text looks like; the names in it stay as they were. */
function drawnIn(known: Known, context: RenderContext): (content: string) => Drawing {
  const { people } = known;
  const state = () => known.drawnRevision;
  return whileTheSame(state, rememberedTexts, (content) => {
    const { html, mentions, hasImage, links } = renderHtml(content, context);
    const called = new Set(mentions.users);
    for (const group of mentions.groups) {
      for (const member of effectiveMembers(people, group)) called.add(member);
    }
    return {
      html,
      mentions: {
        people: [...called],
        everybody: mentions.streamWildcard,
        topic: mentions.topicWildcard,
      },
      groups: [...mentions.groups],
      hasLink: links.length > 0,
      hasImage,
      uploads: links.flatMap((link) => uploadPath(link)?.slice("/user_uploads/".length) ?? []),
    };
  });
}

function contextOf(
  { people, streams, look, files, settings }: Known,
  { brand, url }: Surroundings,
): RenderContext {
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
    channelIsWildcard: true,
    translateEmoticons: false,
    get inlinePreviews() {
      return settings.get("inline_image_preview") !== false;
    },
    get defaultCodeLanguage() {
      const language = settings.get("default_code_block_language");
      return typeof language === "string" ? language : "";
    },
    thumbnail: (path) => thumbnailOf(files, path.slice("/user_uploads/".length)),
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

/** The one small form of a picture; of one that moves, the form that does, too. */
export function thumbnailName(isAnimated: boolean): string {
  return `840x560${isAnimated ? "-anim" : ""}.webp`;
}

/** The realm makes no smaller pictures: it shows the whole one under the small one's address. */
function thumbnailOf({ byPath }: Files, path: string): Thumbnail | undefined {
  const shape = (byPath.get(path) ?? byPath.get(percentDecoded(path)))?.picture;
  if (shape === undefined) return undefined;
  const { width, height, isAnimated } = shape;
  const source = `/user_uploads/thumbnail/${path}/${thumbnailName(isAnimated)}`;
  return { source, dimensions: `${width}x${height}`, isAnimated };
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
