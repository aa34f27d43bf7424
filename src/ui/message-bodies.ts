/** The text of messages as painted lines, and as one line for lists. */
import { type Log, silent } from "#base/log.ts";
import { plain, type SafeText } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { layoutCache } from "#markup/cache.ts";
import type { Document } from "#markup/document.ts";
import { lazyHighlighter } from "#markup/highlight.ts";
import { type Layout, layout, type PaintedLine } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { preview } from "#markup/preview.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { widgetOf } from "#model/widget.ts";
import { linksOf } from "./message-links.ts";
import { senderName } from "./names.ts";
import { realmLinkifiers, realmNames } from "./realm-names.ts";
import type { Style } from "./style.ts";
import { widgetDocument } from "./widget-document.ts";

export type MessageBodies = {
  /** At most so many columns wide; what spoilers hide is there only when they are open. */
  readonly of: (
    replica: Replica,
    message: Message,
    columns: number,
    hasOpenSpoilers: boolean,
  ) => readonly PaintedLine[];
  /** Of a text that is no message yet. */
  readonly ofText: (replica: Replica, content: string, columns: number) => readonly PaintedLine[];
  readonly previewOf: (replica: Replica, message: Message) => SafeText;
  /** What can be opened in the message, in the order of its text. */
  readonly linksOf: (replica: Replica, message: Message) => readonly MessageLink[];
  /** The code blocks, in the order of the text. */
  readonly codesOf: (replica: Replica, message: Message) => readonly SafeText[];
  /** Rises when finished lines are out of date though no message changed. */
  readonly revision: () => number;
};

const noSpoilers: ReadonlySet<number> = new Set();
const keptLayouts = 1500;
const keptPreviews = 2000;

/** What an inbox row says of a message, as long as nothing is called otherwise. */
type Preview = { readonly of: Message; readonly names: number; readonly text: SafeText };

/** `onChange` is called when what was drawn would look better drawn again: code whose colours are loaded now. */
export function createMessageBodies(
  style: Style,
  onChange: () => void,
  log: Log = silent,
): MessageBodies {
  const layouts = layoutCache(keptLayouts);
  const previews = new Map<Message["id"], Preview>();
  const highlighter = lazyHighlighter(onChange);
  const namesOf = realmNames();
  const linkifiersOf = realmLinkifiers(log);
  const { cells, glyphs, painter, hours } = style;

  const readerContext = (replica: Replica, sender: SafeText | undefined): ReaderContext => ({
    names: namesOf(replica),
    linkifiers: linkifiersOf(replica),
    realmUrl: replica.realm.url,
    moment: (seconds) => plain(momentLabel(seconds, seconds, hours)),
    sender,
    you: plain("you"),
    emoji: true,
    showAddresses: true,
  });
  const read = (replica: Replica, message: Message): Document => {
    const widget = widgetOf(message);
    return widget === undefined
      ? parse(message.content, readerContext(replica, senderName(replica, message)))
      : widgetDocument(replica, widget);
  };
  const laidOut = (document: Document, columns: number, hasOpenSpoilers: boolean): Layout =>
    layout(document, {
      columns,
      cells,
      glyphs,
      painter,
      openSpoilers: hasOpenSpoilers ? "all" : noSpoilers,
      highlight: highlighter.highlight,
      hyperlinks: false,
    });
  const documentOf = documents(read);
  return {
    linksOf: (replica, message) => linksOf(replica, documentOf(replica, message)),
    codesOf: (replica, message) =>
      documentOf(replica, message).targets.flatMap((target) =>
        target.kind === "code" ? [target.text] : [],
      ),
    of: (replica, message, columns, hasOpenSpoilers) => {
      const key = {
        messageId: message.id,
        revision: message.submessages.length === 0 ? message.content : message.submessages,
        names: replica.namesRevision,
        columns,
        look: `${highlighter.revision()} ${hasOpenSpoilers}`,
      };
      const shown = layouts.get(
        key,
        () => read(replica, message),
        (document) => laidOut(document, columns, hasOpenSpoilers),
      );
      return shown.lines;
    },
    ofText: (replica, content, columns) =>
      laidOut(parse(content, readerContext(replica, undefined)), columns, true).lines,
    previewOf: (replica, message) => {
      const known = previews.get(message.id);
      const { namesRevision: names } = replica;
      if (known?.of === message && known.names === names) return known.text;
      if (previews.size >= keptPreviews) previews.clear();
      const text = preview(read(replica, message));
      previews.set(message.id, { of: message, names, text });
      return text;
    },
    revision: highlighter.revision,
  };
}

/** The document of the message that was asked for last: the footer asks for the same one with every frame. */
function documents(
  read: (replica: Replica, message: Message) => Document,
): (replica: Replica, message: Message) => Document {
  let last:
    | { readonly message: Message; readonly names: number; readonly document: Document }
    | undefined;
  return (replica, message) => {
    const names = replica.namesRevision;
    if (last?.message !== message || last.names !== names)
      last = { message, names, document: read(replica, message) };
    return last.document;
  };
}
