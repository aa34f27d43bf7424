/** The rows of the open list. */
import { memoizeEach, memoizeFor, memoizeLast, memoizePer, sameList } from "#base/memoize.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { dayAndHour, hourMinute, relative, sameDay } from "#base/time.ts";
import { definitionOf, placeIn } from "#commands/lists/definitions.ts";
import { isEvery, type ListDefinition, type RowColumns } from "#commands/lists/list.ts";
import type { Heading, Part, Row, RowTime } from "#commands/lists/row.ts";
import { overIn } from "#commands/lists/staying.ts";
import type { GroupedRow, Journal } from "#journal/journal.ts";
import type { Message } from "#model/message.ts";
import { namedPeople } from "#model/open-ends/waited-for.ts";
import type { Replica } from "#model/replica.ts";
import { distinctNames, initials } from "#store/account.ts";
import type { ListPlace } from "#store/list-places.ts";
import { listOf } from "#store/lists.ts";
import { foreignRow, type RowKey } from "#store/row-keys.ts";
import { isAway } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import {
  conversationSpans,
  senderName,
  statusSpans as statusEmoji,
  streamSpans,
  topicSpan,
} from "#ui/names.ts";
import { type PaneParts, partsOf } from "#ui/pane-parts.ts";
import { presenceSign, seenText, statusSpans } from "#ui/person-parts.ts";
import { fromHit } from "#ui/reader/hit-marks.ts";
import { countText, noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { UserId } from "#wire/ids.ts";
import {
  type AccountLabel,
  type Columns,
  columnsOf,
  type DrawnHeading,
  type DrawnRow,
  type ListRows,
  type ListSize,
} from "./row.ts";

const minuteMs = 60_000;

/** The rows of a list as of this minute; the same object while nothing changed. */
export function listRows(
  parts: PaneParts,
): (place: ListPlace, state: State, size: ListSize) => ListRows {
  const { style, clock } = parts;
  const columnsIn = memoizePer(
    (definition: ListDefinition, size: ListSize, accounts: Accounts, due: number | undefined) =>
      columnsOf(size, { ...definition.columns, due }, style.hours, accounts),
  );
  const dueIn = dueWidth(style);
  const rowsOf = rowDrawer(parts);
  const drawerOf = memoizeEach(rowDrawer);
  const merged = merger();
  let accounts: Accounts = [];
  let away: Accounts = [];
  return (place, state, size) => {
    const definition = definitionOf(place);
    const { filter } = listOf(state.screen, place);
    const isOfAll = isEvery({ key: filter }) && state.others.length > 0;
    accounts = sameList(accounts, isOfAll ? accountNames(state) : []);
    away = sameList(away, isOfAll ? accountsAway(state) : []);
    const now = Math.floor(clock.now() / minuteMs) * 60;
    const views = isOfAll ? [state, ...state.others.map((other) => other.state)] : [state];
    const due = dueIn(definition, views, now);
    const columns = columnsIn(definition, size, accounts, due);
    const rows = rowsOf(definition, filter, columns, state.view, state.journal, now);
    if (!isOfAll) return rows;
    const others = state.others.map(({ name, state: { view, journal } }) => {
      const there = definitionOf(placeIn(place, state, { view }));
      return drawerOf(partsOf(parts, name))(there, filter, columns, view, journal, now);
    });
    const names = state.others.map(({ name }) => name);
    return merged(rows, { accounts, away, own: ownName(state) }, names, others);
  };
}

/** What the widest time needs; undefined in lists whose rows are not due. */
function dueWidth(
  style: Style,
): (
  definition: ListDefinition,
  states: readonly Pick<State, "view">[],
  now: number,
) => number | undefined {
  // A frame asks several times, and there may be hundreds of rows.
  const widthIn = memoizeFor<Replica, number>();
  return ({ columns: { times: dues } = {} }, states, now) => {
    if (typeof dues !== "function") return undefined;
    const widths = states.map(({ view }) =>
      widthIn(view, [dues, now], () =>
        Math.max(0, ...dues(view).map((at) => dueText({ style, now }, at).length)),
      ),
    );
    return Math.max(...widths);
  };
}

/** The names of the live accounts, in their order. */
type Accounts = readonly string[];

function ownName({ session }: State): string {
  return session.account?.name ?? "";
}

function accountNames(state: State): Accounts {
  const named = (isBefore: boolean) =>
    state.others.flatMap((other) => (other.isBefore === isBefore ? [other.name] : []));
  return [...named(true), ownName(state), ...named(false)];
}

/** Those whose servers cannot be reached, or want their keys. */
function accountsAway(state: State): Accounts {
  const isOut = ({ session: { connection } }: State) => isAway(connection);
  return [
    ...(isOut(state) ? [ownName(state)] : []),
    ...state.others.flatMap((other) => (isOut(other.state) ? [other.name] : [])),
  ];
}

type Named = {
  /** In their order. */
  readonly accounts: Accounts;
  readonly away: Accounts;
  readonly own: string;
};

/** The rows of several accounts as those of one list, each with its account's label. */
function merger() {
  const labelsOf = memoizeLast(accountLabels);
  const merge = memoizeLast(
    (
      own: ListRows,
      accounts: Accounts,
      away: Accounts,
      ownAccount: string,
      names: Accounts,
      all: readonly ListRows[],
    ): ListRows => {
      const labels = labelsOf(accounts, away);
      const of = (key: RowKey) => {
        const foreign = foreignRow(key);
        if (foreign === undefined) return { rows: own, key, label: labels.get(ownAccount) };
        const rows = all[names.indexOf(foreign.account)];
        if (rows === undefined) return { rows: own, key, label: undefined };
        return { rows, key: foreign.key, label: labels.get(foreign.account) };
      };
      return {
        columns: own.columns,
        isOver: (key) => {
          const source = of(key);
          return source.rows.isOver(source.key);
        },
        row: (placed) => {
          const source = of(placed.key);
          const row = keptOf(source.rows).row(bareRow(placed, source.key));
          return row && labelledRow(row, source.label);
        },
        heading: (key) => {
          const source = of(key);
          return keptOf(source.rows).heading(source.key);
        },
      };
    },
  );
  let names: Accounts = [];
  let all: readonly ListRows[] = [];
  return (own: ListRows, named: Named, otherNames: Accounts, others: readonly ListRows[]) => {
    names = sameList(names, otherNames);
    all = sameList(all, others);
    return merge(own, named.accounts, named.away, named.own, names, all);
  };
}

/** While another account changes, its rows and headings are not made again. */
const keptOf = memoizeEach(({ row, heading }: ListRows): Pick<ListRows, "row" | "heading"> => {
  const rows = memoizeFor<GroupedRow, DrawnRow | undefined>();
  const headings = new Map<RowKey, DrawnHeading | undefined>();
  return {
    row: (placed) => rows(placed, [], () => row(placed)),
    heading: (key) => {
      if (!headings.has(key)) headings.set(key, heading(key));
      return headings.get(key);
    },
  };
});

/** The row as its own account lists it. */
const bareRow = memoizePer((placed: GroupedRow, key: RowKey): GroupedRow => {
  if (placed.key === key) return placed;
  const bare = (name: RowKey | undefined) => name && (foreignRow(name)?.key ?? name);
  const [group, part] = [bare(placed.group), bare(placed.part)];
  return {
    ...placed,
    key,
    ...(group !== undefined && { group }),
    ...(part !== undefined && { part }),
  };
});

/** The same object for the same row and label, so that its line is not made again. */
const labelledRow = memoizePer((row: DrawnRow, account: AccountLabel | undefined) => ({
  ...row,
  account,
}));

/** Colours without a meaning of their own. */
const accountLooks: readonly Token[] = ["keyword", "string", "number", "name"];

function accountLabels(accounts: Accounts, away: Accounts): ReadonlyMap<string, AccountLabel> {
  const distinct = distinctNames(accounts);
  const letters = initials(distinct);
  return new Map(
    accounts.map((name, at) => [
      name,
      {
        letters: span(safeLine(letters[at] ?? name), accountLooks[at % accountLooks.length]),
        name: span(safeLine(distinct[at] ?? name), "dim"),
        isAway: away.includes(name),
      },
    ]),
  );
}

/** A row is drawn again only if what it says has changed, or a name in it may have. */
function rowDrawer({ style, bodies }: PaneParts) {
  const drawn = memoizeFor<Row, DrawnRow>();
  return memoizeLast(
    (
      definition: ListDefinition,
      filter: string,
      columns: Columns,
      view: Replica,
      journal: Journal,
      now: number,
    ): ListRows => {
      const facts = { view, journal, now };
      const drawing = { style, bodies, view, now, columns, counts: definition.columns?.number };
      const isOver = overIn(definition, { ...facts, others: [] }, { filter });
      const { people, streams, statuses } = view;
      const from = [columns, now, people, streams, statuses, bodies.revision(view)];
      return {
        columns,
        isOver,
        row: (placed) => {
          const row = definition.row(facts, placed, isOver(placed.key));
          return row && drawn(row, from, () => drawnRow(drawing, row));
        },
        heading: (key) => {
          const heading = definition.heading?.(facts, key);
          const shown = heading && drawnHeading(drawing, heading);
          return shown?.left.length === 0 && shown.number === "" ? undefined : shown;
        },
      };
    },
  );
}

// Draws what a row of a list says: names, glyphs, previews and times in the user's style.

type Drawing = Pick<PaneParts, "style" | "bodies"> & {
  readonly view: Replica;
  /** UNIX seconds. */
  readonly now: number;
  readonly columns: Columns;
  readonly counts: RowColumns["number"];
};

/** In less room than this, only the first word of a sender's name is shown. */
const wholeNameFrom = 32;

/** In less room, the number of lines of a draft would leave nothing of its text. */
const lengthFrom = 32;

function drawnRow(drawing: Drawing, row: Row): DrawnRow {
  const { style, counts } = drawing;
  const parts = (all: readonly Part[]) => all.flatMap((part) => spansOf(drawing, part));
  const [sign = span(plain(" "))] = row.sign === undefined ? [] : spansOf(drawing, row.sign);
  const subject = parts(row.subject);
  const drawn: DrawnRow = {
    sign,
    subject,
    detail: parts(row.detail),
    number: numberText(drawing, row),
    ...(counts === "people" && { numberLook: "dim" }),
    time: row.time === undefined ? "" : timeText(drawing, row.time),
  };
  if (row.isOver !== true) return drawn;
  return {
    ...drawn,
    sign: span(style.glyphs.done, "good"),
    subject: subject.map(({ text, shrinks = false }): Span => ({ text, token: "faint", shrinks })),
    detail: drawn.detail.map((each): Span => ({ ...each, token: "dim" })),
  };
}

/** Unread messages are only counted where there are some. */
function numberText({ counts, columns }: Drawing, { number, mayBeMore }: Row): SafeText | "" {
  const isNone = number === undefined || (number === 0 && counts === "unread");
  if (isNone) return mayBeMore === true ? plain("?") : "";
  const count = plain(`${countText(number)}${mayBeMore === true ? "+" : ""}`);
  if (counts !== "people" || !columns.units) return count;
  return plain(`${count} ${number === 1 ? "person" : "people"}`);
}

function drawnHeading(drawing: Drawing, { left, token, number }: Heading): DrawnHeading {
  return {
    left: left.flatMap((part) => spansOf(drawing, part)),
    token,
    number: number === undefined ? unitText(drawing) : countText(number),
    time: number === undefined && unitText(drawing) !== "" ? plain("a week") : "",
  };
}

/** What the numbers below a heading count, where their rows lack the room for it. */
function unitText({ counts, columns }: Drawing): SafeText | "" {
  return counts === "people" && !columns.units ? plain("people") : "";
}

function spansOf(drawing: Drawing, part: Part): readonly Span[] {
  const { style, view } = drawing;
  const { token, shrinks = false } = part;
  if ("text" in part) return [{ text: safeLine(part.text), token, shrinks }];
  if ("glyph" in part) return [span(style.glyphs[part.glyph], token)];
  if ("conversation" in part) return conversationSpans(style, view, part.conversation, token);
  if ("topic" in part) return topicSpans(drawing, part);
  if ("stream" in part) return streamParts(style, part);
  if ("streamSign" in part) return streamSpans(style, part.streamSign).slice(0, 1);
  if ("message" in part) return previewSpans(drawing, part.message, part.words);
  if ("senderOf" in part) return [senderSpan(drawing, part.senderOf)];
  if ("waitedFor" in part) return [waitedForSpan(drawing, part.waitedFor)];
  if ("ownText" in part) return ownSpans(drawing, part.ownText);
  if ("presence" in part) return [presenceSign(style, part.presence)];
  if ("status" in part) return statusSpans(style, view, part.status);
  if ("emojiOf" in part) return statusEmoji(view, part.emojiOf);
  return [span(plain(`${part.after}${dueText(drawing, part.moment)}`), token)];
}

function topicSpans(
  { style, view }: Drawing,
  part: Extract<Part, { topic: string }>,
): readonly Span[] {
  const name = topicSpan(view, part.topic, part.token);
  if (part.isPlain === true) return [name];
  return [span(style.glyphs.topic, "faint"), span(plain(" ")), name];
}

function streamParts(style: Style, { stream, token }: Extract<Part, { stream: unknown }>) {
  const [sign, name] = streamSpans(style, stream, token);
  return sign === undefined || name === undefined ? noSpans : [sign, span(plain(" ")), name];
}

/** A message in one line: its sender, unless that is obvious, and the beginning of its text, or what is around the words. */
function previewSpans(
  drawing: Drawing,
  message: Message,
  words: readonly string[] = [],
): readonly Span[] {
  const { style, view, bodies, columns } = drawing;
  const isObvious = message.userIds !== undefined && message.userIds.length <= 2;
  const by = isObvious ? [] : [senderSpan(drawing, message)];
  const room = columns.detail - spansWidth(style, by);
  return [...by, span(fromHit(style, bodies.previewOf(view, message), words, room), "text")];
}

function senderSpan({ view, columns }: Drawing, message: Message): Span {
  const sender = senderName(view, message);
  const [first = sender] = sender.split(" ");
  return span(plain(`${columns.detail < wholeNameFrom ? first : sender}: `), "dim");
}

function waitedForSpan({ view, columns }: Drawing, people: readonly UserId[]): Span {
  const names = namedPeople(view, people, columns.detail < wholeNameFrom);
  return span(safeLine(`for ${names}: `), "dim");
}

function ownSpans({ style, bodies, view, columns }: Drawing, own: string): readonly Span[] {
  const { length } = own.trim().split("\n");
  const beginning: Span = { text: bodies.previewOfText(view, own), token: "text", shrinks: true };
  if (length === 1 || columns.detail < lengthFrom) return [beginning];
  return [beginning, span(plain(` ${style.glyphs.separator} ${length} lines`), "faint")];
}

function dueText({ style: { hours }, now }: Pick<Drawing, "style" | "now">, at: number): SafeText {
  return plain(sameDay(at, now, hours) ? hourMinute(at, hours) : dayAndHour(at, now, hours));
}

function timeText({ style, now, columns }: Drawing, time: RowTime): SafeText {
  const { hours } = style;
  const hourOr = (at: number, otherwise: string) =>
    plain(sameDay(at, now, hours) ? hourMinute(at, hours) : otherwise);
  if ("lastSeen" in time) return seenText(style, time.lastSeen, now);
  if ("there" in time) {
    const theirs = { ...hours, timeZone: time.there };
    return plain(`${hourMinute(now, theirs)} there`);
  }
  if ("due" in time) return dueText({ style, now }, time.due);
  if ("aWeek" in time) {
    const count = countText(time.aWeek);
    return columns.units ? plain(`${count} a week`) : count;
  }
  const date = relative(time.at, now, hours);
  return hourOr(time.at, columns.time < date.length ? date.replace(/^\w+ (?=\d{4}$)/, "") : date);
}
