/** Questions and choices about a message: deleting it, resolving an unsent one, its links, its poll or to-do list. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import { scheduledOptions, tooLongOptions } from "#commands/choices.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import { widgetOf } from "#model/widget.ts";
import { conversationSpans } from "#ui/names.ts";
import { span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Picker, Question } from "./parts.tsx";
import { Line, Row } from "./row.tsx";

/** What to do with a text above the message limit. */
export function TooLongQuestion({ facts, dialog }: PropsOf<"too-long">) {
  return (
    <Question
      facts={facts}
      title="Too long for one message"
      answers={tooLongOptions}
      chosen={dialog.chosen}
      leaving="keep editing"
    >
      <Paragraph token="warning">{safeLine(dialog.sentence)}</Paragraph>
    </Question>
  );
}

/** What to do with a scheduled message. */
export function ScheduledQuestion({ facts, dialog }: PropsOf<"scheduled">) {
  const { style, view, now } = facts;
  const message = view.scheduled.get(dialog.id);
  const timed = message && timedOf(view, message);
  const isFailed = message?.failed === true;
  return (
    <Question
      facts={facts}
      title={isFailed ? "This message was not sent" : "Scheduled message"}
      answers={scheduledOptions}
      chosen={dialog.chosen}
    >
      {timed === undefined ? (
        <Line token="warning">{plain("It was sent or deleted.")}</Line>
      ) : (
        <>
          <Row
            left={conversationSpans(style, view, timed.address, "text")}
            right={[span(plain(momentLabel(timed.at, now, hourStyleOf(view, style.hours))), "dim")]}
          />
          <Line token="quote">{safeLine(timed.content)}</Line>
        </>
      )}
      {isFailed && <Line token="bad">{safeLine(failureOf(view, message))}</Line>}
    </Question>
  );
}

export function WidgetAdd({ facts, dialog }: PropsOf<"widget-add">) {
  const message = get(facts.view.messages, dialog.messageId);
  const widget = message && widgetOf(message);
  const title = widget?.kind === "tasks" ? widget.title : (widget?.question ?? "");
  const isPoll = dialog.of === "poll";
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title={isPoll ? "Add an option" : "Add a task"}
      placeholder={isPoll ? "option" : "task: description"}
      take="add"
    >
      <Line token="dim">{safeLine(title)}</Line>
    </Picker>
  );
}
