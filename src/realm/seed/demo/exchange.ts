/** Short exchanges of everyday work, written for anybody and told again in other weeks by other people. */

import { type Line, screenplay } from "#realm/seed/screenplay.ts";
import { type Part, parts } from "./slots.ts";
import type { StreamName } from "./streams.ts";

export type Exchanges = {
  readonly stream: StreamName;
  readonly topic: string;
  /** At least one; each has one to five lines. */
  readonly scenes: readonly (readonly Line<Part>[])[];
};

/** In `script`, a blank line ends one exchange and begins the next. */
export function exchanges(stream: StreamName, topic: string, script: string): Exchanges {
  const scenes = script
    .trim()
    .split("\n\n")
    .map((scene) => screenplay(parts, scene));
  return { stream, topic, scenes };
}
