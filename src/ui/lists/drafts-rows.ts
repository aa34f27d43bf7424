/** The rows of drafts: recipient, beginning of the text, and age. */
import { plain } from "#base/safe-text.ts";
import { relative } from "#base/time.ts";
import { draftOf } from "#commands/lists/drafts-source.ts";
import { editedBy, isConflictKey } from "#journal/drafts.ts";
import type { Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { editedAddress } from "#store/composer.ts";
import { conversationSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { since } from "#wire/levels.ts";
import type { RowsAt } from "./row.ts";
import { overRow, textSpans, titled } from "./row-parts.ts";

export function rowsOfDrafts({ style }: PaneParts): RowsAt {
  return ({ view, journal }, now) => ({
    row: ({ key }) => {
      const draft = draftOf(journal, key);
      if (draft === undefined) return overRow(style, view, key, plain("sent or deleted"));
      return {
        sign: span(style.glyphs.draft, "accent"),
        subject: recipientSpans(style, view, key, draft),
        detail: [...noteOn(view, key, draft), ...textSpans(style, draft.text)],
        number: "",
        time: plain(relative(Math.floor(draft.updatedAt / 1000), now, style.hours)),
      };
    },
    section: () => {
      const words = localOnly(view);
      return words === undefined ? undefined : titled(words, "dim");
    },
  });
}

/** Why drafts are not synced with other clients; undefined if they are. */
function localOnly({ epoch, realm, settings }: Replica): string | undefined {
  if (epoch === 0) return undefined;
  const here = "On this machine only";
  if (realm.featureLevel < since.sharedDrafts) return `${here}: this server does not store drafts`;
  const isOff = settings.enable_drafts_synchronization === false;
  return isOff ? `${here}: your setting “Share drafts” is off` : undefined;
}

const conflictNote = [span(plain("(other text) "), "warning")];
const edits = {
  edit: [span(plain("(edit of your message) "), "warning")],
  scheduled: [span(plain("(edit of a scheduled message) "), "warning")],
};

function noteOn(view: Replica, key: string, draft: Draft): readonly Span[] {
  const edited = editedBy(key);
  if (edited !== undefined) return edits[edited.kind];
  return isConflictKey(key) ? conflictNote : newTopic(view, draft);
}

function recipientSpans(style: Style, view: Replica, key: string, draft: Draft): readonly Span[] {
  const edited = editedBy(key);
  const address = (edited && editedAddress(view, edited)) ?? draft.address;
  if (address === undefined) return [span(plain("no recipient yet"), "dim")];
  return conversationSpans(style, view, address, "text");
}

/** The topic will be created when the draft is sent. */
function newTopic(view: Replica, { address }: Draft): readonly Span[] {
  if (address?.kind !== "topic" || !view.topicsComplete.has(address.streamId)) return noSpans;
  const isKnown = view.topics.get(address.streamId)?.has(conversationKey(address)) === true;
  return isKnown ? noSpans : [span(plain("(new topic) "), "dim")];
}
