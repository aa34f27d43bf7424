/**
 * The residents' texts: scenes among themselves, and replies to the user by subject, by person, and, failing both,
 * generic ones.
 */
import { sectionsOf } from "#realm/seed/demo/sections.ts";
import { parts, type SlotName } from "#realm/seed/demo/slots.ts";
import type { StreamName } from "#realm/seed/demo/streams.ts";
import { demoText } from "#realm/seed/demo/texts.ts";
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";

export type Repertoire = {
  readonly about: RegExp;
  readonly say: readonly string[];
  /** Suitable reactions; empty if a reaction would be odd. */
  readonly react: readonly string[];
  /** Whether a reaction may be the entire answer. */
  readonly mayOnlyReact: boolean;
};

const sections = demoText("residents/replies")
  .split(/^== /m)
  .slice(1)
  .map((section): Repertoire & { readonly head: string } => {
    const [line = "", ...say] = section.trimEnd().split("\n");
    const [head = "", emoji = "", alone] = line.split(" | ");
    const [, source = "(?:)", flags] = /^\/(.+)\/(\w*)$/.exec(head) ?? [];
    return {
      head,
      about: new RegExp(source, flags),
      say: say.map((one) => one.replaceAll("\\n", "\n")),
      react: emoji.split(" ").filter((name) => name !== ""),
      mayOnlyReact: alone === "alone",
    };
  });

/** Tried in this order; the last one matches everything. */
export const repertoires: readonly Repertoire[] = sections.filter(({ head }) =>
  /^\/|^general$/.test(head),
);

/** Personal replies, by short name. */
export const voices: ReadonlyMap<string, readonly string[]> = new Map(
  sections.map(({ head, say }) => [head, say]),
);

export type Scene = {
  readonly stream: StreamName;
  readonly topic: string;
  readonly lines: readonly ScriptLine<SlotName>[];
};

export const scenes: readonly Scene[] = sectionsOf(demoText("residents/scenes")).flatMap(
  ({ where, script }) => ("stream" in where ? { ...where, lines: screenplay(parts, script) } : []),
);
