/** The text of messages as painted lines, and as one line for lists. */
import { type Log, silent } from "#base/log.ts";
import { plain, type SafeText } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { layoutCache } from "#markup/cache.ts";
import type { Document } from "#markup/document.ts";
import { lazyHighlighter } from "#markup/highlight.ts";
import { type Layout, type Line, layout } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { preview } from "#markup/preview.ts";
import type { Reading } from "#markup/reading.ts";
import type { Message } from "#model/message.ts";
import type { Picture } from "#model/picture.ts";
import { widgetOf } from "#model/widget.ts";
import { senderName } from "./names.ts";
import { realmLinkifiers, realmNames } from "./realm-names.ts";
import type { Style } from "./style.ts";
import { widgetDocument } from "./widget-document.ts";

export type Bodies = {
  /** At most so many columns wide. */
  readonly of: (picture: Picture, message: Message, columns: number) => readonly Line[];
  /** Of a text that is no message yet. */
  readonly ofText: (picture: Picture, content: string, columns: number) => readonly Line[];
  readonly previewOf: (picture: Picture, message: Message) => SafeText;
  /** Rises when finished lines are out of date though no message changed. */
  readonly revision: () => number;
};

const keptLayouts = 1500;
const keptPreviews = 2000;

/** What an inbox row says of a message, as long as nothing is called otherwise. */
type Preview = { readonly of: Message; readonly names: number; readonly text: SafeText };

/** `onChange` is called when what was drawn would look better drawn again: code whose colours are loaded now. */
export function createBodies(style: Style, onChange: () => void, log: Log = silent): Bodies {
  const layouts = layoutCache(keptLayouts);
  const previews = new Map<Message["id"], Preview>();
  const highlighter = lazyHighlighter(onChange);
  const namesOf = realmNames();
  const linkifiersOf = realmLinkifiers(log);
  const { cells, glyphs, painter, hours } = style;

  const reading = (picture: Picture, sender: SafeText | undefined): Reading => ({
    names: namesOf(picture),
    linkifiers: linkifiersOf(picture),
    realmUrl: picture.realm.url,
    moment: (seconds) => plain(momentLabel(seconds, seconds, hours)),
    sender,
    you: plain("you"),
    emoji: true,
    showAddresses: true,
  });
  const read = (picture: Picture, message: Message): Document => {
    const widget = widgetOf(message);
    return widget === undefined
      ? parse(message.content, reading(picture, senderName(picture, message)))
      : widgetDocument(picture, widget);
  };
  const laidOut = (document: Document, columns: number): Layout =>
    layout(document, {
      columns,
      cells,
      glyphs,
      painter,
      openSpoilers: "all",
      highlight: highlighter.highlight,
      hyperlinks: false,
    });
  return {
    of: (picture, message, columns) => {
      const key = {
        messageId: message.id,
        revision: message.submessages.length === 0 ? message.content : message.submessages,
        names: picture.namesRevision,
        columns,
        look: highlighter.revision(),
      };
      const shown = layouts.get(
        key,
        () => read(picture, message),
        (document) => laidOut(document, columns),
      );
      return shown.lines;
    },
    ofText: (picture, content, columns) =>
      laidOut(parse(content, reading(picture, undefined)), columns).lines,
    previewOf: (picture, message) => {
      const known = previews.get(message.id);
      const { namesRevision: names } = picture;
      if (known?.of === message && known.names === names) return known.text;
      if (previews.size >= keptPreviews) previews.clear();
      const text = preview(read(picture, message));
      previews.set(message.id, { of: message, names, text });
      return text;
    },
    revision: highlighter.revision,
  };
}
