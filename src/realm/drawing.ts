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
    translateEmoticons: false,
    inlinePreviews: true,
    linkifiers: [],
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
    customEmoji: () => undefined,
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
