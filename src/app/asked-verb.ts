/**
 * Verbs that a running weir answers: prints what it says, or nothing if it does not run.
 *
 * That takes a third of the time, mostly because the code that talks to servers is not loaded: import none of it here.
 */
import {
  accountOptionsOf,
  type Configuration,
  chosenAccount,
  readConfiguration,
} from "#cli/accounts.ts";
import type { InboxLines } from "#cli/inbox-lines.ts";
import { printInbox } from "#cli/inbox-print.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { outputFor } from "#cli/output.ts";
import type { Verb } from "#cli/verb.ts";
import { pagedOutput } from "#host/programs.ts";
import { askRunning } from "./local-protocol.ts";
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
  if (chosen === undefined) return false;
  const answer = await askRunning(runtime.folders, chosen.account, { kind: "inbox" }, isInbox);
  if (answer === undefined) return false;
  for (const warning of [...configuration.warnings, ...chosen.warnings]) say(warning);
  const paged = pagedOutput(process.stdout, runtime.environment, true);
  const sink = { ...paged, style: style(configuration, runtime) };
  const output = outputFor(sink, invocation, verb.fields ?? [], say, chosen.name);
  printInbox({ output, invocation, say }, answer);
  await paged.end();
  return true;
}

function style({ config }: Configuration, { environment }: Runtime) {
  return styleOf(config.options, environment, { hasKeyboard: false });
}

function isInbox({ lines }: InboxLines): boolean {
  return lines.every(({ place, section }) => typeof place === "string" && section !== undefined);
}
