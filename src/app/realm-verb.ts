/** `weir realm`: the embedded realm alone, for other programs, until it is interrupted. */
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { safeLine, safeText } from "#base/safe-text.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Invocation } from "#cli/invocation.ts";
import { jsonLine } from "#cli/output.ts";
import type { OutputWatch } from "#host/output-watch.ts";
import { StateFileProblem } from "#realm/failures.ts";
import { type RealmServerOptions, realmServerOptions } from "./realm-options.ts";
import { openRealmServer, type RealmServer } from "./realm-server.ts";
import type { Runtime } from "./runtime.ts";

function announce(realmServer: RealmServer, asJson: boolean): void {
  const accounts = realmServer.accounts;
  if (asJson) {
    process.stdout.write(
      `${jsonLine({ url: realmServer.url, accounts, control: realmServer.control })}\n`,
    );
    return;
  }
  const shown = accounts.slice(0, 12);
  const width = Math.max(...shown.map(({ email }) => email.length));
  const lines = shown.map(
    ({ email, password = "", api_key, full_name }) =>
      // Names are from the state file, and users change them.
      `  ${email.padEnd(width)}  ${password.padEnd(20)}  ${api_key}  ${safeLine(full_name)}`,
  );
  const rest = accounts.length - shown.length;
  process.stdout.write(
    [
      `The realm is at ${realmServer.url}`,
      "",
      "Accounts (email, password, API key, name):",
      ...lines,
      ...(rest > 0 ? [`  and ${rest} more`] : []),
      "",
      `Connect: WEIR_SITE=${realmServer.url} WEIR_EMAIL=${shown[0]?.email ?? ""} WEIR_API_KEY=${shown[0]?.api_key ?? ""} weir`,
      "Interrupt with ^C.",
      "",
    ].join("\n"),
  );
}

export async function serveUntilStopped(
  invocation: Invocation,
  { clock }: Runtime,
  output: OutputWatch,
): Promise<void> {
  const options = realmServerOptions(invocation);
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopped.resolve());
  const realmServer = await openRealmServer(options, clock, unpredictable, silent).catch(
    (error: unknown) => {
      throw busyPort(error, options) ?? stateFailure(error) ?? error;
    },
  );
  // Nobody knows its address then.
  output.onLoss(() => stopped.resolve());
  announce(realmServer, invocation.options["json"] === true);
  await stopped.promise;
  await realmServer.close();
  if ((await output.reason()) === undefined) process.exit(0);
}

function stateFailure(error: unknown): Exit | undefined {
  const isKnown = error instanceof StateFileProblem;
  return isKnown ? new Exit("refused", safeText(error.message)) : undefined;
}

function busyPort(error: unknown, { port, host }: RealmServerOptions): Exit | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new Exit("refused", `Port ${port} is in use. Choose another with --port.`);
  if (code === "EACCES")
    return new Exit("refused", `Port ${port} needs privileges. Choose one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Exit("refused", `This machine has no address ${host}.`);
  return undefined;
}
