/** The rest of a blueprint, beyond people, streams and texts, as changes. */

import { widgetOf } from "./actions/widget.ts";
import type {
  Blueprint,
  BlueprintMessage,
  BlueprintProfileField,
  Destination,
} from "./seed/blueprint.ts";
import type { Change } from "./state/changes.ts";
import type { Scheduled } from "./state/personal.ts";
import type { ProfileField } from "./state/profile-fields.ts";
import { othersOf } from "./state/state.ts";
import { type Stream, streamFacts } from "./state/streams.ts";

/** In the order in which they are to be applied. `streams` are those that the blueprint describes, by ID. */
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

/** What makes a poll or a to-do list of a message, and the votes and strikes below it. */
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
