/** Short everyday exchanges with placeholders for people, reused with different casts. */
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";
import { sectionsOf, type Where } from "./sections.ts";
import { parts, type SlotName } from "./slots.ts";
import { demoText } from "./texts.ts";

export type Exchange = {
  /** `with you`: between the user, who is `a`, and one colleague, who is `b`. */
  readonly where: Where;
  /** One to five lines. */
  readonly scene: readonly ScriptLine<SlotName>[];
};

/** Parses a file below `exchanges/`: blank lines separate the exchanges. */
export function exchangesOf(name: string): readonly Exchange[] {
  return sectionsOf(demoText(`exchanges/${name}`)).flatMap(({ where, script }) =>
    script.split("\n\n").map((scene) => ({ where, scene: screenplay(parts, scene) })),
  );
}
