/** Questions and choices about a message: deleting it, resolving an unsent one, its links, its poll or to-do list. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import { scheduledOptions, tooLongOptions, widgetChoices } from "#commands/choices.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import { widgetOf } from "#model/widget.ts";
import { conversationSpans, narrowSpans } from "#ui/names.ts";
import { noSpans, span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Picker, Question } from "./parts.tsx";
import { Line, Row, Rows } from "./row.tsx";

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

export function Links({ facts, dialog }: PropsOf<"links">) {
  const { style, view } = facts;
  const { links, isForViewing = false } = dialog;
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title={isForViewing ? "View a file" : "Open a link"}
      take={isForViewing ? "view" : "open"}
    >
      <Rows
        of={links.map((link, choice) => {
          const where =
            link.kind === "web"
              ? [{ ...span(safeLine(link.url), "link"), shrinks: true }]
              : narrowSpans(style, view, link.narrow);
          return { choice, left: [digitSpan(choice), ...where] };
        })}
      />
    </Picker>
  );
}

/** The key of a choice; blank from the tenth on. */
function digitSpan(at: number) {
  return span(plain(at < 9 ? `${at + 1}  ` : "   "), "strong");
}

/** The options with their votes, or the tasks, each with its digit and checkbox; then the row for adding one. */
export function Widget({ facts, dialog }: PropsOf<"widget">) {
  const { style, view } = facts;
  const { boxChecked, boxUnchecked } = style.glyphs;
  const message = get(view.messages, dialog.messageId);
  const isPoll = message !== undefined && widgetOf(message)?.kind === "poll";
  const choices = widgetChoices(view, dialog.messageId);
  const answer = isPoll ? "vote or remove your vote" : "check or uncheck";
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title={isPoll ? "Vote" : "To-do list"}
      chosen={Math.min(dialog.chosen, choices.length)}
      take={dialog.chosen < choices.length ? answer : "add"}
    >
      {choices.map(({ key, text, isOn, votes }, at) => (
        <Row
          key={key}
          choice={at}
          left={[
            digitSpan(at),
            span(isOn ? boxChecked : boxUnchecked, isOn ? "accent" : "dim"),
            span(plain(" ")),
            { text: safeLine(text), shrinks: true },
          ]}
          right={votes === undefined ? noSpans : [span(plain(`${votes}`), "dim")]}
        />
      ))}
      <Row
        choice={choices.length}
        left={[span(plain("a  "), "strong"), span(plain(isPoll ? "Add an option" : "Add a task"))]}
      />
    </Picker>
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
