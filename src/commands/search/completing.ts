/** Completions for a search: operators, and the users, streams, topics and words that may follow them. */
import {
  findPeople,
  findPlaces,
  findStreams,
  findTopics,
  type Match,
} from "#commands/places/finder.ts";
import { rankerFor } from "#editor/match.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { quoted, type Token, tokensOf } from "#model/search-text.ts";
import type { DialogOf } from "#store/dialog.ts";
import { streamNamed } from "./names.ts";
import { type Operator, operatorNamed, operators } from "./operators.ts";

export type SearchChoice =
  | Completion
  /** What the archive has, or else the server. */
  | { readonly kind: "hit"; readonly message: Message; readonly isElsewhere: boolean };

/** What identifies a choice while others come. */
export function searchChoiceKey(choice: SearchChoice): string {
  return choice.kind === "hit" ? `hit ${choice.message.id}` : `${choice.kind} ${choice.text}`;
}

type Completion = {
  readonly kind: "operator" | "operand" | "recent";
  /** The complete new text. Texts are as received: not safe for a terminal. */
  readonly text: string;
  readonly title: string;
  readonly detail: string;
};

const maxRecent = 5;
const maxOperands = 20;
const times = ["today", "yesterday", "monday", "1w", "2026-11-20"];

/** The completions of what is typed and what the archive has for it; after a blank anything may follow, so they are last. */
export function searchChoices(
  view: Replica,
  dialog: DialogOf<"search">,
  recent: readonly string[],
): readonly SearchChoice[] {
  const { text } = dialog.input;
  const completed = completions(view, text, recent);
  if (text.trim() === "") return completed;
  const hit = (isElsewhere: boolean) => (message: Message) =>
    ({ kind: "hit", message, isElsewhere }) as const;
  const here = dialog.hits?.messages ?? [];
  const hits = [...here.map(hit(false)), ...foundElsewhere(dialog).map(hit(true))];
  return /\s$/.test(text) ? [...hits, ...completed] : [...completed, ...hits];
}

/** What the server has and the archive has not, newest first. */
export function foundElsewhere({ hits, answer }: DialogOf<"search">): readonly Message[] {
  if (answer?.kind !== "found") return [];
  const here = new Set(hits?.messages.map(({ id }) => id));
  return answer.messages.filter(({ id }) => !here.has(id));
}

/** With nothing typed: the last searches, then all operators. */
function completions(
  view: Replica,
  text: string,
  recent: readonly string[],
): readonly Completion[] {
  const days = dayChoices(text);
  if (days.length > 0) return days;
  const last = /(?:^|\s)$/.test(text) ? undefined : tokensOf(text).at(-1);
  if (last?.kind === "term") return operandChoices(view, text, last);
  if (last !== undefined) return operatorChoices(text, last.from, last.text);
  const searches = text === "" ? recent.slice(0, maxRecent) : [];
  return [
    ...searches.map((one): Completion => ({ kind: "recent", text: one, title: one, detail: "" })),
    ...operatorChoices(text, text.length, ""),
  ];
}

/** A minus before an operator negates it. */
function operatorChoices(text: string, from: number, typed: string): readonly Completion[] {
  const [, minus = "", start = ""] = /^(-?)(.*)$/s.exec(typed.toLowerCase()) ?? [];
  return operators
    .filter(({ name, aliases }) => [name, ...aliases].some((one) => one.startsWith(start)))
    .map(({ name, title }) => ({
      kind: "operator",
      text: `${text.slice(0, from)}${minus}${name}:`,
      title: `${minus}${name}:`,
      detail: title,
    }));
}

/** After `on` at the beginning, the days that the word behind it begins; none if it begins none. */
function dayChoices(text: string): readonly Completion[] {
  const [, on, typed] = /^(\s*on\s+)(\S*)$/i.exec(text) ?? [];
  if (on === undefined || typed === undefined) return [];
  return daysLike(typed).map(({ operand, title, detail }) => ({
    kind: "operand",
    text: on + operand,
    title,
    detail,
  }));
}

function daysLike(typed: string): readonly Candidate[] {
  const rank = rankerFor(typed);
  return times
    .filter((one) => rank(one) === 0)
    .map((one) => ({ operand: one, title: one, detail: "" }));
}

type Term = Extract<Token, { kind: "term" }>;

function operandChoices(view: Replica, text: string, term: Term): readonly Completion[] {
  const operator = operatorNamed(term.operator);
  if (operator === undefined) return [];
  // Of several users only the last one is being typed.
  const written = text.slice(term.operandFrom);
  const comma = operator.operand === "people" ? written.lastIndexOf(",") + 1 : 0;
  const before = text.slice(0, term.operandFrom + comma);
  const typed = written.slice(comma).replaceAll('"', "").trim();
  return candidates(view, operator, typed, tokensOf(text)).map(({ operand, title, detail }) => ({
    kind: "operand",
    text: `${before}${quoted(operand)} `,
    title,
    detail,
  }));
}

type Candidate = { readonly operand: string; readonly title: string; readonly detail: string };

function candidates(
  view: Replica,
  { name, operand, values = {} }: Operator,
  typed: string,
  tokens: readonly Token[],
): readonly Candidate[] {
  switch (operand) {
    case "person":
    case "people":
      return people(view, typed);
    case "stream":
      return findStreams(view, typed.replace(/^#/, ""), maxOperands).map(asTitled);
    case "topic":
      return topics(view, typed, tokens).map(asTitled);
    case "message":
    case "words":
      return [];
    case "time":
      return daysLike(typed);
    case "one of": {
      const rank = rankerFor(typed);
      const some = Object.entries(values)
        .filter(([value]) => rank(value) === 0)
        .map(([value, title]) => ({ operand: value, title: value, detail: title }));
      return name === "mentions" && typed !== "" ? [...some, ...people(view, typed)] : some;
    }
  }
}

function asTitled({ title, detail }: Match): Candidate {
  return { operand: title, title, detail };
}

/** Users with the same name are written with their IDs. */
function people(view: Replica, typed: string): readonly Candidate[] {
  const matches = findPeople(view, typed, maxOperands);
  const names = matches.map(({ title }) => title);
  return matches.map(({ title, detail, narrow }, at) => {
    const ids = narrow?.kind === "direct" ? narrow.userIds : [];
    const id = ids.find((one) => one !== view.ownId) ?? view.ownId;
    const isTwice = names.indexOf(title) !== at || names.lastIndexOf(title) !== at;
    return { operand: isTwice ? `${title}|${id}` : title, title, detail };
  });
}

/** Topics of the preceding stream operator, or of all streams. */
function topics(view: Replica, typed: string, tokens: readonly Token[]): readonly Match[] {
  const stream = tokens.find(
    (token) => token.kind === "term" && operatorNamed(token.operator)?.name === "stream",
  );
  const named = stream?.kind === "term" ? streamNamed(view, stream.operand) : undefined;
  if (named !== undefined && "id" in named)
    return findTopics(view, named.id, typed, maxOperands).filter(({ kind }) => kind === "topic");
  return findPlaces(view, typed, maxOperands).filter(({ kind }) => kind === "topic");
}
