/** Short exchanges of everyday work, written for anybody and told again in other weeks by other people. */
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";
import { sectionsOf, type Where } from "./sections.ts";
import { type Part, parts } from "./slots.ts";
import { demoText } from "./texts.ts";

export type Exchange = {
  /** `with you`: between you, who are `a`, and one colleague, who is `b`. */
  readonly where: Where;
  /** One to five lines. */
  readonly scene: readonly ScriptLine<Part>[];
};

/** The exchanges of a file below `exchanges/`: a blank line ends one and begins the next. */
export function exchangesOf(name: string): readonly Exchange[] {
  return sectionsOf(demoText(`exchanges/${name}`)).flatMap(({ where, script }) =>
    script.split("\n\n").map((scene) => ({ where, scene: screenplay(parts, scene) })),
  );
}
