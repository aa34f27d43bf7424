/** The dialogs for moving messages: the target, then which messages and who is notified. */
import { plain } from "#base/safe-text.ts";
import { mergeWarning, moveOptions, moveTargets } from "#commands/move-choices.ts";
import type { TopicPlace } from "#store/dialog.ts";
import { conversationSpans } from "#ui/names.ts";
import { span } from "#ui/spans.ts";
import type { Facts, PropsOf } from "./facts.ts";
import { foundTopics } from "./found-rows.ts";
import { Picker, Question } from "./parts.tsx";
import { Line, Row } from "./row.tsx";

export function MoveTarget({ facts, dialog }: PropsOf<"move-target">) {
  const { style, view, keys } = facts;
  return (
    <Picker
      keys={keys}
      title={dialog.moved.isTopic ? "Move the topic to" : "Move messages to"}
      typed={dialog.text}
      placeholder="a stream, then a topic"
      list={foundTopics(style, view, moveTargets(view, dialog))}
      chosen={dialog.chosen}
      take="continue"
    />
  );
}

export function MoveQuestion({ facts, dialog }: PropsOf<"move">) {
  const { view } = facts;
  const warning = mergeWarning(view, dialog);
  return (
    <Question
      facts={facts}
      title="Move which messages?"
      answers={moveOptions(view, dialog)}
      chosen={dialog.chosen}
    >
      <TopicLine facts={facts} word="from" topic={dialog.moved.from} />
      <TopicLine facts={facts} word="to" topic={dialog.to} />
      {warning !== undefined && <Line token="warning">{plain(warning)}</Line>}
    </Question>
  );
}

type TopicLineProps = {
  readonly facts: Facts;
  readonly word: "from" | "to";
  readonly topic: TopicPlace;
};

function TopicLine({ facts, word, topic }: TopicLineProps) {
  const place = conversationSpans(facts.style, facts.view, { kind: "topic", ...topic }, "text");
  return <Row left={[span(plain(word.padEnd(5)), "dim"), ...place]} />;
}
