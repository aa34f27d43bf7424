/** The text of messages as painted lines, and as one line for lists. */
import { type Log, silent } from "#base/log.ts";
import { memoizeLast } from "#base/memoize-last.ts";
import { plain, type SafeText } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import type { Document } from "#markup/document.ts";
import { lazyHighlighter } from "#markup/highlight.ts";
import { type Layout, layout, type PaintedLine } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { preview } from "#markup/preview.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { unsentWidget } from "#model/unsent-widget.ts";
import { widgetOf } from "#model/widget.ts";
import { drawnCache } from "./drawn.ts";
import { linksOf } from "./message-links.ts";
import { personName, senderName } from "./names.ts";
import { realmLinkifiers, realmNames } from "./realm-names.ts";
import type { Style } from "./style.ts";
import { widgetDocument } from "./widget-document.ts";

/** What the person asked to see of a message: what its spoilers hide, and from which column on wide code is shown. */
export type Opened = { readonly spoilers: boolean; readonly sideways: number };

export type MessageBodies = {
  /** At most so many columns wide. */
  readonly of: (
    replica: Replica,
    message: Message,
    columns: number,
    opened: Opened,
  ) => readonly PaintedLine[];
  /** How many columns of the message's widest code or table did not fit when it was drawn last. */
  readonly cutColumns: (message: Message) => number;
  /** Of an own text that is no message yet. */
  readonly ofText: (replica: Replica, content: string, columns: number) => readonly PaintedLine[];
  readonly previewOf: (replica: Replica, message: Message) => SafeText;
  readonly documentOf: (replica: Replica, message: Message) => Document;
  /** What can be opened in the message, in the order of its text. */
  readonly linksOf: (replica: Replica, message: Message) => readonly MessageLink[];
  /** The code blocks, in the order of the text. */
  readonly codesOf: (replica: Replica, message: Message) => readonly SafeText[];
  /** Changes with everything but the message that its lines depend on: names, link patterns, loaded colours of code. */
  readonly revision: (replica: Replica) => string;
};

const noSpoilers: ReadonlySet<number> = new Set();
/** As `Opened`; where `sideways` is undefined, nothing is cut and wide lines are wrapped. */
type Shown = { readonly spoilers: boolean; readonly sideways: number | undefined };
/** One's own text on its way has no keys that scroll it. */
const whole: Shown = { spoilers: true, sideways: undefined };
const keptLayouts = 1500;
const keptPreviews = 2000;

/** `onChange` is called when what was drawn would look better drawn again: code whose colours are loaded now. */
export function createMessageBodies(
  style: Style,
  onChange: () => void,
  log: Log = silent,
): MessageBodies {
  const documents = drawnCache<Document>(keptLayouts);
  const layouts = drawnCache<Layout>(keptLayouts);
  const cut = new WeakMap<Message, number>();
  const previews = drawnCache<SafeText>(keptPreviews);
  const highlighter = lazyHighlighter(onChange);
  const namesOf = realmNames();
  const linkifiersOf = realmLinkifiers(log);
  const { cells, glyphs, painter } = style;

  const readerContext = contexts(style, namesOf, linkifiersOf);
  const read = (replica: Replica, message: Message): Document => {
    const widget = widgetOf(message);
    return widget === undefined
      ? parse(message.content, readerContext(replica, senderName(replica, message)))
      : widgetDocument(replica, widget);
  };
  const readText = (replica: Replica, content: string): Document => {
    const widget = unsentWidget(content, replica.ownId);
    return widget === undefined
      ? parse(content, readerContext(replica, personName(replica, replica.ownId)))
      : widgetDocument(replica, widget);
  };
  const laidOut = (document: Document, columns: number, opened: Shown): Layout =>
    layout(document, {
      columns,
      cells,
      glyphs,
      painter,
      openSpoilers: opened.spoilers ? "all" : noSpoilers,
      highlight: highlighter.highlight,
      hyperlinks: style.hyperlinks,
      sideways: opened.sideways,
    });
  let revisions = 0;
  const revisionOf = memoizeLast((..._of: readonly unknown[]): string => {
    revisions += 1;
    return String(revisions);
  });
  const revision = (replica: Replica) =>
    revisionOf(namesOf(replica), linkifiersOf(replica), replica.realm.url, highlighter.revision());
  // A new width lays out again what was read once.
  const documentOf = (replica: Replica, message: Message) =>
    documents(message, revision(replica), () => read(replica, message));
  return {
    documentOf,
    linksOf: (replica, message) => linksOf(replica, documentOf(replica, message)),
    codesOf: (replica, message) =>
      documentOf(replica, message).targets.flatMap((target) =>
        target.kind === "code" ? [target.text] : [],
      ),
    of: (replica, message, columns, opened) => {
      const key = `${revision(replica)} ${columns} ${opened.spoilers} ${opened.sideways}`;
      const made = layouts(message, key, () =>
        laidOut(documentOf(replica, message), columns, opened),
      );
      if (made.cut > 0) cut.set(message, made.cut);
      else cut.delete(message);
      return made.lines;
    },
    cutColumns: (message) => cut.get(message) ?? 0,
    ofText: (replica, content, columns) =>
      laidOut(readText(replica, content), columns, whole).lines,
    previewOf: (replica, message) =>
      previews(message, revision(replica), () => preview(read(replica, message))),
    revision,
  };
}

/** What markup needs to know of a replica, for messages of one sender. */
function contexts(
  { glyphs, hours }: Style,
  namesOf: ReturnType<typeof realmNames>,
  linkifiersOf: ReturnType<typeof realmLinkifiers>,
): (replica: Replica, sender: SafeText) => ReaderContext {
  return (replica, sender) => ({
    names: namesOf(replica),
    linkifiers: linkifiersOf(replica),
    realmUrl: replica.realm.url,
    moment: (seconds) => plain(momentLabel(seconds, seconds, hours)),
    sender,
    you: plain("you"),
    emoji: true,
    showAddresses: true,
    labelsFiles: true,
    topicSign: glyphs.topic,
  });
}
