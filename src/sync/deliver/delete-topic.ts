/** Delivers topic deletions. */
import { deleteTopic as callDeleteTopic } from "#api/streams.ts";
import type { DeleteTopic } from "#journal/actions/delete-topic.ts";
import { withProgress } from "#sync/progress.ts";
import type { Effect } from "./effect.ts";

export const deleteTopic: Effect<DeleteTopic> = {
  lane: () => "delete-topic",
  deliver: (context, { streamId, topic }) => {
    const title = `Deleting the topic “${topic}”`;
    return withProgress(context, context.intent.id, { title }, async (course) => {
      const values = { stream_id: streamId, topic_name: topic };
      const options = { ...course, beforeSending: context.beforeSending };
      await callDeleteTopic(context.connection(), values, course.answered, options);
    });
  },
};
