/** Other rules for an account that runs, and what is new in the file about them. */
import type { Configuration } from "#cli/configuration.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";

export function setRules(store: Store, all: readonly Rule[]): void {
  changeSession(store, (session) => ({ ...session, rules: { ...session.rules, all } }));
}

/** Warnings about the file that there were not at the start. */
export function newWarnings(start: Warnings, { warnings }: Warnings): readonly string[] {
  return warnings.filter((warning) => !start.warnings.includes(warning));
}

type Warnings = Pick<Configuration, "warnings">;
