/** Deleting the topic that is open, or under the cursor, after a question. */
import type { State } from "#store/state.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import { commandsIn, inPanes } from "./command.ts";
import { callProblem } from "./forms/endpoint-form.ts";
import { deletingTopics } from "./forms/questions.ts";
import { openMenu } from "./screen.ts";
import { onlyTopic, targetsIn } from "./targets.ts";

const targetTopic = (state: State) => onlyTopic(state.view, targetsIn(state, 1));

export const topicDeletion = commandsIn(inPanes, {
  "topic.delete": {
    title: "Delete the topic (asks first)",
    keys: [],
    disabled: (state) =>
      targetTopic(state) === undefined
        ? "select one topic"
        : callProblem(state.view, deleteTopic, deletingTopics),
    run: ({ store }) => {
      const topic = targetTopic(store.getState());
      if (topic !== undefined)
        openMenu(store, { kind: "delete-topic", streamId: topic.streamId, topic: topic.topic });
    },
  },
});
