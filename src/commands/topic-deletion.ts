/** Deleting the topic that is open, or under the cursor, after a question. */
import type { State } from "#store/state.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import { commandsIn, inPanes } from "./command.ts";
import { callProblem } from "./forms/endpoint-form.ts";
import { openForm } from "./forms/open-form.ts";
import { onlyTopic, targetsIn } from "./targets.ts";

const topicMeant = (state: State) => onlyTopic(state.view, targetsIn(state, 1));

export const topicDeletion = commandsIn(inPanes, {
  "topic.delete": {
    title: "Delete the topic (asks first)",
    keys: [],
    disabled: (state) =>
      topicMeant(state) === undefined ? "select one topic" : callProblem(state.view, deleteTopic),
    run: ({ store }) => {
      const meant = topicMeant(store.getState());
      if (meant !== undefined)
        openForm(store, { name: "delete-topic", id: meant.streamId, topic: meant.topic });
    },
  },
});
