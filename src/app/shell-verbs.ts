/** `weir completion`, the candidates that its scripts ask for, and `weir man`. */
import { readFile } from "node:fs/promises";
import { type Configuration, chosenAccount, readConfiguration } from "#cli/accounts.ts";
import { candidates, completionScript, optionValue, shellNames } from "#cli/completion.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, orList } from "#cli/invocation.ts";
import { manualPage } from "#cli/man.ts";
import { noNames, parseNames } from "#cli/names-cache.ts";
import type { Verb } from "#cli/verb.ts";
import { namesPath, type Runtime, version } from "./runtime.ts";

/** Throws an Exit for an unknown shell. */
export function printCompletion({ argument }: Invocation): void {
  const shell = shellNames.find((name) => name === argument);
  if (shell === undefined) throw new Exit("misuse", `The shell must be ${orList(shellNames)}.`);
  process.stdout.write(completionScript(shell));
}

export function printManual(verbs: readonly Verb[]): void {
  process.stdout.write(manualPage(verbs, version));
}

/** From files only, because completion must not wait for a server. On any error there are no names. */
export async function printCandidates(
  words: readonly string[],
  verbs: readonly Verb[],
  runtime: Runtime,
): Promise<void> {
  const configuration = await readConfiguration(runtime, optionValue(words, "--config")).catch(
    () => undefined,
  );
  const names = configuration && (await cachedNames(words, configuration, runtime).catch(() => {}));
  const accounts = [...(configuration?.config.accounts.keys() ?? [])];
  const found = candidates(words, verbs, names ?? noNames, accounts);
  process.stdout.write(found.map((one) => `${one}\n`).join(""));
}

async function cachedNames(
  words: readonly string[],
  configuration: Configuration,
  runtime: Runtime,
) {
  const rc = optionValue(words, "--rc");
  const account = optionValue(words, "--account");
  const options = { rc, account, certBundle: undefined, allowHttp: false };
  const chosen = await chosenAccount(runtime, configuration, options);
  if (chosen === undefined) return undefined;
  return parseNames(await readFile(namesPath(runtime, chosen.account), "utf8"));
}
