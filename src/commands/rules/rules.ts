/** The rules of the user's configuration, ready to be applied, and what about each cannot be. */
import { nearest } from "#base/nearest.ts";
import { sha256 } from "#base/sha256.ts";
import { type TextPattern, textPattern } from "#base/text-pattern.ts";
import type { Zone } from "#base/time.ts";
import type { Command } from "#commands/command.ts";
import type { CustomCommand } from "#config/custom-commands.ts";
import { type ConfiguredRule, endOf } from "#config/rules.ts";
import type { TableComplaint } from "#config/tables.ts";
import type { Deed, Rule } from "#model/rules/rule.ts";

/** Those that can be applied, in the order of the file; `commands`: the user's own that can run; `now` in UNIX seconds. */
export function rulesOf(
  configured: readonly ConfiguredRule[],
  commands: readonly Pick<Command, "custom">[],
  now: number,
): { readonly rules: readonly Rule[]; readonly complaints: readonly TableComplaint[] } {
  const customs = commands.flatMap(({ custom }) => custom ?? []);
  const complaints: TableComplaint[] = [];
  const rules = configured.flatMap((rule) => {
    const command = customs.find(({ title }) => title === rule.command);
    const problem = rule.deed === "command" ? commandProblem(rule, command, customs) : undefined;
    const past = rule.deed === "snooze" ? pastProblem(rule, now) : undefined;
    if (problem !== undefined) complaints.push({ at: rule.at, key: "command", sentence: problem });
    else if (past !== undefined) complaints.push({ at: rule.at, key: "until", sentence: past });
    else return [ruleOf(rule, command)];
    return [];
  });
  return { rules, complaints };
}

/** Where clocks are behind all others: the zone of the profile is not known before an account is. */
const last: Zone = { timeZone: "Etc/GMT+12" };

function pastProblem({ title, until }: ConfiguredRule, now: number): string | undefined {
  return endOf(until, now, last) === undefined
    ? `The rule ${title} does nothing any more: its until, ${until}, has passed.`
    : undefined;
}

/** Nobody is there to answer it, or to read what it prints. */
function commandProblem(
  { title, command: name }: ConfiguredRule,
  command: CustomCommand | undefined,
  others: readonly CustomCommand[],
): string | undefined {
  if (command === undefined) {
    const titles = others.map((other) => other.title);
    const close = nearest(name, titles);
    const hint = close === undefined ? "" : ` Did you mean ${close}?`;
    return `The rule ${title} cannot run: there is no command ${name}.${hint}`;
  }
  const because = whyNotUnattended(command);
  return because && `The rule ${title} cannot run the command ${name}: ${because}.`;
}

function whyNotUnattended({
  prompts,
  confirm,
  output,
  contexts,
}: CustomCommand): string | undefined {
  if (prompts.length > 0) return "it has prompts";
  if (confirm) return "it asks before it runs";
  if (output !== "none" && output !== "notice")
    return `its output is ${output}, and must be none or notice`;
  return contexts.some((context) => context === "message" || context === "conversation")
    ? undefined
    : "its context is neither message nor conversation";
}

function ruleOf(configured: ConfiguredRule, command: CustomCommand | undefined): Rule {
  const { title, from, stream, topic, text, bot, why } = configured;
  return {
    title,
    digest: digestOf(configured, command),
    from: patterns(from, "name"),
    stream: patterns(stream, "name"),
    topic: patterns(topic, "name"),
    text: patterns(text, "text"),
    bot,
    why,
    deed: deedOf(configured),
  };
}

/** The configuration has read them before. */
function patterns(written: readonly string[], of: "name" | "text"): readonly TextPattern[] {
  return written.flatMap((each) => {
    const pattern = textPattern(each, of);
    return typeof pattern === "function" ? [pattern] : [];
  });
}

function deedOf({ deed, until, command: title }: ConfiguredRule): Deed {
  if (deed === "snooze")
    return { kind: deed, end: until, until: (sentAt, zone) => endOf(until, sentAt, zone) };
  return deed === "command" ? { kind: deed, title } : { kind: deed };
}

/** Where it stands in the file is no part of it, but what its command runs is. */
function digestOf({ at: _, ...rule }: ConfiguredRule, command: CustomCommand | undefined): string {
  const { run, input } = command ?? {};
  const parts = Object.entries(rule).sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify([parts, run, input]));
}

/** Completes "it would". */
export function deedWords({ deed }: Pick<Rule, "deed">): string {
  switch (deed.kind) {
    case "done":
      return "mark as done";
    case "snooze":
      return `snooze, ${deed.end}`;
    case "mute":
      return "mute the topic";
    case "notify":
      return "notify";
    case "command":
      return `run ${deed.title}`;
  }
}
