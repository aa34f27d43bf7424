/** One verb of the command line, as the parser, the help, the README, the completion and the manual page know it. */
import type { VerbContext } from "./verb-context.ts";
import type { VerbModules } from "./verb-modules.ts";

export type VerbOption = {
  /** As commander writes it: `--port <number>`. */
  readonly flags: string;
  readonly description: string;
  /** True: repeatable. */
  readonly repeats?: boolean;
};

export type Verb = {
  /** Empty: what happens without a verb. A sub-verb has two words, such as `streams create`. */
  readonly name: string;
  /** The verb's arguments, such as `[server]` or `<place...>`. */
  readonly argument?: string;
  readonly alias?: string;
  readonly description: string;
  readonly options: readonly VerbOption[];
  readonly examples?: readonly string[];
  /** The names that `--json=…` knows, in the order of the output. Absent: the verb prints no rows. */
  readonly fields?: readonly string[];
  /** What `completion` offers for the arguments. */
  readonly completes?: "place" | "stream" | "person";
  /** Milliseconds for the whole verb; absent: a minute. */
  readonly deadlineMs?: number;
  /** The code of a verb that needs an account; absent: `app/main.ts` knows what to do. */
  readonly run?: (modules: VerbModules) => (context: VerbContext) => Promise<void>;
};
