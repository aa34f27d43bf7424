/** Message texts as painted lines, and as one-line previews. */

import { type Log, silent } from "#base/log.ts";
import { memoizeLast } from "#base/memoize.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { hasFormulas } from "#commands/message/actions.ts";
import {
  type Block,
  type Document,
  type ListItem,
  preview,
  type Span,
  stress,
  type Target,
} from "#markup/document.ts";
import { lazyHighlighter } from "#markup/highlight.ts";
import { type Layout, layout, type PaintedLine, tokensOf } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import { topicWritten } from "#model/empty-topic.ts";
import type { Message } from "#model/message.ts";
import { type MessageLink, placeOfTerms } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { type Poll, type TaskList, unsentWidget, type Widget, widgetOf } from "#model/widget.ts";
import { absoluteUrl, isPicture, type SharedFile, sharedFile } from "#model/written-links.ts";
import { spokenGlyphs } from "#theme/glyphs.ts";
import { drawnCache } from "#ui/drawn.ts";
import { nameOrYou, personName, senderName } from "#ui/names.ts";
import { realmFacts, realmLinkifiers, realmNames } from "#ui/realm-names.ts";
import type { Span as DrawnSpan } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { MessageId } from "#wire/ids.ts";

/** What the user chose to see of a message: whether spoilers are revealed, and how far wide code is scrolled. */
type BodyOptions = { readonly spoilers: boolean; readonly sideways: number };

export type MessageBodies = {
  /** Lines of at most that many columns. */
  readonly of: (
    replica: Replica,
    message: Message,
    columns: number,
    opened: BodyOptions,
  ) => readonly PaintedLine[];
  /** How many columns of the message's widest code or table were cut off in the last drawing. */
  readonly cutColumns: (message: Message) => number;
  /** The lines of an unsent text of the user's own. */
  readonly ofText: (replica: Replica, content: string, columns: number) => readonly PaintedLine[];
  readonly previewOf: (replica: Replica, message: Message) => SafeText;
  /** The same for a text of the user's own. */
  readonly previewOfText: (replica: Replica, content: string) => SafeText;
  readonly documentOf: (replica: Replica, message: Message) => Document;
  /** The rows of a value in a profile, which are painted with its label. */
  readonly rowsOfValue: (
    replica: Replica,
    content: string,
    columns: number,
  ) => readonly (readonly DrawnSpan[])[];
  /** The links of the message, in text order. */
  readonly linksOf: (replica: Replica, message: Message) => readonly MessageLink[];
  /** Its pictures in formats that can be drawn, in text order. */
  readonly picturesOf: (replica: Replica, message: Message) => readonly SharedFile[];
  /** The code blocks, in text order. */
  readonly codesOf: (replica: Replica, message: Message) => readonly SafeText[];
  /**
   * Changes with everything that the lines depend on, except the message: names, link patterns, loaded syntax
   * highlighting.
   */
  readonly revision: (replica: Replica) => string;
};

const noSpoilers: ReadonlySet<number> = new Set();
/** As `Opened`; if `sideways` is undefined, wide lines are wrapped instead of cut. */
type BodyView = { readonly spoilers: boolean; readonly sideways: number | undefined };
/** Unsent texts cannot be scrolled sideways. */
const whole: BodyView = { spoilers: true, sideways: undefined };
const maxLayouts = 1500;
const maxPreviews = 2000;
const maxOwnPreviews = 200;
/** A line shows less than this of a text. */
const longestPreviewed = 1000;

/** `onChange` is called when a redraw would show more: syntax highlighting that has been loaded. */
export function createMessageBodies(
  style: Style,
  onChange: () => void,
  log: Log = silent,
): MessageBodies {
  const documents = drawnCache<Document>(maxLayouts);
  const layouts = drawnCache<Layout>(maxLayouts);
  const cut = new WeakMap<Message, number>();
  const previews = drawnCache<SafeText>(maxPreviews);
  const highlighter = lazyHighlighter(onChange);
  const namesOf = realmNames();
  const linkifiersOf = realmLinkifiers(log);
  const { cells, glyphs, painter } = style;

  const { read, readText, readValue } = parsing(contexts(style, namesOf, linkifiersOf));
  const laidOut = (document: Document, columns: number, opened: BodyView): Layout =>
    layout(document, {
      columns,
      cells,
      glyphs,
      painter,
      openSpoilers: opened.spoilers ? "all" : noSpoilers,
      highlight: highlighter.highlight,
      hyperlinks: style.hyperlinks,
      scrolledColumns: opened.sideways,
    });
  let revisions = 0;
  const revisionOf = memoizeLast((..._of: readonly unknown[]): string => {
    revisions += 1;
    return String(revisions);
  });
  const revision = (replica: Replica) =>
    revisionOf(namesOf(replica), linkifiersOf(replica), replica.realm.url, highlighter.revision());
  // Parsed once, and laid out again for each width.
  const documentOf = (replica: Replica, message: Message) =>
    documents(message, revision(replica), () => read(replica, message));
  return {
    documentOf,
    linksOf: linksIn(documentOf),
    picturesOf: (replica, message) => picturesIn(replica, documentOf(replica, message)),
    codesOf: (replica, message) =>
      documentOf(replica, message).targets.flatMap((target) =>
        target.kind === "code" ? [target.text] : [],
      ),
    of: (replica, message, columns, opened) => {
      const key = `${revision(replica)} ${columns} ${opened.spoilers} ${opened.sideways}`;
      const made = layouts(message, key, () =>
        laidOut(
          opened.spoilers && hasFormulas(message)
            ? read(replica, message, { showsDrawn: () => false })
            : documentOf(replica, message),
          columns,
          opened,
        ),
      );
      if (made.cut > 0) cut.set(message, made.cut);
      else cut.delete(message);
      return made.lines;
    },
    cutColumns: (message) => cut.get(message) ?? 0,
    ofText: (replica, content, columns) =>
      laidOut(readText(replica, content), columns, whole).lines,
    rowsOfValue: (replica, content, columns) =>
      drawnRows(laidOut(readValue(replica, content), columns, whole)),
    previewOf: (replica, message) =>
      // Nothing can be opened from there, so only a misleading link has its host.
      previews(message, revision(replica), () =>
        preview(read(replica, message, { showAddresses: false }), glyphs),
      ),
    previewOfText: textPreviews(readText, revision, glyphs),
    revision,
  };
}

function drawnRows({ rows }: Layout): ReturnType<MessageBodies["rowsOfValue"]> {
  return rows.map(({ spans }) =>
    spans.map((each) => ({ text: each.text, token: tokensOf(each), isVisual: true })),
  );
}

/** Parses messages, texts that are not sent yet, and values in a profile. */
function parsing(contextOf: ReturnType<typeof contexts>) {
  const read = (replica: Replica, message: Message, change?: Partial<ReaderContext>): Document => {
    const widget = widgetOf(message);
    if (widget !== undefined) return widgetDocument(replica, widget);
    return parse(message.content, { ...contextOf(replica, message), ...change });
  };
  const readText = (replica: Replica, content: string): Document => {
    const widget = unsentWidget(content, replica.ownId);
    return widget === undefined
      ? parse(content, contextOf(replica))
      : widgetDocument(replica, widget);
  };
  // Nobody speaks in it, and nothing can be answered.
  const readValue = (replica: Replica, content: string): Document =>
    parse(content, { ...contextOf(replica), sender: undefined });
  return { read, readText, readValue };
}

/** The previews of the latest texts. */
function textPreviews(
  read: (replica: Replica, content: string) => Document,
  revisionOf: MessageBodies["revision"],
  glyphs: Style["glyphs"],
): MessageBodies["previewOfText"] {
  const previews = new Map<string, { readonly revision: string; readonly text: SafeText }>();
  return (replica, content) => {
    const revision = revisionOf(replica);
    const before = previews.get(content);
    if (before?.revision === revision) return before.text;
    const text = preview(read(replica, content.slice(0, longestPreviewed)), glyphs);
    if (previews.size >= maxOwnPreviews) previews.clear();
    previews.set(content, { revision, text });
    return text;
  };
}

/** The parts of a replica that markup needs, for messages of one sender. */
function contexts(
  style: Style,
  namesOf: ReturnType<typeof realmNames>,
  linkifiersOf: ReturnType<typeof realmLinkifiers>,
): (replica: Replica, message?: Message) => ReaderContext {
  const { cells, glyphs } = style;
  return (replica, message) => ({
    names: namesOf(replica),
    linkifiers: linkifiersOf(replica),
    ...realmFacts(replica),
    writtenAt: message?.editedAt ?? message?.sentAt,
    moment: (seconds) => plain(momentLabel(seconds, seconds, style.hours)),
    sender: message ? senderName(replica, message) : personName(replica, replica.ownId),
    you: plain("you"),
    emoji: true,
    showAddresses: true,
    labelsFiles: true,
    // Screen readers read the source better, and a terminal may not have the signs.
    showsDrawn: (drawn) => glyphs !== spokenGlyphs && cells.show(drawn) === drawn,
    topicSign: glyphs.topic,
  });
}

/** Remembered for the selected message. */
function linksIn(documentOf: MessageBodies["documentOf"]): MessageBodies["linksOf"] {
  return memoizeLast((replica, message) => linksOf(replica, documentOf(replica, message)));
}

/** In text order. */
function linksOf(replica: Replica, { targets }: Document): readonly MessageLink[] {
  const links = new Map<string, MessageLink>();
  for (const target of targets) {
    const link = linkOf(replica, target);
    const key = JSON.stringify(link);
    if (link !== undefined && !links.has(key)) links.set(key, link);
  }
  return [...links.values()];
}

function picturesIn(replica: Replica, { targets }: Document): readonly SharedFile[] {
  const pictures = new Map<string, SharedFile>();
  for (const target of targets) {
    if (target.kind !== "upload" || !target.isImage) continue;
    const file = sharedFile(replica, target.url);
    if (file !== undefined && isPicture(file)) pictures.set(file.path, file);
  }
  return [...pictures.values()];
}

/** The number of the target among the links, from 1; undefined if it cannot be opened. */
export function linkNumber(
  replica: Replica,
  links: readonly MessageLink[],
  target: Target,
): number | undefined {
  const key = JSON.stringify(linkOf(replica, target));
  const at = links.findIndex((link) => JSON.stringify(link) === key);
  return at < 0 ? undefined : at + 1;
}

function linkOf(replica: Replica, target: Target): MessageLink | undefined {
  switch (target.kind) {
    case "link": {
      const { hiddenHost } = target;
      return {
        kind: "web",
        url: absoluteUrl(replica, target.url),
        ...(hiddenHost && { hiddenHost }),
      };
    }
    case "upload":
      return { kind: "web", url: absoluteUrl(replica, target.url) };
    case "narrow":
      return (
        placeOfTerms(replica, target.terms) ?? {
          kind: "web",
          url: absoluteUrl(replica, target.url),
        }
      );
    case "stream":
      return placeAt({ kind: "stream", streamId: target.streamId });
    case "topic": {
      const { streamId, topic, near } = target;
      return placeAt({ kind: "topic", streamId, topic: topicWritten(replica, topic) }, near);
    }
    case "user":
    case "group":
    case "time":
    case "code":
    case "spoiler":
      return undefined;
  }
}

function placeAt(
  narrow: Extract<MessageLink, { kind: "place" }>["narrow"],
  near: MessageId | undefined = undefined,
): MessageLink {
  return { kind: "place", narrow, near };
}

// Polls and to-do lists as documents: rendered like any text, with a checkbox before each option or task.

/** This many voters are named; beyond that only their number is shown. */
const maxNamed = 5;

/** A ticked box is the user's own vote in a poll, or a completed task. */
export function widgetDocument(replica: Replica, widget: Widget): Document {
  const blocks = widget.kind === "poll" ? pollBlocks(replica, widget) : taskBlocks(widget);
  return { blocks, targets: [] };
}

function pollBlocks(replica: Replica, { question, options }: Poll): readonly Block[] {
  const items = options.map(({ text, voterIds }) =>
    item(voterIds.includes(replica.ownId), [
      span(safeLine(text), "text"),
      span(plain(`  ${voterIds.length}`), voterIds.length > 0 ? "heading" : "hint"),
      ...voters(replica, voterIds),
    ]),
  );
  const title = safeLine(question).trim() === "" ? plain("Poll") : safeLine(question);
  return [headingOf(title), listBlock(items, plain("No options yet."))];
}

function voters(replica: Replica, ids: Poll["options"][number]["voterIds"]): readonly Span[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, maxNamed).map((id) => nameOrYou(replica, id));
  const more = ids.length > maxNamed ? plain(` and ${ids.length - maxNamed} more`) : plain("");
  return [span(joined([plain("  "), joined(named, plain(", ")), more]), "hint")];
}

function taskBlocks({ title, tasks }: TaskList): readonly Block[] {
  const items = tasks.map(({ text, description, isDone }) => {
    const more = safeLine(description);
    return item(isDone, [
      span(safeLine(text), "text", isDone ? stress.struck : 0),
      ...(more === "" ? [] : [span(joined([plain("  "), more]), "hint")]),
    ]);
  });
  const name = safeLine(title).trim() === "" ? plain("To-do list") : safeLine(title);
  return [headingOf(name), listBlock(items, plain("No tasks yet."))];
}

function headingOf(text: SafeText): Block {
  return { kind: "paragraph", apart: false, spans: [span(text, "heading")] };
}

function listBlock(items: readonly ListItem[], none: SafeText): Block {
  return items.length > 0
    ? { kind: "list", apart: false, start: undefined, items }
    : { kind: "paragraph", apart: false, spans: [span(none, "hint")] };
}

function item(checked: boolean, spans: readonly Span[]): ListItem {
  return { checked, blocks: [{ kind: "paragraph", apart: false, spans }] };
}

function span(text: SafeText, role: Span["role"], more = 0): Span {
  return { text, role, stress: more };
}
