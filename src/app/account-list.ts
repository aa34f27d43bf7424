/** `weir accounts`: the accounts of the configuration file, and how each is doing. */
import { ApiError } from "#api/failure.ts";
import { silent } from "#base/log.ts";
import { accountOptionsOf, type Configuration, chosenAccount } from "#cli/accounts.ts";
import { failureExit } from "#cli/calls.ts";
import { type Exit, exitCodes, isExit } from "#cli/exit-codes.ts";
import type { Invocation } from "#cli/invocation.ts";
import type { Cell, Output } from "#cli/output.ts";
import { fetchReplica } from "#cli/realm-state.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { Token } from "#theme/tokens.ts";
import { connector } from "./connect.ts";
import type { Runtime } from "./runtime.ts";

/** All accounts are asked at once, so this is the longest that the list takes. */
const patienceMs = 5_000;

/** `problem`: a sentence, unless it is connected. */
type Health = {
  readonly state: "connected" | "signed out" | "unreachable" | "refused";
  /** Messages, without those of muted conversations. */
  readonly unread: number | null;
  readonly version: string | null;
  readonly problem: string | null;
};

const tokens: Readonly<Record<Health["state"], Token>> = {
  connected: "good",
  "signed out": "bad",
  unreachable: "warning",
  refused: "bad",
};

export async function listAccounts(
  invocation: Invocation,
  configuration: Configuration,
  runtime: Runtime,
  output: Output,
): Promise<void> {
  const { config, path } = configuration;
  const rows = await Promise.all(
    [...config.accounts].map(async ([name, found]) => {
      const { email = null, site = null } = "account" in found ? found.account : {};
      const rc = found.kind === "rc" ? found.path : null;
      const health = await healthOf(name, invocation, configuration, runtime);
      return {
        ...{ name, email, site, rc, keyring: found.kind === "keyring" },
        ...{ default: name === config.defaultAccount, live: config.live.includes(name) },
        ...health,
      };
    }),
  );
  output.rows(rows, {
    none: `${path} has no account yet. Add one with weir login.`,
    json: (row) => row,
    cells: (row): readonly Cell[] => [
      row.default ? "*" : "",
      { text: row.name, token: "strong" },
      row.email ?? "",
      row.site ?? row.rc ?? "",
      { text: row.state, token: tokens[row.state] },
      row.unread === null ? "" : `${row.unread} unread`,
      row.live ? "" : "live = false",
      row.problem ?? row.version ?? "",
    ],
  });
}

/** Rejects only for a fault of weir: what is wrong with the account is the answer. */
async function healthOf(
  name: string,
  invocation: Invocation,
  configuration: Configuration,
  runtime: Runtime,
): Promise<Health> {
  const late = new AbortController();
  const answer = askFor(name, invocation, configuration, runtime, late.signal);
  const { promise: timeout, resolve } = Promise.withResolvers<Health>();
  const cancel = runtime.clock.after(patienceMs, () =>
    resolve(failing("unreachable", `No response within ${patienceMs / 1000} seconds.`)),
  );
  try {
    return await Promise.race([answer, timeout]);
  } catch (error) {
    if (error instanceof ApiError) return failed(failureExit(error.failure));
    if (isExit(error)) return failed(error);
    throw error;
  } finally {
    cancel();
    late.abort();
    answer.catch(() => undefined);
  }
}

/** `late` is aborted when nobody waits for the answer any more. */
async function askFor(
  name: string,
  invocation: Invocation,
  configuration: Configuration,
  runtime: Runtime,
  late: AbortSignal,
): Promise<Health> {
  const options = { ...accountOptionsOf(invocation, runtime), account: name };
  const chosen = await chosenAccount(runtime, configuration, options);
  if (chosen === undefined) return failing("refused", "There is no such account.");
  const { connect, close } = await connector(chosen.account, runtime, silent);
  late.addEventListener("abort", () => void close(), { once: true });
  if (late.aborted) await close();
  const leaving: Promise<unknown>[] = [];
  const replica = await fetchReplica(
    connect(chosen.account.key),
    ["streams", "unread"],
    (work) => void leaving.push(work),
  );
  await Promise.all(leaving);
  const unread = [...inboxRows(inbox(replica))].reduce((sum, { count }) => sum + count, 0);
  return { state: "connected", unread, version: replica.realm.version ?? null, problem: null };
}

function failing(state: Health["state"], problem: string): Health {
  return { state, unread: null, version: null, problem };
}

function failed({ code, message }: Exit): Health {
  if (code === exitCodes.unreachable.code) return failing("unreachable", message);
  return failing(code === exitCodes.signedOut.code ? "signed out" : "refused", message);
}
