/** What colleagues talk about while you look on. */
import { sectionsOf } from "#realm/seed/demo/sections.ts";
import { type Part, parts } from "#realm/seed/demo/slots.ts";
import type { StreamName } from "#realm/seed/demo/streams.ts";
import { demoText } from "#realm/seed/demo/texts.ts";
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";

export type Scene = {
  readonly stream: StreamName;
  readonly topic: string;
  readonly lines: readonly ScriptLine<Part>[];
};

export const scenes: readonly Scene[] = sectionsOf(demoText("residents/scenes")).flatMap(
  ({ where, script }) => ("stream" in where ? { ...where, lines: screenplay(parts, script) } : []),
);
