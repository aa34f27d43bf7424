/** `weir completion`, the candidates that its scripts ask for, which page `weir man` prints, and `weir schema`. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { wordList } from "#base/word-list.ts";
import { chosenAccount } from "#cli/accounts.ts";
import { candidates, optionValue } from "#cli/completion.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type GuidePage, guideNames, guidePath, guideText } from "#cli/guide.ts";
import type { Invocation } from "#cli/invocation.ts";
import { schemaNamed } from "#cli/json-schema.ts";
import { noNames, parseNames } from "#cli/names-cache.ts";
import { jsonPage } from "#cli/output.ts";
import { completionRequest, completionScript, shellNames } from "#cli/shells.ts";
import type { Verb } from "#cli/verb.ts";
import { pagedOutput, showManual } from "#host/programs.ts";
import { guideManual, manualPage } from "./manual.ts";
import { namesPath, type Runtime } from "./runtime.ts";
import { release } from "./version.ts";

/** Throws an Exit for an unknown shell. */
export function printCompletion({ argument }: Invocation): void {
  const shell = shellNames.find((name) => name === argument);
  if (shell === undefined)
    throw new Exit("misuse", `The shell must be ${wordList(shellNames, "or")}.`);
  process.stdout.write(completionScript(shell));
}

/**
 * The manual page of the commands, or a page of the guide: on a terminal to be read, elsewhere for troff. Throws an Exit for a
 * page that does not exist.
 */
export async function printManual(
  { argument }: Invocation,
  allVerbs: () => Promise<readonly Verb[]>,
  { environment }: Pick<Runtime, "environment">,
): Promise<void> {
  const name = guideNames.find((one) => one === argument);
  if (argument !== undefined && name === undefined)
    throw new Exit("misuse", `The page must be ${wordList(guideNames, "or")}.`);
  const page = name && (await readFile(pathOf(name), "utf8"));
  const manual =
    page === undefined
      ? manualPage(await allVerbs(), release)
      : guideManual(name as GuidePage, page, release);
  const output = pagedOutput(process.stdout, environment, true);
  if (output.isTerminal && (await showManual(manual, environment))) return;
  // Markdown can be read as it is.
  output.write(output.isTerminal && page !== undefined ? asWritten(page) : manual);
  await output.end();
}

/** A page without the marks between which parts of it are derived. */
function asWritten(page: string): string {
  return guideText(page).replace(/<!--.*?-->\n/g, "");
}

/** Throws an Exit for a command that prints no JSON. */
export function printSchema({ args = [] }: Invocation, verbs: readonly Verb[]): void {
  process.stdout.write(`${jsonPage(schemaNamed(args.join(" "), verbs))}\n`);
}

/** In the package or the repository, of which the development build is a folder deeper. */
function pathOf(name: GuidePage): URL {
  const [first, deeper] = ["../", "../../"].map(
    (up) => new URL(up + guidePath(name), import.meta.url),
  ) as [URL, URL];
  return existsSync(first) ? first : deeper;
}

/** From files only, because completion must not wait for a server. On any error there are no names. */
export async function printCandidates(
  request: readonly string[],
  verbsFor: (words: readonly string[]) => readonly Verb[] | Promise<readonly Verb[]>,
  runtime: Runtime,
): Promise<void> {
  const shell = completionRequest(request);
  if (shell === undefined) return;
  const { words, replies } = shell;
  const configuration = await readConfiguration(runtime, optionValue(words, "--config")).catch(
    () => undefined,
  );
  const names = configuration && (await cachedNames(words, configuration, runtime).catch(() => {}));
  const accounts = [...(configuration?.config.accounts.keys() ?? [])];
  const offers = candidates(words, await verbsFor(words), { names: names ?? noNames, accounts });
  process.stdout.write(
    replies(offers)
      .map((one) => `${one}\n`)
      .join(""),
  );
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
