/**
 * Verbs that a running weir answers: prints what it says, or nothing if it does not run.
 *
 * That takes a third of the time, mostly because the code that talks to servers is not loaded: import none of it here.
 */
import { safeLine } from "#base/safe-text.ts";
import { accountOptionsOf, chosenAccount } from "#cli/accounts.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text, timeoutIn } from "#cli/invocation.ts";
import { accountOfLinks } from "#cli/link-account.ts";
import { isListing, printListing } from "#cli/listing.ts";
import { outputFor } from "#cli/output.ts";
import type { Verb } from "#cli/verb.ts";
import { pagedOutput } from "#host/programs.ts";
import { hasRecentlyChanged } from "#host/recent-change.ts";
import { askRunning, type Opened } from "./local-protocol.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";
import { styleOf } from "./style.ts";

/** Whether it was printed. Throws an Exit as the verb itself would. */
export async function printAsked(
  verb: Verb,
  invocation: Invocation,
  runtime: Runtime,
): Promise<boolean> {
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const options = accountOptionsOf(invocation, runtime);
  const chosen = await chosenAccount(runtime, configuration, options);
  if (chosen === undefined || hasRecentlyChanged(runtime.folders, chosen.account)) return false;
  timeoutIn(invocation);
  const { options: typed } = invocation;
  const question = { kind: "listing", of: { verb: verb.name, options: typed } } as const;
  const answer = await askRunning(runtime.folders, chosen.account, question, isListing);
  if (answer === undefined) return false;
  for (const warning of [...configuration.warnings, ...chosen.warnings]) say(warning);
  const paged = pagedOutput(process.stdout, runtime.environment, true);
  const sink = { ...paged, style: style(configuration, runtime) };
  const output = outputFor(sink, invocation, verb.fields ?? [], say, chosen.name);
  printListing({ output, say }, answer);
  await paged.end();
  return true;
}

const unfree =
  "The running weir is in the middle of something: a text or a dialog is open there. Finish it, or add --here to open another window.";

/**
 * `weir open`: whether the running weir has shown the place. Throws an Exit if it knows why it cannot be shown, and if the user
 * has something else open there.
 */
export async function showAsked(
  verb: Verb,
  invocation: Invocation,
  runtime: Runtime,
): Promise<boolean> {
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const options = { ...accountOptionsOf(invocation, runtime), ofAll: { shownLast: undefined } };
  const chosenBy = await accountOfLinks(runtime, configuration, options, { verb, invocation });
  const chosen = await chosenAccount(runtime, configuration, chosenBy);
  if (chosen === undefined) return false;
  const question = { kind: "open", words: invocation.args ?? [] } as const;
  const opened = await askRunning(runtime.folders, chosen.account, question, isOpened);
  if (opened === undefined) return false;
  if (opened.kind === "busy") throw new Exit("refused", unfree);
  if (opened.kind === "unknown") throw new Exit("refused", safeLine(opened.sentence));
  if (process.stdout.isTTY) process.stdout.write("The running weir shows it.\n");
  return true;
}

function isOpened(opened: Opened): boolean {
  return opened.kind !== "unknown"
    ? opened.kind === "shown" || opened.kind === "busy"
    : typeof opened.sentence === "string";
}

function style({ config }: Configuration, { environment }: Runtime) {
  return styleOf(config.options, environment, { hasKeyboard: false });
}
