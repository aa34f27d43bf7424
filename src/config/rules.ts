/** The user's rules in the configuration file: each `[[rule]]` says which messages it is about, and what happens to them. */
import { textPattern } from "#base/text-pattern.ts";
import type { Zone } from "#base/time.ts";
import { typedTime } from "#base/typed-time.ts";
import {
  among,
  type Fields,
  oneOf,
  readTables,
  someOf,
  type TableComplaint,
  textOf,
  textsOf,
  titleField,
} from "./tables.ts";

/** Why a conversation with only this message would be listed, as `weir inbox` says it, and what that is, for the guide. */
export const reasonWords = {
  direct: "is a direct message from a person",
  mention: "mentions you",
  followed: "is in a topic that you follow",
  wrote: "is in a topic in which you have written",
  wildcard: "mentions everybody, or a group that you are in",
  alert: "has one of your alert words",
  bots: "is from a bot",
  stream: "is in a stream that you are subscribed to, and none of the above",
} as const;

type RuleReason = keyof typeof reasonWords;

const ruleReasons = Object.keys(reasonWords) as readonly RuleReason[];

const ruleDeeds = ["done", "snooze", "mute", "notify", "command"] as const;

export type ConfiguredRule = {
  readonly title: string;
  /** Patterns, of which one must match; empty: anything does. Likewise in the other three. */
  readonly from: readonly string[];
  readonly stream: readonly string[];
  readonly topic: readonly string[];
  readonly text: readonly string[];
  /** Whether a bot wrote it; absent: whoever did. */
  readonly bot?: boolean;
  /** If empty, any reason will do. */
  readonly why: readonly RuleReason[];
  readonly deed: (typeof ruleDeeds)[number];
  /** The end of a snooze, as it is typed; empty for other deeds. */
  readonly until: string;
  /** The title of the command that runs; empty for other deeds. */
  readonly command: string;
  /** Which `[[rule]]` of the file it is, from 0. */
  readonly at: number;
};

/** The keys of the table, with their values. */
type Values = Omit<ConfiguredRule, "bot" | "deed" | "at"> & {
  readonly do: ConfiguredRule["deed"];
  readonly bot: boolean | "any";
};

const fields: Fields<Values> = {
  title: titleField,
  do: { read: (written) => among(ruleDeeds, written), expected: oneOf(ruleDeeds) },
  from: patternsField("name", "@"),
  stream: patternsField("name", "#"),
  topic: patternsField("name"),
  text: patternsField("text"),
  bot: {
    read: (written) => (typeof written === "boolean" ? written : undefined),
    expected: "true or false",
    otherwise: "any",
  },
  why: {
    read: (written) => someOf(ruleReasons, written),
    expected: oneOf(ruleReasons),
    otherwise: [],
  },
  until: {
    read: (written) =>
      endOf(textOf(written) ?? "", 0, {}) === undefined ? undefined : `${written}`,
    expected: "a time to come, such as tomorrow 9:00, in 2h or monday",
    otherwise: "",
  },
  command: { read: textOf, expected: "the title of a command", otherwise: "" },
};

/** `sign`: what weir writes before such a name. A pattern with it would be about none, without anybody noticing. */
function patternsField(of: "name" | "text", sign?: string): Fields<Values>["from"] {
  const patternOf = (text: string) =>
    sign !== undefined && text.trim().startsWith(sign)
      ? { why: `names stand here without ${sign}` }
      : textPattern(text, of);
  const wrong = (written: unknown) =>
    (textsOf(written) ?? []).map(patternOf).find((pattern) => typeof pattern !== "function");
  return {
    read: (written) => {
      const texts = textsOf(written);
      return texts === undefined || texts.length === 0 || wrong(written) ? undefined : texts;
    },
    expected: (written) => {
      const problem = wrong(written);
      if (problem === undefined) return "a text, or a list of texts";
      return `a pattern that can be looked for (${problem.why})`;
    },
    otherwise: [],
  };
}

/** UNIX seconds of a snooze that begins at `from`; undefined if the text is no time to come. */
export function endOf(until: string, from: number, zone: Zone): number | undefined {
  const time = typedTime(until, "coming", from, zone);
  return time?.kind === "time" && time.from > from ? time.from : undefined;
}

/** The rules that can be used, in the order of the file, and a sentence for each that cannot, and for ignored keys. */
export function readRules(written: unknown): {
  readonly rules: readonly ConfiguredRule[];
  readonly complaints: readonly TableComplaint[];
} {
  const { rows, complaints } = readTables("rule", fields, written);
  const all = [...complaints];
  const rules: ConfiguredRule[] = [];
  for (const { do: deed, bot, ...row } of rows) {
    const rule: ConfiguredRule = { deed, ...row, ...(bot !== "any" && { bot }) };
    const problem = problemOf(rule, rules);
    if (problem === undefined) rules.push(rule);
    else all.push({ at: rule.at, ...problem });
  }
  return { rules, complaints: all };
}

type Problem = Pick<TableComplaint, "key" | "sentence">;

function problemOf(rule: ConfiguredRule, others: readonly ConfiguredRule[]): Problem | undefined {
  const { title, deed, until, command } = rule;
  if (others.some((other) => other.title === title))
    return { key: "title", sentence: `There is another rule named ${title}.` };
  if (isAboutEverything(rule))
    return {
      sentence: `The rule ${title} is about every message: it needs from, stream, topic, text, bot or why.`,
    };
  if (deed === "snooze" && until === "")
    return { key: "do", sentence: `The rule ${title} needs until, the end of the snooze.` };
  if (deed !== "snooze" && until !== "")
    return { key: "until", sentence: `The rule ${title} has until, but does not snooze.` };
  if (deed === "command" && command === "")
    return { key: "do", sentence: `The rule ${title} needs command, the title of a command.` };
  if (deed !== "command" && command !== "")
    return { key: "command", sentence: `The rule ${title} has command, but its do is ${deed}.` };
  if (deed === "mute" && rule.why.includes("direct"))
    return { key: "why", sentence: `The rule ${title} mutes topics: direct messages have none.` };
  return undefined;
}

function isAboutEverything({ from, stream, topic, text, why, bot }: ConfiguredRule): boolean {
  return bot === undefined && [from, stream, topic, text, why].every((each) => each.length === 0);
}
