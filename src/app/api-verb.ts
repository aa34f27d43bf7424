/** `weir api`: raw API calls from the command line. */
import { getServerSettings } from "#api/account.ts";
import { ApiError } from "#api/failure.ts";
import { silent } from "#base/log.ts";
import { accountOptionsOf, chosenAccount, noAccount } from "#cli/accounts.ts";
import { describedCall, fileUse, makeCall, parseCall } from "#cli/api-call.ts";
import { readFields } from "#cli/api-fields.ts";
import { describeJson, describeText, listJson, listText, unsupportedText } from "#cli/api-list.ts";
import { changesSomething } from "#cli/calls.ts";
import { readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text, texts } from "#cli/invocation.ts";
import { jsonLine } from "#cli/output.ts";
import type { Account } from "#config/account.ts";
import { openLocalFile } from "#host/local-files.ts";
import { commandConnection, connector } from "./connect.ts";
import type { Runtime } from "./runtime.ts";
import { standardInput } from "./standard-input.ts";
import { say } from "./standard-streams.ts";

function print(line: string): void {
  process.stdout.write(line.endsWith("\n") ? line : `${line}\n`);
}

/** How long `--list` waits for the server's feature level. */
const timeoutMs = 3_000;

/** The feature level of the account's server; undefined without an account, or when the server does not respond. */
async function levelOf(invocation: Invocation, runtime: Runtime): Promise<number | undefined> {
  const account = await accountOf(invocation, runtime);
  if (account === undefined) return undefined;
  const { connect, close } = await connector(account, runtime, silent);
  const connection = commandConnection(connect(account.key), account, runtime);
  try {
    await getServerSettings(connection, { deadlineMs: timeoutMs });
    return connection.level();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(`${account.site} does not respond, so unsupported calls are not marked.`);
    return undefined;
  } finally {
    await close();
  }
}

async function accountOf(invocation: Invocation, runtime: Runtime): Promise<Account | undefined> {
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const chosen = await chosenAccount(runtime, configuration, accountOptionsOf(invocation, runtime));
  for (const warning of [...configuration.warnings, ...(chosen?.warnings ?? [])]) say(warning);
  return chosen?.account;
}

function describe(call: string, asJson: boolean, level: number | undefined): void {
  const endpoint = describedCall(call);
  print(asJson ? jsonLine(describeJson(endpoint, level)) : describeText(endpoint, level));
}

/** Resolves with true for a call that changes something. */
async function callWith(invocation: Invocation, runtime: Runtime): Promise<boolean> {
  const { argument, second } = invocation;
  if (argument === undefined || second === undefined)
    throw new Exit(
      "misuse",
      "A call is a method and a path, such as GET /users/me. weir api --list shows all.",
    );
  const call = parseCall(argument, second);
  const sources = { openFile: openLocalFile, readInput: standardInput };
  const fields = await readFields(texts(invocation, "field"), sources, fileUse(call));
  const account = await accountOf(invocation, runtime);
  if (account === undefined) throw noAccount();
  const { connect, close } = await connector(account, runtime, silent);
  try {
    await makeCall(call, {
      connection: commandConnection(connect(account.key), account, runtime),
      ...fields,
      isTerminal: process.stdout.isTTY,
      asJson: invocation.options["json"] === true,
      print,
      say,
    });
    return changesSomething(call.endpoint);
  } finally {
    await close();
  }
}

/** Resolves with true if it has changed something on the server. */
export async function callApi(invocation: Invocation, runtime: Runtime): Promise<boolean> {
  const asJson = invocation.options["json"] === true;
  const described = text(invocation, "describe");
  if (described !== undefined) describe(described, asJson, await levelOf(invocation, runtime));
  else if (invocation.options["list"] === true) {
    const level = await levelOf(invocation, runtime);
    print(asJson ? jsonLine(listJson(level)) : listText(level) + unsupportedText(level));
  } else return await callWith(invocation, runtime);
  return false;
}
