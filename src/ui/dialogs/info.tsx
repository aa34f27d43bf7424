/** Details about a message, a send, a draft or a row of the inbox. */
import type { ReactNode } from "react";
import { lineDiff } from "#base/line-diff.ts";
import { joined, plain, type SafeText, safeLine, safeText } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import { draftOf } from "#commands/lists/drafts-source.ts";
import { withKeys } from "#commands/sentences.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { isFollowed } from "#model/select/counting.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import type { InboxReason, InboxRow } from "#model/select/inbox-row.ts";
import type { InfoSubject } from "#store/dialog.ts";
import type { Fetched, MessageVersion } from "#store/message-details.ts";
import { hintsFor } from "#ui/hints.ts";
import { conversationSpans, emojiText, personName, senderName } from "#ui/names.ts";
import { span } from "#ui/spans.ts";
import type { UserId } from "#wire/ids.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts, PropsOf } from "./facts.ts";
import { Paragraph } from "./paragraph.tsx";
import { Line, Row } from "./row.tsx";

const titles: Readonly<Record<InfoSubject["kind"], string>> = {
  message: "About this message",
  send: "About this message",
  row: "Why it is listed",
  draft: "Draft",
};

export function Info({ facts, dialog: { about, chosen } }: PropsOf<"info">) {
  const { keys, view, journal } = facts;
  const message = about.kind === "message" ? get(view.messages, about.id) : undefined;
  return (
    <Dialog
      title={titles[about.kind]}
      scrolledTo={chosen}
      hints={hintsFor(keys, ["info.down", "scroll"], ["info.leave", "close"])}
    >
      {message !== undefined && <AboutMessage facts={facts} message={message} />}
      {about.kind === "message" && message === undefined && (
        <Paragraph>{plain("This message no longer exists.")}</Paragraph>
      )}
      {about.kind === "send" && (
        <Paragraph>
          {safeLine(journal.intents.get(about.intent)?.reason ?? "It is being sent.")}
        </Paragraph>
      )}
      {about.kind === "row" && (
        <Paragraph>
          {safeLine(whyListed(facts, inboxRowOf(view, about.key), about.section))}
        </Paragraph>
      )}
      {about.kind === "draft" && <AboutDraft facts={facts} rowKey={about.key} />}
    </Dialog>
  );
}

/** Nobody reads more in a dialog, which lays out all of it at once. */
const longestShown = 20_000;

type DraftProps = { readonly facts: Facts; readonly rowKey: string };

function AboutDraft({ facts: { style, view, journal, now }, rowKey }: DraftProps) {
  const draft = draftOf(journal, rowKey);
  if (draft === undefined) return <Paragraph>{plain("It was sent or deleted.")}</Paragraph>;
  const { address, text, updatedAt } = draft;
  const to =
    address === undefined
      ? [span(plain("no recipient yet"), "dim")]
      : conversationSpans(style, view, address);
  const written = plain(`  ${momentLabel(updatedAt / 1000, now, style.hours)}`);
  return (
    <>
      <Row left={[...to, span(written, "dim")]} />
      <Row />
      <Paragraph>{safeText(text.slice(0, longestShown))}</Paragraph>
    </>
  );
}

function whyListed(
  { style, keys, now }: Facts,
  row: InboxRow | undefined,
  section?: string,
): string {
  if (row === undefined) return "There are no unread messages here, except muted ones.";
  if (row.snooze === undefined || row.undecided !== undefined) {
    // Rows are not reordered until the user refreshes the list.
    const hasMoved = section !== undefined && section !== row.section;
    const moves = withKeys(keys, "{program.repaint} moves it to its section.");
    return hasMoved ? `${reasons[row.reason]} ${moves}` : reasons[row.reason];
  }
  const moment = momentLabel(row.snooze.until, now, style.hours);
  return `You snoozed it until ${moment}.`;
}

const reasons: Readonly<Record<InboxReason, string>> = {
  undecided: "A message of yours was not sent or may not have arrived, and needs your decision.",
  due: "You snoozed it until now.",
  direct: "A direct message to you is unread.",
  mention: "An unread message mentions you.",
  followed: "You follow this topic.",
  wrote: "You wrote in this topic.",
  wildcard: "An unread message mentions everybody, or a group that you are in.",
  alert: "An unread message has one of your alert words.",
  stream: "You are subscribed to the stream, and something in the topic is unread.",
  bots: "All unread messages are from bots.",
  snoozed: "You snoozed it: it comes back later.",
};

type MessageProps = { readonly facts: Facts; readonly message: Message };

function AboutMessage({ facts, message }: MessageProps) {
  const { style, view, details } = facts;
  const sent = plain(`  ${momentLabel(message.sentAt, facts.now, style.hours)}`);
  const known = details?.messageId === message.id ? details : undefined;
  return (
    <>
      <Row left={[span(senderName(view, message), "strong"), span(sent, "dim")]} />
      <Row left={conversationSpans(style, view, conversationOfMessage(message))} />
      <Section title="Why it is listed">
        <Paragraph>{plain(whyShown(view, message))}</Paragraph>
      </Section>
      <Section title="Reactions">
        <Reactions facts={facts} message={message} />
      </Section>
      {(message.editedAt !== undefined || message.movedAt !== undefined) && (
        <Section title="Edits">
          {fetched(known?.versions, (versions) => (
            <Versions facts={facts} versions={versions} />
          ))}
        </Section>
      )}
      <Section title="Read by">
        {fetched(known?.readers, (readers) => (
          <Paragraph>
            {readers.length === 0 ? plain("Nobody yet.") : namesOf(view, readers)}
          </Paragraph>
        ))}
      </Section>
    </>
  );
}

/** Why the user sees this message. */
function whyShown(view: Replica, message: Message): string {
  const { streamId, conversation } = message;
  const reasonsFor: readonly (readonly [boolean, string])[] = [
    [streamId === undefined, "It is a direct message to you."],
    [message.mentioned, "It mentions you."],
    [message.wildcardMentioned, "It mentions everybody, or a group that you are in."],
    [message.alerted, "It has one of your alert words."],
    [isFollowed(view, conversation), reasons.followed],
    [view.participated.has(conversation), reasons.wrote],
    [message.starred, "You starred it."],
  ];
  const why = reasonsFor.filter(([holds]) => holds).map(([, sentence]) => sentence);
  if (why.length > 0) return why.join(" ");
  const stream = streamId === undefined ? undefined : get(view.streams, streamId);
  return stream?.subscription === undefined
    ? "You are viewing a stream that you are not subscribed to."
    : "You are subscribed to the stream.";
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Row />
      <Line token="dim">{plain(title)}</Line>
      {children}
    </>
  );
}

function Reactions({ facts, message: { reactions } }: MessageProps) {
  if (reactions.length === 0) return <Line>{plain("None.")}</Line>;
  return reactions.map(({ type, code, name, userIds }) => {
    const emoji = facts.style.cells.show(emojiText(type, code, name));
    return (
      <Paragraph key={`${type} ${code}`}>
        {joined([plain(emoji), namesOf(facts.view, userIds)], plain("  "))}
      </Paragraph>
    );
  });
}

/** The user is called `you`. */
function namesOf(view: Replica, userIds: readonly UserId[]): SafeText {
  const names = userIds.map((id) => (id === view.ownId ? plain("you") : personName(view, id)));
  return joined(names, plain(", "));
}

function fetched<Value>(
  answer: Fetched<Value> | undefined,
  shown: (value: Value) => ReactNode,
): ReactNode {
  if (answer === undefined || answer.kind === "loading")
    return <Line token="faint">{plain("loading")}</Line>;
  if (answer.kind === "known") return shown(answer.value);
  return <Paragraph token="warning">{safeLine(answer.sentence)}</Paragraph>;
}

type VersionsProps = { readonly facts: Facts; readonly versions: readonly MessageVersion[] };

/** The newest change first, each compared with the version before it. */
function Versions({ facts, versions }: VersionsProps) {
  return versions
    .flatMap((after, at) => {
      const before = versions[at - 1];
      return before === undefined ? [] : [<Edit key={after.at} {...{ facts, before, after }} />];
    })
    .toReversed();
}

const diffLooks = { "-": "bad", "+": "good", " ": "text" } as const;

type EditProps = {
  readonly facts: Facts;
  readonly before: MessageVersion;
  readonly after: MessageVersion;
};

function Edit({ facts, before, after }: EditProps) {
  const { view, style, now } = facts;
  const who = after.editorId === undefined ? [] : [personName(view, after.editorId)];
  const when = plain(momentLabel(after.at, now, style.hours));
  const diff = before.content === after.content ? [] : lineDiff(before.content, after.content);
  return (
    <>
      <Paragraph token="strong">{joined([...who, when], plain("  "))}</Paragraph>
      {before.topic !== after.topic && (
        <Paragraph>{safeLine(`moved from ${before.topic} to ${after.topic}`)}</Paragraph>
      )}
      {diff.map(({ sign, text }) => (
        <Paragraph key={sign + text} token={diffLooks[sign]}>
          {safeLine(`${sign} ${text}`)}
        </Paragraph>
      ))}
    </>
  );
}
