/** Every requirement of the document that a trace of exchanges can prove. */
import { answers } from "./rows/answers.ts";
import { endpoints, parameters } from "./rows/calls.ts";
import { levels, rules, states } from "./rows/conventions.ts";
import { errors } from "./rows/errors.ts";
import { events, persons } from "./rows/events.ts";
import { limits } from "./rows/limits.ts";
import type { Requirement } from "./rows/requirement.ts";

export const requirements: readonly Requirement[] = [
  ...rules(),
  ...endpoints(),
  ...parameters(),
  ...answers(),
  ...states(),
  ...events(),
  ...persons(),
  ...errors(),
  ...limits(),
  ...levels(),
];
