/** Every row of the document that a server can be held to, and which exchanges of a trace prove it. */
import { answers } from "./rows/answers.ts";
import { endpoints, parameters } from "./rows/calls.ts";
import { levels, rules, states } from "./rows/conventions.ts";
import { errors } from "./rows/errors.ts";
import { events, persons } from "./rows/events.ts";
import { limits } from "./rows/limits.ts";
import type { Said } from "./rows/said.ts";

/** All that the document says, in its order. */
export const said: readonly Said[] = [
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
