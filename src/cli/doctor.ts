/** The conclusions and advice of `weir doctor`. */

import { type Failure, hasRemedy, sentenceOf } from "#api/failure.ts";
import type { Cells } from "#base/cells.ts";
import { safeLine } from "#base/safe-text.ts";
import { isCleartext } from "#config/site.ts";
import { colourDepth, isDumb, isUtf8 } from "#host/environment.ts";
import type { Measures } from "#host/measure.ts";
import type { Environment } from "#host/paths.ts";
import type { Token } from "#theme/tokens.ts";
import { newestLevel, tooOldAt, unsupportedAt } from "#wire/levels.ts";
import type { Skip } from "#wire/skips.ts";
import { unreadText } from "./calls.ts";

/** `bad` makes the exit code 1. */
export type Verdict = "good" | "note" | "bad";

export type Diagnosis = {
  /** What was checked, in a few words. */
  readonly check: string;
  readonly verdict: Verdict;
  readonly finding: string;
  /** Advice, if there is any. */
  readonly advice?: string;
};

const diagnosis =
  (verdict: Verdict) =>
  (check: string, finding: string, advice?: string): Diagnosis => ({
    check,
    verdict,
    finding,
    ...(advice !== undefined && { advice }),
  });

export const good = diagnosis("good");
export const note = diagnosis("note");
export const bad = diagnosis("bad");

export const verdictTokens: Readonly<Record<Verdict, Token>> = {
  good: "good",
  note: "warning",
  bad: "bad",
};

/** Texts whose widths differ between terminals. */
export const samples: ReadonlyMap<string, string> = new Map([
  ["é", "accents"],
  ["日本", "ideographs"],
  ["…", "ambiguous-width characters"],
  ["👍🏽", "emoji with a skin tone"],
  ["👩‍👩‍👧", "joined emoji"],
]);

export type TerminalFacts = {
  readonly environment: Environment;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** The width that weir assumes. */
  readonly cells: Cells;
  readonly glyphs: "unicode" | "console" | "ascii";
  /** It is undefined if the terminal was not asked, or did not answer. */
  readonly measures: Measures | undefined;
};

export function terminalDiagnoses(facts: TerminalFacts): readonly Diagnosis[] {
  const { environment, isTerminal, columns, rows } = facts;
  const check = "terminal";
  if (!isTerminal) return [note(check, "not checked: standard input or output is not a terminal")];
  if (isDumb(environment)) {
    const finding = `TERM is ${environment["TERM"] || "not set"}: the chat screen cannot be drawn`;
    const advice = "Set TERM to your terminal's type, such as xterm-256color, or use weir --plain.";
    return [bad(check, finding, advice)];
  }
  const terminal = `${environment["TERM"]}${environment["TMUX"] ? " in tmux" : ""}, ${columns}x${rows}`;
  return [
    good(check, terminal),
    colours(environment),
    letters(facts),
    ...rightToLeft(facts),
    ...answers(facts),
  ];
}

/** Only kitty reverses what was put in order, word by word, unless each letter is sized for itself. */
function rightToLeft({ environment, cells }: TerminalFacts): readonly Diagnosis[] {
  if (!environment["KITTY_WINDOW_ID"] || cells.rules.reorders !== true) return [];
  const finding =
    "in tmux, and before its version 0.40, kitty reverses words that are written from right to left";
  return [note("rtl", finding, "For Hebrew, Arabic … set force_ltr yes in kitty.conf.")];
}

function colours(environment: Environment): Diagnosis {
  const depth = colourDepth(environment);
  return depth === 0 ? note("colours", "none: NO_COLOR is set") : good("colours", `${depth}`);
}

function letters({ environment, glyphs }: TerminalFacts): Diagnosis {
  const symbols = glyphs === "ascii" ? ", so symbols are drawn in ASCII" : "";
  if (isUtf8(environment))
    return good("text", symbols === "" ? "UTF-8" : "UTF-8, symbols in ASCII");
  const advice = "Set LANG to a UTF-8 locale, such as C.UTF-8.";
  return note("text", `the locale is not UTF-8${symbols}`, advice);
}

function answers(facts: TerminalFacts): readonly Diagnosis[] {
  const { measures, environment } = facts;
  if (measures === undefined)
    return [note("answers", "the terminal does not answer queries, so weir assumes defaults")];
  const { keyboard, clipboard } = measures;
  const inTmux = (setting: string) =>
    environment["TMUX"] ? `In tmux, this requires: set -g ${setting} on` : undefined;
  return [
    widths(facts, measures),
    focus(measures, inTmux("focus-events")),
    keyboard
      ? good("keyboard", "all keys can be distinguished")
      : note(
          "keyboard",
          "Shift+Enter cannot be distinguished from Enter; use Alt+Enter or ^J for a new line",
        ),
    clipboard
      ? good("clipboard", "OSC 52 is supported")
      : note(
          "clipboard",
          "the terminal does not say whether programs may copy (OSC 52)",
          inTmux("set-clipboard"),
        ),
  ];
}

function focus({ focus: reported }: Measures, advice: string | undefined): Diagnosis {
  if (reported === true) return good("focus", "reported");
  const consequence = "a message counts as read within a minute of the last key";
  const finding =
    reported === false
      ? `not reported: ${consequence}`
      : `the terminal does not say whether it reports focus; if not, ${consequence}`;
  return note("focus", finding, advice);
}

const takenApart =
  "this terminal draws composed emoji in parts, so weir shows their first emoji, and flags as letters";

function widths({ cells }: TerminalFacts, { widths: measured }: Measures): Diagnosis {
  const asItIs = [...samples].filter(([sample]) => cells.show(sample) === sample);
  const wrong = asItIs.flatMap(([sample, what]) => {
    const columns = measured.get(sample);
    const width = cells.width(sample);
    return columns === undefined || columns === width
      ? []
      : [{ sample, sentence: `${what} take ${columns} columns instead of ${width}` }];
  });
  if (wrong.length === 0)
    return cells.rules.clusters === true
      ? good("widths", "as weir expects")
      : note("widths", takenApart);
  const list = wrong.map(({ sentence }) => sentence).join(", ");
  const ambiguous = wrong.some(({ sample }) => sample === "…") ? measured.get("…") : undefined;
  const advice =
    ambiguous === undefined
      ? undefined
      : `Set ambiguous_width = "${ambiguous}" in the configuration.`;
  return note("widths", `lines with these are not aligned: ${list}`, advice);
}

/** A sentence for a failure before anything was sent. */
export type Problem = Failure | string;

export type ServerFacts = {
  readonly site: string;
  /** How to replace the stored key; a sentence. */
  readonly keyAdvice: string;
  /** The server's description of itself, or why there is none. */
  readonly server: Problem | ServerAnswer;
  /** The user's name; undefined if the server was not asked. */
  readonly person: Failure | { readonly name: string } | undefined;
  /** What could not be read of all that the chat fetches; undefined if it was not fetched. */
  readonly skipped: readonly Skip[] | undefined;
};

export type ServerAnswer = {
  readonly ms: number;
  readonly level: number;
  readonly version: string | undefined;
  readonly isIncompatible: boolean;
  /** How far this machine's clock is ahead of the server's, in seconds. */
  readonly clockAhead: number;
};

const remedies: Readonly<Record<Failure["kind"], string>> = {
  unreachable: "Check the address, the network and the proxy (HTTPS_PROXY).",
  malformed: "Check the address: a compatible server does not answer like this.",
  blocked: "Check the address, the network and the proxy (HTTPS_PROXY).",
  broken: "Try again later, or contact the server's administrator.",
  "rate-limited": "Try again later.",
  ignored: "Try again later.",
  refused: "Check the address, or ask the server's administrator.",
  unauthorized: "Check the address, or ask the server's administrator.",
};

function failed(check: string, problem: Problem, prefix: string): Diagnosis {
  const sentence = typeof problem === "string" ? problem : sentenceOf(problem);
  const finding = `${prefix}${short(sentence)}`;
  if (typeof problem === "string") return bad(check, finding);
  return bad(check, finding, hasRemedy(problem) ? undefined : remedies[problem.kind]);
}

/** The maximum length of a server's text in a sentence. */
function short(text: string): string {
  const line = safeLine(text);
  return line.length <= maxShown ? line : `${line.slice(0, maxShown)}…`;
}

const maxShown = 300;

/** Less may be the time that an answer takes, and is not seen in times of minutes. */
const clockTolerance = 60;

function clockDiagnoses({ clockAhead }: ServerAnswer): readonly Diagnosis[] {
  const off = Math.round(Math.abs(clockAhead));
  if (off < clockTolerance) return [];
  const how = off < 7200 ? `${Math.round(off / 60)} min` : `${Math.round(off / 3600)} h`;
  const side = clockAhead > 0 ? "ahead of" : "behind";
  const finding = `this machine's is ${how} ${side} the server's, by the Date of its answer`;
  const advice =
    "Set it: until then, the times of messages look wrong, and what you snooze or schedule comes at another time.";
  return [note("clock", finding, advice)];
}

export function serverDiagnoses(facts: ServerFacts): readonly Diagnosis[] {
  const { site, server } = facts;
  const all: Diagnosis[] = [];
  if (typeof server === "string" || "kind" in server)
    all.push(failed("server", server, `${site}: `));
  else {
    const { ms, version } = server;
    const finding = `${site} answers in ${ms} ms${version ? `, version ${short(version)}` : ""}`;
    all.push(good("server", finding), ...levelDiagnoses(server), ...clockDiagnoses(server));
    if (facts.skipped !== undefined) all.push(reading(server, facts.skipped));
  }
  if (isCleartext(site))
    all.push(note("encryption", `the key travels unencrypted to ${site}`, "Use https."));
  return [...all, ...keyDiagnoses(facts)];
}

function levelDiagnoses({ level, isIncompatible }: ServerAnswer): readonly Diagnosis[] {
  const outdated = bad("weir", "the server requires a newer version of weir", "Update weir.");
  const lacks = unsupportedAt(level);
  const tooOld = tooOldAt(level);
  const stated = tooOld === undefined ? `${level}: this server` : `not stated. ${tooOld} It`;
  const support =
    lacks.length > 0
      ? note("level", `${stated} ${lacks.join("; it ")}`)
      : good("level", `${level}: ${acquaintance(level)}`);
  return isIncompatible ? [outdated, support] : [support];
}

function acquaintance(level: number): string {
  return level > newestLevel
    ? `newer than weir, which knows levels up to ${newestLevel} and does without what is new`
    : `known to weir, as are all levels up to ${newestLevel}`;
}

function reading({ level }: ServerAnswer, skipped: readonly Skip[]): Diagnosis {
  const check = "reading";
  if (skipped.length === 0) return good(check, "everything that weir fetches can be read");
  const finding = `${unreadText(skipped)}, level ${level}; weir knows up to ${newestLevel}`;
  return note(check, finding, "weir does without them. A newer version may read them.");
}

function keyDiagnoses({ person, keyAdvice }: ServerFacts): readonly Diagnosis[] {
  const check = "key";
  if (person === undefined) return [];
  if ("name" in person) return [good(check, `signed in as ${short(person.name)}`)];
  if (person.kind !== "unauthorized") return [failed(check, person, "not checked: ")];
  return [bad(check, `refused: ${short(sentenceOf(person))}`, keyAdvice)];
}
