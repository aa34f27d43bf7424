/** `weir doctor`: checks everything that weir depends on, and tells the user what to fix. */
import { stat } from "node:fs/promises";
import { getOwnUser, getServerSettings } from "#api/account.ts";
import { serverTime } from "#api/classify.ts";
import type { Connection } from "#api/connection.ts";
import { ApiError, type Failure } from "#api/failure.ts";
import { silent } from "#base/log.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import { accountOptionsOf, type ChosenAccount, chosenAccount } from "#cli/accounts.ts";
import { signInAgain } from "#cli/calls.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import {
  bad,
  type Diagnosis,
  good,
  note,
  type ServerFacts,
  samples,
  serverDiagnoses,
  terminalDiagnoses,
  verdictTokens,
} from "#cli/doctor.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { wordsFor } from "#cli/key-place.ts";
import { outputFor, type Sink } from "#cli/output.ts";
import { fetchReplica } from "#cli/realm-state.ts";
import type { Verb } from "#cli/verb.ts";
import type { Account } from "#config/account.ts";
import { defaults } from "#config/options.ts";
import { glyphSet, isDumb } from "#host/environment.ts";
import { socketProblem } from "#host/local-socket.ts";
import { type Measures, measure } from "#host/measure.ts";
import { accountFolder, compiledFolder, socketPath } from "#host/paths.ts";
import { clusterSample, rendersClusters } from "#host/probe.ts";
import { brandOf } from "#wire/server.ts";
import { keysIn, warningFor } from "./configured-keys.ts";
import { configuredRules } from "./configured-rules.ts";
import { connector, sayingWaits } from "./connect.ts";
import type { Runtime } from "./runtime.ts";
import { styleOf } from "./style.ts";

/** How long to wait for the server before it counts as unreachable. */
const timeoutMs = 8_000;

/** The result of `work`, or what `failed` makes of its error; other errors are thrown. */
async function attempt<T, F>(
  work: () => Promise<T>,
  failed: (error: unknown) => F | undefined,
): Promise<T | F> {
  try {
    return await work();
  } catch (error) {
    const result = failed(error);
    if (result === undefined) throw error;
    return result;
  }
}

/** The result of `work`, or the message of the Exit that it threw. */
function orMessage<T>(work: () => Promise<T>): Promise<T | string> {
  return attempt(work, (error) => (error instanceof Exit ? error.message : undefined));
}

/** The result of `work`, or why the server did not give it. */
function orFailure<T>(work: () => Promise<T>): Promise<T | Failure> {
  return attempt(work, (error) => (error instanceof ApiError ? error.failure : undefined));
}

/** The terminal that the program was started in. */
export type DoctorTerminal = Omit<Sink, "style"> & {
  readonly rows: number;
  /** It is undefined if standard input or output is not a terminal. */
  readonly measure: (() => Promise<Measures | undefined>) | undefined;
};

/** Throws an Exit when a check failed. */
export async function examine(
  verb: Verb,
  invocation: Invocation,
  runtime: Runtime,
  terminal: DoctorTerminal = terminalHere(runtime),
): Promise<void> {
  const { environment } = runtime;
  const configuration = await orMessage(() =>
    readConfiguration(runtime, text(invocation, "config")),
  );
  const isRead = typeof configuration !== "string";
  const options = isRead ? configuration.config.options : defaults;
  const measures = isDumb(environment) ? undefined : await terminal.measure?.();
  const sampled = measures?.widths.get(clusterSample);
  const findings = sampled === undefined ? {} : { hasClusters: rendersClusters(sampled) };
  const style = styleOf(options, environment, findings);
  const output = outputFor({ ...terminal, style }, invocation, verb.fields ?? [], () => {});
  const diagnoses: Diagnosis[] = [];
  const tell = (...all: readonly Diagnosis[]) => {
    diagnoses.push(...all);
    if (output.fields === undefined && output.isTerminal)
      for (const one of all) output.write(linesOf(one, output));
    else
      output.rows(all, {
        json: ({ check, verdict, finding, advice = null }) => ({ check, verdict, finding, advice }),
        cells: ({ check, verdict, finding, advice = "" }) => [verdict, check, finding, advice],
      });
  };
  tell(good("node", process.versions.node));
  tell(
    ...terminalDiagnoses({
      ...terminal,
      environment,
      isTerminal: terminal.measure !== undefined,
      cells: style.cells,
      glyphs: glyphSet(environment, options.glyphs),
      measures,
    }),
  );
  if (isRead) {
    tell(...configDiagnoses(configuration, runtime.clock));
    const chosen = await orMessage(() =>
      chosenAccount(runtime, configuration, accountOptionsOf(invocation, runtime)),
    );
    tell(...(await accountDiagnoses(chosen, runtime)));
  } else tell(bad("config", configuration));
  if (diagnoses.some(({ verdict }) => verdict === "bad"))
    throw new Exit("refused", "Some checks failed; see above.");
}

/** The finding with the advice below it, beside a column of verdicts. */
function linesOf({ check, verdict, finding, advice }: Diagnosis, { style, columns }: Sink): string {
  const { cells, painter } = style;
  const head = `${painter.paint(verdictTokens[verdict], plain(verdict.padEnd(4)))}  ${check.padEnd(10)}`;
  const room = Math.max(20, columns - indent.length);
  const lines = [finding, ...(advice === undefined ? [] : [advice])].flatMap((words) =>
    cells.wrap(safeLine(words), room),
  );
  return lines.map((line, at) => `${at === 0 ? `${head}  ` : indent}${line}\n`).join("");
}

const indent = " ".repeat(18);

function terminalHere({ clock }: Runtime): DoctorTerminal {
  const { stdin, stdout } = process;
  return {
    isTerminal: stdout.isTTY === true,
    columns: stdout.columns || 80,
    rows: stdout.rows || 0,
    write: (words) => void stdout.write(words),
    measure: stdin.isTTY && stdout.isTTY ? () => measuredHere(clock) : undefined,
  };
}

async function measuredHere(clock: Runtime["clock"]): Promise<Measures | undefined> {
  const { stdin, stdout } = process;
  stdin.setRawMode(true);
  try {
    const listen = (hear: (words: string) => void) => {
      const take = (bytes: Buffer) => hear(bytes.toString());
      stdin.on("data", take);
      return () => void stdin.off("data", take);
    };
    const write = (words: string) => void stdout.write(words);
    return await measure({ write, listen }, [...samples.keys(), clusterSample], clock);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

function configDiagnoses(configuration: Configuration, clock: Runtime["clock"]) {
  const { path, config, warnings, text: source } = configuration;
  const rules = configuredRules(configuration, clock);
  const { complaints } = keysIn(config);
  const warning = warningFor(configuration);
  const finding = source === "" ? `${path} does not exist or is empty` : path;
  const allWork = complaints.length === 0 && config.keys.size > 0;
  return [
    good("config", safeLine(finding)),
    ...warnings.map((each) => note("config", safeLine(each))),
    ...complaints.map((each) => note("keys", safeLine(warning(each)))),
    ...(allWork ? [good("keys", "all of the configured keys work")] : []),
    ...rules.warnings.map((each) => note("rules", safeLine(each))),
  ];
}

async function accountDiagnoses(
  chosen: ChosenAccount | string | undefined,
  runtime: Runtime,
): Promise<readonly Diagnosis[]> {
  const check = "account";
  if (typeof chosen === "string") return [bad(check, chosen)];
  if (chosen === undefined)
    return [note(check, "none, so weir opens the demo", "Add one with weir login.")];
  const { account } = chosen;
  const finding = safeLine(`${account.email} on ${account.site}`);
  return [
    good(check, finding),
    ...(await modeDiagnoses(account, runtime)),
    await offersDiagnosis(account, runtime),
    ...serverDiagnoses(await serverFacts(chosen, runtime)),
  ];
}

async function modeDiagnoses(account: Account, { folders }: Runtime) {
  const paths = [accountFolder(folders, account), compiledFolder(folders)];
  const files = await Promise.all(
    paths.map(async (path) => {
      const mode = await stat(path).then(
        (stats) => stats.mode & 0o777,
        () => undefined,
      );
      if (mode === undefined || (mode & 0o077) === 0) return undefined;
      return note("files", `others can read ${path}`, `Run: chmod 700 '${path}'`);
    }),
  );
  const wrong = files.filter((one) => one !== undefined);
  return wrong.length > 0 ? wrong : [good("files", "only you can read weir's files")];
}

/** Whether programs find a weir that runs. Without it each asks the server. */
async function offersDiagnosis(account: Account, { folders }: Runtime): Promise<Diagnosis> {
  const problem = await socketProblem(socketPath(folders, account));
  return problem === undefined
    ? good("programs", `commands and status bars find a running weir in ${folders.runtime}`)
    : note("programs", safeLine(`commands and status bars find no running weir. ${problem}`));
}

function keyAdvice(place: ChosenAccount["place"]): string {
  return place.kind === "rc" || place.kind === "environment"
    ? `Correct the key ${wordsFor(place)}.`
    : signInAgain;
}

/** Fetches what the chat would; undefined if that fails, as the chat would say. */
async function skippedOf(connection: Connection): Promise<ServerFacts["skipped"]> {
  const leaving: Promise<unknown>[] = [];
  const fetched = await orFailure(() =>
    fetchReplica(connection, ["whole"], (leave) => void leaving.push(leave())),
  );
  await Promise.all(leaving);
  return "kind" in fetched ? undefined : connection.skips.all();
}

async function serverFacts(
  { account, place }: ChosenAccount,
  runtime: Runtime,
): Promise<ServerFacts> {
  const { site, key } = account;
  const about = { site, keyAdvice: keyAdvice(place) };
  const opened = await orMessage(() => connector(account, runtime, silent));
  const unknown = { person: undefined, skipped: undefined };
  if (typeof opened === "string") return { ...about, server: opened, ...unknown };
  const { connect, close } = opened;
  const connection = sayingWaits(connect(key), runtime);
  const started = runtime.clock.elapsed();
  const options = { deadlineMs: timeoutMs };
  try {
    const server = await orFailure(async () => {
      const settings = await getServerSettings(connection, options);
      const ms = Math.round(runtime.clock.elapsed() - started);
      const path = "/api/v1/server_settings";
      const { headers } = await connection.raw(
        { method: "GET", path, headers: {}, body: undefined },
        options,
      );
      const now = runtime.clock.now();
      return {
        clockAhead: now / 1000 - serverTime(headers, now),
        ms,
        level: connection.level(),
        version: brandOf(settings).version,
        isIncompatible: settings.is_incompatible === true,
      };
    });
    if ("kind" in server) return { ...about, server, ...unknown };
    const person = await orFailure(async () => {
      const { full_name: name } = await getOwnUser(connection, {}, options);
      return { name };
    });
    const skipped = "kind" in person ? undefined : await skippedOf(connection);
    return { ...about, server, person, skipped };
  } finally {
    await close();
  }
}
