/** What `weir doctor` concludes from what was found, and what it advises. */

import { isCleartext } from "#config/site.ts";
import { colourDepth, isDumb, isUtf8 } from "#host/environment.ts";
import type { Measures } from "#host/measure.ts";
import type { Environment } from "#host/paths.ts";
import type { Token } from "#theme/tokens.ts";
import { unsupportedAt } from "#wire/levels.ts";

/** `bad` makes the exit code 1. */
export type Verdict = "good" | "note" | "bad";

export type Diagnosis = {
  /** What was checked, in a word or two. */
  readonly check: string;
  readonly verdict: Verdict;
  readonly finding: string;
  /** What to do; absent: nothing. */
  readonly advice?: string;
};

export const verdictTokens: Readonly<Record<Verdict, Token>> = {
  good: "good",
  note: "warning",
  bad: "bad",
};

/** Samples whose widths terminals disagree about, with the columns that weir counts. */
export const samples: ReadonlyMap<string, { readonly width: number; readonly what: string }> =
  new Map([
    ["é", { width: 1, what: "accents" }],
    ["日本", { width: 4, what: "ideographs" }],
    ["…", { width: 1, what: "ambiguous signs" }],
    ["👍🏽", { width: 2, what: "emoji with a skin tone" }],
    ["👩‍👩‍👧", { width: 2, what: "joined emoji" }],
  ]);

export type TerminalFacts = {
  readonly environment: Environment;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Undefined: the terminal was not asked, or did not answer. */
  readonly measures: Measures | undefined;
};

export function terminalDiagnoses(facts: TerminalFacts): readonly Diagnosis[] {
  const { environment, isTerminal, columns, rows, measures } = facts;
  if (!isTerminal)
    return [
      { check: "terminal", verdict: "note", finding: "standard input or output is no terminal" },
    ];
  if (isDumb(environment))
    return [
      {
        check: "terminal",
        verdict: "bad",
        finding: `TERM is ${environment["TERM"] || "not set"}: the chat screen cannot be drawn`,
        advice: "Set TERM to what your terminal is, such as xterm-256color, or use weir --plain.",
      },
    ];
  const known = `${environment["TERM"]}${environment["TMUX"] ? " in tmux" : ""}, ${columns}x${rows}`;
  return [
    { check: "terminal", verdict: "good", finding: known },
    colours(environment),
    isUtf8(environment)
      ? { check: "text", verdict: "good", finding: "UTF-8" }
      : {
          check: "text",
          verdict: "note",
          finding: "the locale is not UTF-8, so signs are ASCII",
          advice: "Set LANG to a UTF-8 locale, such as C.UTF-8.",
        },
    ...answers(measures, environment),
  ];
}

function colours(environment: Environment): Diagnosis {
  const depth = colourDepth(environment);
  if (depth !== 0) return { check: "colours", verdict: "good", finding: `${depth}` };
  return { check: "colours", verdict: "note", finding: "none: NO_COLOR is set" };
}

function answers(measures: Measures | undefined, { TMUX }: Environment): readonly Diagnosis[] {
  if (measures === undefined)
    return [
      {
        check: "answers",
        verdict: "note",
        finding: "the terminal does not answer questions, so weir assumes the usual",
      },
    ];
  const { focus, keyboard, clipboard } = measures;
  return [
    widths(measures),
    focus === true
      ? { check: "focus", verdict: "good", finding: "reported" }
      : {
          check: "focus",
          verdict: "note",
          finding: "not reported: a message counts as read within a minute of the last key",
          ...(TMUX && { advice: "In tmux: set -g focus-events on" }),
        },
    keyboard
      ? { check: "keyboard", verdict: "good", finding: "tells all keys apart" }
      : {
          check: "keyboard",
          verdict: "note",
          finding: "Shift+Enter cannot be told from Enter; Alt+Enter or ^J break the line",
        },
    clipboard
      ? { check: "clipboard", verdict: "good", finding: "OSC 52 is supported" }
      : {
          check: "clipboard",
          verdict: "note",
          finding: "the terminal does not say whether programs may copy (OSC 52)",
          ...(TMUX && { advice: "In tmux: set -g set-clipboard on" }),
        },
  ];
}

function widths({ widths: measured }: Measures): Diagnosis {
  const wrong = [...samples].filter(([sample, { width }]) => {
    const found = measured.get(sample);
    return found !== undefined && found !== width;
  });
  if (wrong.length === 0)
    return { check: "widths", verdict: "good", finding: "as weir counts them" };
  const list = wrong.map(([sample, { what, width }]) => {
    const found = measured.get(sample);
    return `${what} take ${found} instead of ${width}`;
  });
  const isAmbiguous = measured.get("…") === 2;
  return {
    check: "widths",
    verdict: "note",
    finding: list.join(", "),
    ...(isAmbiguous && { advice: 'Set ambiguous_width = "2" in the configuration.' }),
  };
}

export type ServerFacts = {
  readonly site: string;
  /** A sentence; undefined: it answers. */
  readonly unreachable: string | undefined;
  readonly ms: number;
  readonly level: number;
  readonly version: string | undefined;
  /** Why the key is refused; undefined: it is valid. */
  readonly refused: string | undefined;
  readonly name: string | undefined;
};

export function serverDiagnoses(facts: ServerFacts): readonly Diagnosis[] {
  const { site, unreachable, ms, level, version, refused, name } = facts;
  const encryption: readonly Diagnosis[] = isCleartext(site)
    ? [
        {
          check: "encryption",
          verdict: "note",
          finding: `the key travels unencrypted to ${site}`,
          advice: "Use https.",
        },
      ]
    : [];
  if (unreachable !== undefined)
    return [
      {
        check: "server",
        verdict: "bad",
        finding: `${site}: ${unreachable}`,
        advice: "Check the address, the network and the proxy (HTTPS_PROXY).",
      },
      ...encryption,
    ];
  const lacks = unsupportedAt(level);
  const answer = `${site} answers in ${ms} ms`;
  return [
    {
      check: "server",
      verdict: "good",
      finding: version ? `${answer}, version ${version}` : answer,
    },
    ...encryption,
    lacks.length === 0
      ? { check: "level", verdict: "good", finding: `${level}: everything is supported` }
      : { check: "level", verdict: "note", finding: `${level}: it ${lacks.join("; it ")}` },
    refused === undefined
      ? { check: "key", verdict: "good", finding: `signed in as ${name}` }
      : {
          check: "key",
          verdict: "bad",
          finding: refused,
          advice: "Sign in again with weir login.",
        },
  ];
}
