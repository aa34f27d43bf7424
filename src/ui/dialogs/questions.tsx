/** Questions about messages, with their answers. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import {
  deleteOptions,
  scheduledOptions,
  tooLongOptions,
  unsentOptions,
} from "#commands/choices.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { messageIn } from "#commands/unsent.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import { conversationSpans, personName } from "#ui/names.ts";
import { span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Question } from "./parts.tsx";
import { Line, Row } from "./row.tsx";

export function DeleteQuestion({ facts, dialog }: PropsOf<"delete">) {
  const { view } = facts;
  const message = get(view.messages, dialog.messageId);
  const isOwn = message?.senderId === view.ownId;
  return (
    <Question
      facts={facts}
      title={isOwn ? "Delete your message?" : "Delete this message?"}
      answers={deleteOptions}
      chosen={dialog.chosen}
    >
      {message !== undefined && !isOwn && (
        <Line token="strong">{personName(view, message.senderId)}</Line>
      )}
      <Line token="quote">{safeLine(message?.content ?? "")}</Line>
      <Line token="warning">
        {plain("It is deleted for everybody and cannot be brought back.")}
      </Line>
    </Question>
  );
}

/** What to do with a message that failed, or may have arrived. */
export function UnsentQuestion({ facts, dialog }: PropsOf<"unsent">) {
  const { journal } = facts;
  const intent = journal.intents.get(dialog.intent);
  const isUndecided = intent?.phase === "undecided";
  return (
    <Question
      facts={facts}
      title={isUndecided ? "This message may have arrived" : "This message was not sent"}
      answers={unsentOptions({ journal }, dialog.intent)}
      chosen={dialog.chosen}
    >
      <Line token="quote">{safeLine(messageIn(intent)?.text ?? "")}</Line>
      <Paragraph token="warning">
        {safeLine(intent?.reason ?? "No response; the server may have it.")}
      </Paragraph>
    </Question>
  );
}

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
