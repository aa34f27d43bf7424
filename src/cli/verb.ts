/**
 * The declaration of a verb, from which parser, help, README, completion and manual page are derived, and the code of
 * all verbs, which the screen does not need.
 */
import { lazy } from "#base/lazy.ts";
import type { VerbForm, VerbOption } from "./form-options.ts";
import type { VerbContext } from "./verb-context.ts";

export type Verb = {
  /** Empty: weir without a verb. A sub-verb has two words, such as `streams create`. */
  readonly name: string;
  /** The verb's arguments, such as `[server]` or `<place...>`. */
  readonly argument?: string;
  readonly alias?: string;
  readonly description: string;
  /** Except those for the fields of its form, which `cli/form-options.ts` adds. */
  readonly options: readonly VerbOption[];
  readonly form?: VerbForm;
  /** True: accepted for the sake of older scripts, and documented nowhere. */
  readonly isHidden?: boolean;
  readonly examples?: readonly string[];
  /** The fields of `--json=…` in the order of the output. Absent: the verb prints no rows. */
  readonly fields?: readonly string[];
  /** It prints a row for each of many things; -n limits them. */
  readonly lists?: true;
  /** What it has done stays: others may have seen it. All other changes can be undone. */
  readonly isFinal?: true;
  /** The completion candidates of the arguments. */
  readonly completes?: "place" | "stream" | "person";
  /** The time limit of the verb in milliseconds; absent: a minute. */
  readonly deadlineMs?: number;
  /** The code of a verb that needs an account; absent: it is in `app/main.ts`. */
  readonly run?: (modules: VerbModules) => (context: VerbContext) => Promise<void>;
};

const modules = lazy(() => import("./verbs/modules.ts"));

export async function loadVerbs() {
  return (await modules()).verbModules;
}

export type VerbModules = Awaited<ReturnType<typeof loadVerbs>>;
