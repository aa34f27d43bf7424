/** Reads `rules.txt`: who may do what in the village of `village.ts`. */
import { readFileSync } from "node:fs";
import { type Caste, cast } from "./village.ts";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** What happened before, done by a person or by everybody who asks. */
export type Step = { readonly who: number | "me" } & (
  | Asked
  | { readonly joins: number }
  | { readonly leaves: number }
);

export type Rule = Asked & {
  readonly about: string;
  readonly realm: Readonly<Record<string, unknown>>;
  readonly given: readonly Step[];
  /** The sentence for each who is refused; the others succeed. */
  readonly refused: Readonly<Partial<Record<Caste, string>>>;
};

function requestOf(line: string): Asked {
  const [, method = "", path = "", json = "{}"] = /^([A-Z]+) (\S+)(?: (\{.*))?$/.exec(line) ?? [];
  if (method === "") throw new SyntaxError(`No request: ${line}`);
  return { method, path, parameters: JSON.parse(json) };
}

function stepOf(line: string): Step {
  const [, name = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  const who = name === "me" ? name : Number(name);
  const [verb, stream] = rest.split(" ");
  if (verb === "joins") return { who, joins: Number(stream) };
  if (verb === "leaves") return { who, leaves: Number(stream) };
  return { who, ...requestOf(rest) };
}

function ruleOf(block: string): Rule {
  const [about = "", ...lines] = block.trim().split(/\n\s+/);
  const behind = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const asked = requestOf(lines.find((line) => /^[A-Z]+ \//.test(line)) ?? about);
  const refusals = lines.slice(lines.findIndex((line) => /^[A-Z]+ \//.test(line)) + 1);
  const refused = refusals.flatMap((line) => {
    const [, names = "", sentence = ""] = /^([a-z ]+): (.*)$/.exec(line) ?? [];
    const whom = names === "everybody" ? Object.keys(cast) : names.split(" ");
    return whom.map((who) => [who, sentence]);
  });
  return {
    about,
    ...asked,
    realm: JSON.parse(behind("realm")[0] ?? "{}"),
    given: behind("given").map(stepOf),
    refused: Object.fromEntries(refused),
  };
}

export const rules: readonly Rule[] = readFileSync(new URL("rules.txt", import.meta.url), "utf8")
  .split("\n\n")
  .map(ruleOf);
