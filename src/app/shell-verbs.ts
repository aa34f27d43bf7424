/** `weir completion`, the candidates that its scripts ask for, and `weir man`. */
import { readFile } from "node:fs/promises";
import { chosenAccount, readConfiguration } from "#cli/accounts.ts";
import { candidates, completionScript, shellNames } from "#cli/completion.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Invocation } from "#cli/invocation.ts";
import { manualPage } from "#cli/man.ts";
import { noNames, parseNames } from "#cli/names-cache.ts";
import { orList } from "#cli/or-list.ts";
import { verbs } from "#cli/verbs.ts";
import { namesPath } from "./names-file.ts";
import { type Runtime, version } from "./runtime.ts";

/** Throws an Exit for an unknown shell. */
export function printCompletion({ argument }: Invocation): void {
  const shell = shellNames.find((name) => name === argument);
  if (shell === undefined) throw new Exit("usage", `The shell is ${orList(shellNames)}.`);
  process.stdout.write(completionScript(shell));
}

export function printManual(): void {
  process.stdout.write(manualPage(verbs, version));
}

/** From cached names only, because completion must not wait for a server. On any error there are no names. */
export async function printCandidates(words: readonly string[], runtime: Runtime): Promise<void> {
  const names = await cachedNames(runtime).catch(() => undefined);
  const found = candidates(words, verbs, names ?? noNames);
  process.stdout.write(found.map((one) => `${one}\n`).join(""));
}

async function cachedNames(runtime: Runtime) {
  const configuration = await readConfiguration(runtime, undefined);
  const wanted = { rc: undefined, account: undefined, certBundle: undefined, allowHttp: false };
  const chosen = await chosenAccount(runtime, configuration, wanted);
  if (chosen === undefined) return undefined;
  return parseNames(await readFile(namesPath(runtime, chosen.account), "utf8"));
}
