/** Parses `rules.txt`: permissions in the realm of `village.ts`. */
import { readFileSync } from "node:fs";
import { type Caller, cast } from "./village.ts";

export type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** A step of the setup, by a user or by the caller. */
export type Step = { readonly who: number | "me" } & (
  | ApiRequest
  | { readonly joins: number }
  | { readonly leaves: number }
);

export type Rule = ApiRequest & {
  readonly about: string;
  /** The last level that it applies to; absent: it applies to the realm's default. */
  readonly until?: number;
  readonly realm: Readonly<Record<string, unknown>>;
  readonly setup: readonly Step[];
  /** The error for each caller who is rejected; the others succeed. */
  readonly refused: Readonly<Partial<Record<Caller, string>>>;
};

function requestOf(line: string): ApiRequest {
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
  const valuesOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const [until] = valuesOf("until");
  const request = requestOf(lines.find((line) => /^[A-Z]+ \//.test(line)) ?? about);
  const refusals = lines.slice(lines.findIndex((line) => /^[A-Z]+ \//.test(line)) + 1);
  const refused = refusals.flatMap((line) => {
    const [, names = "", sentence = ""] = /^([a-z ]+): (.*)$/.exec(line) ?? [];
    const whom = names === "everybody" ? Object.keys(cast) : names.split(" ");
    return whom.map((who) => [who, sentence]);
  });
  return {
    about,
    ...(until === undefined ? {} : { until: Number(until) }),
    ...request,
    realm: JSON.parse(valuesOf("realm")[0] ?? "{}"),
    setup: valuesOf("given").map(stepOf),
    refused: Object.fromEntries(refused),
  };
}

export const rules: readonly Rule[] = readFileSync(new URL("rules.txt", import.meta.url), "utf8")
  .split("\n\n")
  .map(ruleOf);
