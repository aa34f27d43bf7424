/** The header: realm, connection state, and what needs the user's attention. One line, never wrapped. */
import { memoizeFields, sameFields, sameList } from "#base/memoize.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { hourMinute, hourSecond } from "#base/time.ts";
import { wayToSignIn } from "#commands/account/sign-in.ts";
import { type Undelivered, undelivered, undeliveredWords } from "#commands/outbox/list.ts";
import { totals } from "#model/select/inbox.ts";
import { accountLabel, type OpenAccount } from "#store/account.ts";
import { type ConnectionState, isAway, type Session } from "#store/session.ts";
import { isLean, type OtherAccount, type State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import type { Geometry } from "#ui/geometry.ts";
import { safeName } from "#ui/names.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import { countText, lineOf, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export function headerPane(
  { style, keys }: PaneParts,
  geometry: (state: State) => Geometry,
): (state: State) => Lines {
  const lines = memoizeFields(({ columns, ...facts }: HeaderFacts & { readonly columns: number }) =>
    headerLines(style, columns, facts, wayToSignIn(keys)),
  );
  let others: readonly OtherFacts[] = [];
  return (state) => {
    const { view, session } = state;
    others = sameFacts(others, [...state.others.map(otherFacts), ...closedFacts(session.account)]);
    const { needsYou, unread, older } = totals(view);
    const { connection, nextTryAt, limitedUntil, quarantined, skipped, account } = session;
    return lines({
      columns: geometry(state).columns,
      realm: view.realm.name,
      account: accountLabel(account),
      connection,
      nextTryAt,
      limitedUntil,
      quarantined,
      skipped: skipped.length,
      lean: isLean(state),
      isSilent: state.screen.terminal.wantsNotifications === false,
      isUnsaved: session.unsaved.size > 0,
      ...undelivered(state),
      others,
      needYou: others.reduce((sum, other) => sum + other.needYou, needsYou),
      unread:
        view.epoch === 0 ? undefined : others.reduce((sum, other) => sum + other.unread, unread),
      unreadOlder: older || others.some((other) => other.isOlder),
    });
  };
}

// Drawing it.

type HeaderFacts = Undelivered & {
  readonly realm: string;
  /** The account's name in the configuration file; undefined if there is only one. */
  readonly account?: string | undefined;
  readonly others: readonly OtherFacts[];
  readonly connection: ConnectionState;
  readonly nextTryAt: Session["nextTryAt"];
  readonly limitedUntil: Session["limitedUntil"];
  readonly lean: boolean;
  /** The user has silenced notifications. */
  readonly isSilent: boolean;
  /** The disk refuses what is done: it ends with the program unless the server gets it. */
  readonly isUnsaved: boolean;
  /** Event types that were quarantined. */
  readonly quarantined: readonly string[];
  /** How many things could not be read. */
  readonly skipped: number;
  /** In all accounts, as are the unread ones beside it. */
  readonly needYou: number;
  /** It is undefined if it is not known yet. */
  readonly unread: number | undefined;
  /** True: there are more unread messages than the server listed. */
  readonly unreadOlder: boolean;
};

/** Another live account. */
type OtherFacts = {
  readonly name: string;
  readonly connection: ConnectionState["kind"] | "closed";
  readonly needYou: number;
  readonly unread: number;
  readonly isOlder: boolean;
};

function otherFacts({ name, state: { view, session } }: OtherAccount): OtherFacts {
  const { needsYou: needYou, unread, older: isOlder } = totals(view);
  return { name, connection: session.connection.kind, needYou, unread, isOlder };
}

const noFacts: readonly OtherFacts[] = [];

/** Accounts that could not be opened. */
function closedFacts(account: OpenAccount | undefined): readonly OtherFacts[] {
  if (account?.all.some(({ problem }) => problem !== undefined) !== true) return noFacts;
  return account.all.flatMap(({ name, problem }): readonly OtherFacts[] =>
    problem === undefined
      ? []
      : [{ name, connection: "closed", needYou: 0, unread: 0, isOlder: false }],
  );
}

function sameFacts(before: readonly OtherFacts[], after: readonly OtherFacts[]) {
  const merged = after.map((facts, at) => sameFields(before[at], facts));
  return sameList(before, merged);
}

type StateWords = { readonly words: string; readonly token: Token };

/** What others need: `libre @2`, `work signed out`; dim if they need nothing. A name may end in a number, too. */
function otherSpans(others: readonly OtherFacts[], { mention }: Style["glyphs"], dot: SafeText) {
  return others.flatMap(({ name, connection, needYou }): Span[] => {
    const trouble = troubles[connection];
    const needs = needYou > 0 ? [span(plain(` ${mention}${countText(needYou)}`), "mention")] : [];
    const isCalm = needYou === 0 && trouble === undefined;
    return [
      { text: dot, token: "faint" },
      { text: safeLine(name), token: isCalm ? "dim" : "text", shrinks: true },
      ...needs,
      ...(trouble === undefined ? [] : [span(plain(` ${trouble.words}`), trouble.token)]),
    ];
  });
}

/** What to say of another account that is not live. */
const troubles: Readonly<Partial<Record<OtherFacts["connection"], StateWords>>> = {
  closed: { words: "not open", token: "bad" },
  "catching-up": { words: "catching up", token: "dim" },
  stale: { words: "stale", token: "warning" },
  offline: { words: "offline", token: "bad" },
  "signed-out": { words: "signed out", token: "bad" },
};

/** The time of the server's last word, in UNIX milliseconds. */
function asOf({ hours }: Style, since: number | undefined): string {
  return since === undefined ? "" : `, as of ${hourMinute(Math.floor(since / 1000), hours)}`;
}

function stateOf(style: Style, { connection }: HeaderFacts): StateWords {
  switch (connection.kind) {
    case "connecting":
      return { words: "connecting", token: "dim" };
    case "live":
      return { words: "live", token: "good" };
    case "catching-up":
      return { words: `catching up${asOf(style, connection.since)}`, token: "warning" };
    case "stale": {
      const since = hourMinute(Math.floor(connection.since / 1000), style.hours);
      return { words: `stale since ${since}`, token: "warning" };
    }
    case "offline":
      return { words: "offline", token: "bad" };
    case "signed-out":
      return { words: "signed out", token: "bad" };
  }
}

/** What was not delivered: the sum is the number of the outbox in the sidebar. */
function undeliveredSpans(facts: HeaderFacts, dot: SafeText): Span[] {
  const [waits, needs] = undeliveredWords(facts);
  const parts = [
    ...(waits === "" ? [] : [span(plain(waits), "warning")]),
    ...(needs === "" ? [] : [span(plain(needs), "mention")]),
  ];
  return parts.flatMap((part, at) => [span(at === 0 ? dot : plain(", "), "faint"), part]);
}

/** While the server is unreachable: when it will be retried. */
function nextTrySpans(style: Style, facts: HeaderFacts, dot: SafeText): Span[] {
  const { connection, nextTryAt } = facts;
  const isTrying = isAway(connection) && connection.kind !== "signed-out";
  if (nextTryAt === undefined || !isTrying) return [];
  return [span(dot, "faint"), span(plain(`next try ${second(style, nextTryAt)}`), "dim")];
}

function waySpans({ connection }: HeaderFacts, way: string, dot: SafeText): Span[] {
  if (connection.kind !== "signed-out" || way === "") return [];
  return [span(dot, "faint"), span(safeLine(way), "text")];
}

/** While the server's rate limit delays sends: that it does, and if `isFull`, until when. */
function limitSpans(
  style: Style,
  { connection, limitedUntil }: HeaderFacts,
  dot: SafeText,
  isFull: boolean,
): Span[] {
  if (limitedUntil === undefined || isAway(connection)) return [];
  const until = isFull ? ` until ${second(style, limitedUntil)}` : "";
  return [span(dot, "faint"), span(plain(`server's limit${until}`), "warning")];
}

/** `at` in UNIX milliseconds. */
function second({ hours }: Style, at: number): string {
  return hourSecond(Math.ceil(at / 1000), hours);
}

function headerLines(
  style: Style,
  columns: number,
  facts: HeaderFacts,
  way: string,
): readonly string[] {
  const { words, token } = stateOf(style, facts);
  const name = facts.realm === "" ? plain("weir") : safeName(facts.realm);
  const dot = plain(` ${style.glyphs.separator} `);
  const margin = columns >= 40 ? " " : "";
  const own = (isRealmNamed: boolean): readonly Span[] => [
    span(plain(margin)),
    ...(isRealmNamed ? [{ text: name, token: "strong", shrinks: true } as const] : []),
    ...(isRealmNamed && facts.account !== undefined ? [span(dot, "faint")] : []),
    ...(facts.account === undefined
      ? []
      : [{ text: safeLine(facts.account), token: "text", shrinks: true } as const]),
    span(dot, "faint"),
    span(plain(words), token),
  ];
  const right = waiting(facts, dot, margin);
  // The account alone tells which it is; what must be seen is its state.
  const isRealmNamed =
    facts.account === undefined ||
    spansWidth(style, own(true)) + spansWidth(style, right) < columns;
  const before = [
    ...own(isRealmNamed),
    ...(facts.lean ? [span(dot, "faint"), span(plain("lean"), "dim")] : []),
    ...(facts.isSilent ? [span(dot, "faint"), span(plain("silent"), "dim")] : []),
    ...undeliveredSpans(facts, dot),
    ...(facts.isUnsaved ? [span(dot, "faint"), span(plain("not saved to disk"), "warning")] : []),
  ];
  const others = otherSpans(facts.others, style.glyphs, dot);
  const nextTry = nextTrySpans(style, facts, dot);
  const limit = limitSpans(style, facts, dot, true);
  // Half a time says nothing.
  const timed = [...limit, ...nextTry, ...waySpans(facts, way, dot)];
  const hasRoom = spansWidth(style, [...before, ...timed, ...others, ...right]) < columns;
  const times = hasRoom ? timed : limitSpans(style, facts, dot, false);
  const left: Span[] = [...before, ...times, ...others];
  if (facts.skipped > 0) {
    const words = facts.skipped === 1 ? "1 thing not read" : `${facts.skipped} things not read`;
    left.push(span(dot, "faint"), span(plain(words), "warning"));
  }
  if (facts.quarantined.length > 0) {
    left.push(span(dot, "faint"), span(plain("some events could not be read"), "warning"));
  }
  return [lineOf(style, columns, left, right)];
}

function waiting(
  { needYou, unread, unreadOlder }: HeaderFacts,
  dot: SafeText,
  margin: string,
): Span[] {
  const spans: Span[] = [];
  const needs = needYou === 1 ? "1 needs you" : `${needYou} need you`;
  if (needYou > 0) spans.push(span(plain(needs), "mention"), span(dot, "faint"));
  if (unread === undefined) return spans;
  const more = unreadOlder ? "+" : "";
  spans.push(span(plain(unread === 0 ? "all read" : `${countText(unread)}${more} unread`), "dim"));
  return [...spans, span(plain(margin))];
}
