/** Builds the state of a realm from its blueprint: people, streams and texts directly, everything else as changes. */
import { emojiByName } from "#emoji/catalogue.ts";
import { widgetOf } from "#realm/actions/send.ts";
import type {
  Blueprint,
  BlueprintMessage,
  BlueprintProfileField,
  Destination,
} from "#realm/seed/blueprint.ts";
import { apply } from "#realm/state/apply.ts";
import type { Change } from "#realm/state/changes.ts";
import type { ProfileField } from "#realm/state/people.ts";
import type { Scheduled } from "#realm/state/personal.ts";
import { othersOf, type State, stateOf } from "#realm/state/state.ts";
import { type Stream, streamFacts } from "#realm/state/streams.ts";
import { rendererOf, topicReaderOf } from "./html.ts";
import type { Server } from "./server.ts";

export type World = Pick<Server, "state" | "render" | "topicLinks">;

const nobody: ReturnType<Server["render"]>["mentions"] = {
  people: [],
  everybody: false,
  topic: false,
};

/** The state and the renderer depend on each other: mentions are resolved by the names in the state. */
export function worldOf(blueprint: Blueprint): World {
  const own = new Map(blueprint.emoji?.map(({ name }, at) => [name, String(at + 1)]));
  let render: Server["render"] | undefined;
  const state = stateOf(
    blueprint,
    (early: State, content) => {
      render ??= rendererOf(early);
      // Rendering all messages would dominate the start, and few are ever requested.
      const mentions = content.includes("@") ? render(content).mentions : nobody;
      return { ...mentions, participants: [] };
    },
    (name) => {
      const code = own.get(name);
      return code === undefined ? unicodeEmoji(name) : { code, type: "realm_emoji" };
    },
  );
  for (const change of initialChanges(blueprint, state.streams.byId)) apply(state, change);
  return {
    state,
    render: render ?? rendererOf(state),
    topicLinks: topicReaderOf(state),
  };
}

export function unicodeEmoji(name: string) {
  const known = emojiByName(name);
  return known === undefined ? undefined : { code: known.code, type: "unicode_emoji" };
}

/** In the order of application. `streams` are those of the blueprint, by ID. */
export function initialChanges(
  blueprint: Blueprint,
  streams: ReadonlyMap<number, Stream>,
): readonly Change[] {
  return [
    ...profileChanges(blueprint),
    ...ownChanges(blueprint),
    ...widgetChanges(blueprint.messages),
    ...blueprint.streams.flatMap(({ id, isArchived = false }): readonly Change[] => {
      const stream = streams.get(id);
      if (!isArchived || stream === undefined) return [];
      return [{ kind: "stream saved", stream: { ...streamFacts(stream), isArchived } }];
    }),
  ];
}

function profileChanges({ profileFields = [], users }: Blueprint): readonly Change[] {
  if (profileFields.length === 0) return [];
  return [
    { kind: "profile fields set", fields: profileFields.map(fieldOf) },
    ...users.flatMap(({ id, profile }): readonly Change[] =>
      profile === undefined ? [] : [{ kind: "person changed", personId: id, facts: { profile } }],
    ),
  ];
}

function fieldOf(drawn: BlueprintProfileField, at: number): ProfileField {
  const { type, name, hint = "", data, inSummary = false } = drawn;
  const text = data === undefined ? "" : JSON.stringify(data);
  return { id: at + 1, type, name, hint, data: text, isRequired: false, inSummary };
}

function ownChanges({ you }: Blueprint): readonly Change[] {
  const { userId, scheduled = [], mutedPeople = [] } = you;
  return [
    ...scheduled.map(
      (drawn, at): Change => ({
        kind: "scheduled saved",
        userId,
        scheduled: {
          id: at + 1,
          ...addressOf(drawn, userId),
          content: drawn.content,
          at: drawn.at,
          failed: drawn.failed ?? false,
          readBySender: true,
          client: "website",
        },
      }),
    ),
    ...mutedPeople.map(
      ({ userId: otherId, at }): Change => ({ kind: "person muted", userId, otherId, at }),
    ),
  ];
}

function addressOf(place: Destination, userId: number): Pick<Scheduled, "type" | "to" | "topic"> {
  if ("streamId" in place) return { type: "stream", to: place.streamId, topic: place.topic };
  return { type: "private", to: othersOf(place.to, userId), topic: "" };
}

/** The submessages of polls and to-do lists, including votes and ticks. */
function widgetChanges(messages: readonly BlueprintMessage[]): readonly Change[] {
  let newest = 0;
  return messages.flatMap(({ id, senderId, content, ticks = [] }) => {
    const added = (userId: number, text: string): Change => {
      newest += 1;
      const submessage = { id: newest, senderId: userId, type: "widget", content: text };
      return { kind: "submessage added", id, submessage };
    };
    const [widget] = widgetOf(content, senderId, 0);
    if (widget === undefined) return [];
    const isPoll = content.startsWith("/poll");
    return [
      added(senderId, widget.content),
      ...ticks.map(({ userId, option }) =>
        added(
          userId,
          JSON.stringify(
            isPoll
              ? { type: "vote", key: `canned,${option - 1}`, vote: 1 }
              : { type: "strike", key: `${option - 1},canned` },
          ),
        ),
      ),
    ];
  });
}
