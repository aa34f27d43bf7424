/** The rows of the outbox: action, conversation, state and age. */
import { plain, safeLine } from "#base/safe-text.ts";
import { addressOf } from "#commands/lists/outbox-actions.ts";
import { openIntent } from "#commands/lists/outbox-source.ts";
import { sentenceOf } from "#journal/action.ts";
import type { Intent } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { conversationSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { RowsAt } from "./row.ts";
import { overRow, textSpans, timeText, titles } from "./row-parts.ts";

const section = titles({
  decide: ["NEEDS A DECISION", "bad"],
  waiting: ["QUEUED", "dim"],
  sending: ["BEING SENT", "dim"],
});

export function rowsOfOutbox({ style }: PaneParts): RowsAt {
  return ({ view, journal }, now) => ({
    row: ({ key }) => {
      const intent = openIntent(journal, key);
      if (intent === undefined) return overRow(style, view, key, plain("sent or cancelled"));
      return {
        sign: signOf(style, intent),
        subject: subjectOf(style, view, intent),
        detail: detailOf(style, intent),
        number: "",
        time: timeText(style, Math.floor(intent.createdAt / 1000), now),
      };
    },
    section,
  });
}

function signOf({ glyphs }: Style, { phase }: Intent): Span {
  switch (phase) {
    case "failed":
      return span(glyphs.failed, "bad");
    case "undecided":
      return span(glyphs.undecided, "warning");
    case "waiting":
      return span(glyphs.queued, "dim");
    default:
      return span(glyphs.sending, "dim");
  }
}

/** A send is named after its recipient, everything else after its action. */
function subjectOf(style: Style, view: Replica, intent: Intent): readonly Span[] {
  const { action } = intent;
  const address = action.kind === "send" ? addressOf(view, intent) : undefined;
  if (address !== undefined) return conversationSpans(style, view, address, "text");
  return [{ text: safeLine(sentenceOf(view, action)), token: "text", shrinks: true }];
}

function detailOf(style: Style, { phase, reason, action }: Intent): readonly Span[] {
  if (phase === "failed") return [span(safeLine(`not sent: ${reason ?? "refused"}`), "text")];
  const text = action.kind === "send" ? textSpans(style, action.content) : [];
  if (phase === "undecided") return [span(plain("may have arrived: "), "warning"), ...text];
  if (phase === "unconfirmed") return [span(plain("checking: "), "dim"), ...text];
  return text.length > 0 ? text : [span(plain(phase === "waiting" ? "queued" : "sending"), "dim")];
}
