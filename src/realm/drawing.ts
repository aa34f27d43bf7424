/** Texts as HTML, and whom they address: drawn when first needed, and remembered for a while. */
import { remembered } from "#base/remembered.ts";
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import type { RenderContext } from "#realm/html/context.ts";
import { renderHtml } from "#realm/html/render.ts";
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
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
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

/** Draws texts with the names of this state. */
export function drawingOf(
  { people, streams }: Pick<State, "people" | "streams">,
  surroundings: Surroundings,
): Draw {
  const context = contextOf(people, streams, surroundings);
  return remembered(rememberedTexts, (content) => {
    const { html, mentions, hasLink, hasImage, hasAttachment } = renderHtml(content, context);
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
      hasLink,
      hasImage,
      hasAttachment,
    };
  });
}

function contextOf(
  people: People,
  streams: State["streams"],
  { brand, url }: Surroundings,
): RenderContext {
  const byName = new Map<string, Person>();
  for (const person of people.byId.values()) {
    const name = person.fullName.toLowerCase();
    // Of namesakes, those who are still there come first.
    if (byName.get(name)?.isActive !== true) byName.set(name, person);
  }
  const groups = new Map([...people.groups.values()].map((group) => [group.name, group]));
  return {
    get realmUrl() {
      return url();
    },
    brand,
    translateEmoticons: false,
    inlinePreviews: true,
    linkifiers: [],
    userById: (id) => mentionable(people.byId.get(id)),
    userByName: (name) => mentionable(byName.get(name.toLowerCase())),
    groupByName: (name) => {
      const group = groups.get(name);
      return group === undefined || group.isSystem ? undefined : group;
    },
    streamByName: (name) => {
      const stream = streams.byName.get(name.toLowerCase());
      return stream?.name === name ? stream : undefined;
    },
    customEmoji: () => undefined,
    emojiCode: (name) => emojiByName(name)?.code,
    emojiName: nameOfCode,
  };
}

function mentionable(person: Person | undefined) {
  if (person === undefined) return undefined;
  return { id: person.id, name: person.fullName, isActive: person.isActive };
}
