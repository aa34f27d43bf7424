/** Irreversible changes need `--yes`; there is no prompt. */
import { Exit } from "./exit-codes.ts";
import type { Invocation } from "./invocation.ts";

/** Throws an Exit that describes the change. */
export function requireYes({ options }: Invocation, consequence: string): void {
  if (options["yes"] === true) return;
  throw new Exit("usage", `${consequence} Add --yes to do it.`);
}
