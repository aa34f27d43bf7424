/** Deleting all messages of a topic. */
import * as z from "zod";
import { titleOf } from "#model/select/conversations.ts";
import { type StreamId, streamId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type DeleteTopic = {
  readonly kind: "delete-topic";
  readonly streamId: StreamId;
  readonly topic: string;
};

/** Cannot be undone, so the person confirms it first; events report progress, and the answer completes it. */
export const deleteTopic: ActionKind<DeleteTopic> = {
  stored: z.strictObject({ kind: z.literal("delete-topic"), streamId, topic: z.string() }),
  repeatable: true,
  agrees: () => true,
  sentence: (view, { streamId: id, topic }) =>
    `Delete the topic ${titleOf(view, { kind: "topic", streamId: id, topic })}`,
};
