/** `weir login`, `logout` and `accounts`: the accounts of the configuration file. */
import { createConnection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import type { Network } from "#api/http.ts";
import { silent } from "#base/log.ts";
import { ended, safeText } from "#base/safe-text.ts";
import { nameForNew } from "#cli/account-names.ts";
import { accountOptionsOf, chosenAccount, fromKeyring, readRcFile } from "#cli/accounts.ts";
import { failureExit } from "#cli/calls.ts";
import {
  type Configuration,
  readConfiguration,
  unchangeable,
  updateConfiguration,
} from "#cli/configuration.ts";
import { Exit, exitCodes, isExit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { type LoginPorts, type LoginRequest, signIn, signInWays } from "#cli/login.ts";
import { type Cell, type Output, tellDone } from "#cli/output.ts";
import { fetchReplica } from "#cli/realm-state.ts";
import { securityBy, securityFor } from "#cli/security.ts";
import type { Verb } from "#cli/verb.ts";
import { type Account, defaultSecurity, type Security } from "#config/account.ts";
import { withAccount, withDefaultAccount, withoutAccount } from "#config/file.ts";
import { reasonOf } from "#host/file-errors.ts";
import { KeyringError, type KeyringOwner, systemKeyring } from "#host/keyring.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { Token } from "#theme/tokens.ts";
import { browserPorts } from "./browser.ts";
import { connector, networkTo, sayingWaits } from "./connect.ts";
import { type Demo, openDemo } from "./demo.ts";
import type { Owner } from "./files.ts";
import { withLocalOutput } from "./local-output.ts";
import { type Questions, questions } from "./questions.ts";
import { realmServerOptions } from "./realm-options.ts";
import type { Runtime } from "./runtime.ts";
import { forgetAccount } from "./sign-out.ts";
import { say } from "./standard-streams.ts";

/** One of these verbs, as it was called. */
type Call = {
  readonly verb: Verb;
  readonly invocation: Invocation;
  readonly configuration: Configuration;
  readonly runtime: Runtime;
};

/** On standard output. */
function tell(sentence: string): void {
  process.stdout.write(`${safeText(sentence)}\n`);
}

/** Connections to any server; `hangUp` closes them all, because open sockets would keep the process alive. */
function connections(
  runtime: Runtime,
  securityOf: (site: string) => Security,
): {
  readonly connect: LoginPorts["connect"];
  readonly hangUp: () => Promise<void>;
} {
  const { clock, userAgent } = runtime;
  const networks: Network[] = [];
  return {
    connect: async (site, credentials) => {
      const network = await networkTo(site, securityOf(site), runtime);
      networks.push(network);
      const { send } = network;
      const options = { site, credentials, send, clock, log: silent, userAgent };
      return sayingWaits(createConnection(options), runtime);
    },
    hangUp: async () => void (await Promise.all(networks.map(({ close }) => close()))),
  };
}

/** What the command line says about how to sign in. Throws an Exit for several ways. */
function wayIn({ options }: Invocation): LoginRequest["way"] {
  const { browser, password, rc } = options;
  if ([browser, password, rc].filter((one) => one !== undefined).length > 1)
    throw new Exit("misuse", "Choose one of --browser, --password and --rc.");
  if (typeof rc === "string") return { kind: "key", path: rc };
  if (password === true) return { kind: "password" };
  if (browser === undefined) return undefined;
  return { kind: "browser", method: typeof browser === "string" ? browser : undefined };
}

/** What is needed to talk to a server and to whoever signs in; `close` ends all of it. */
function loginPorts({ invocation, configuration: { config }, runtime }: Call) {
  const isPiped = invocation.options["pasteStdin"] === true;
  // With --paste-stdin, standard output is for nothing but what was done.
  const output = isPiped ? process.stderr : process.stdout;
  const requested = securityBy(invocation, runtime);
  const securityOf = (site: string) => securityFor(config, site, requested);
  const { connect, hangUp } = connections(runtime, securityOf);
  const needsNobody = wantsJson(invocation);
  if (!process.stdin.isTTY && !isPiped && !needsNobody)
    throw new Exit(
      "usage",
      "Signing in needs a terminal, or --paste-stdin to read the answers line by line. Without signing in, use weir --rc FILE, or set WEIR_SITE, WEIR_EMAIL and WEIR_API_KEY.",
    );
  let asking: Questions | undefined;
  const asked = () => {
    asking ??= questions(process.stdin, output);
    return asking;
  };
  const ports: LoginPorts = {
    ask: (...question) => asked().ask(...question),
    say: (sentence) => void output.write(`${safeText(sentence)}\n`),
    connect,
    browser: browserPorts(
      runtime,
      { lend: (work) => asked().lend(work) },
      output,
      config.options.screenReader,
    ),
    readRc: async (path) => (await readRcFile(runtime, path)).account,
  };
  const leave = (code: number) => () => process.exit(code);
  const [onTerm, onHangUp] = [leave(143), leave(129)];
  process.once("SIGTERM", onTerm).once("SIGHUP", onHangUp);
  const close = async () => {
    process.off("SIGTERM", onTerm).off("SIGHUP", onHangUp);
    asking?.close();
    await hangUp();
  };
  return { ports, securityOf, close };
}

function wantsJson({ options }: Invocation): boolean {
  return options["json"] === true || options["fields"] !== undefined;
}

/** What says how to save the account is not ignored where none is saved. */
function requireNothingToSave({ options }: Invocation, by: string): void {
  const asked = ["name", "keyring", "default"].find((name) => options[name] !== undefined);
  if (asked !== undefined) throw new Exit("misuse", `${by} saves nothing: leave out --${asked}.`);
}

/** Prints how one can sign in there. */
async function listWays(call: Call, server: string | undefined): Promise<void> {
  if (server === undefined) throw new Exit("misuse", "Name the server.");
  const { verb, invocation, configuration, runtime } = call;
  const { ports, close } = loginPorts(call);
  const quiet = { ...ports, say };
  try {
    const ways = await signInWays(quiet, server);
    await withLocalOutput(verb, invocation, runtime, configuration.config.options, (output) =>
      output.rows(ways, { json: (row) => row, cells: ({ method, title }) => [method, title] }),
    );
  } finally {
    await close();
  }
}

async function logIn(call: Call): Promise<void> {
  const { invocation, configuration } = call;
  if (invocation.options["demo"] === true) return logInToDemo(call);
  const way = wayIn(invocation);
  if (wantsJson(invocation)) {
    requireNothingToSave(invocation, "--json");
    return listWays(call, invocation.argument);
  }
  const inKeyring = invocation.options["keyring"] === true;
  // Fails before the user has typed anything.
  if (inKeyring) await fromKeyring(systemKeyring.read({ site: "", email: "" }));
  const named = text(invocation, "name");
  if (withAccount(configuration.text, named ?? "new", anyAccount) === undefined)
    throw new Exit("refused", unchangeable(configuration.path));
  const { ports, securityOf, close } = loginPorts(call);
  try {
    const rc = way?.kind === "key" ? await ports.readRc(way.path) : undefined;
    const signedIn = await signIn(ports, {
      server: invocation.argument ?? rc?.site,
      email: text(invocation, "email"),
      way,
      allowsHttp: (site) => securityOf(site).allowHttp,
    });
    const name = named ?? nameForNew(configuration.config, signedIn);
    const { site, email, key, allowHttp } = signedIn;
    const account = { ...securityOf(site), site, email, allowHttp };
    // The key first: an account without one would be useless.
    if (inKeyring) await fromKeyring(systemKeyring.write({ site, email }, key));
    const stored = inKeyring ? account : { ...account, key };
    const chosenDefault = (now: Configuration) =>
      invocation.options["default"] === true ? name : defaultWith(now, name);
    const before = await updateConfiguration(configuration.path, (now) => {
      const added = withAccount(now.text, name, stored);
      const kept = chosenDefault(now);
      return added && kept !== undefined ? withDefaultAccount(added, kept) : added;
    });
    const where = inKeyring ? ", its key in the system's keyring" : "";
    tell(
      `Signed in to ${signedIn.realm} as ${signedIn.name}. The account is "${name}" in ${configuration.path}${where}; weir opens it.${usedByCommands(name, chosenDefault(before), before)}`,
    );
  } finally {
    await close();
  }
}

/** For somebody without a server: signs in to a realm that ends with this program. Nothing is saved. */
async function logInToDemo(call: Call): Promise<void> {
  const { invocation, runtime } = call;
  if (invocation.argument !== undefined)
    throw new Exit("misuse", "--demo brings its own server: name none.");
  requireNothingToSave(invocation, "--demo");
  const way = wayIn(invocation);
  const ways = ["password", "saml", "google"] as const;
  const options = { ...realmServerOptions(invocation), signIn: ways };
  const demo = await openDemo(options, runtime.worker("realm-worker"));
  const { site } = demo.account;
  try {
    if (wantsJson(invocation)) await listWays(call, site);
    else await tryOut(demo, way, call);
  } finally {
    await demo.close();
  }
}

async function tryOut(
  { account: { site, email }, password = "" }: Demo,
  way: LoginRequest["way"],
  call: Call,
): Promise<void> {
  const { ports, close } = loginPorts(call);
  try {
    ports.say(`The demo is a server at ${site}, on this machine only.`);
    ports.say(`You are ${email} there, and your password is ${password}`);
    const typed = text(call.invocation, "email");
    const request = { server: site, email: typed, way, allowsHttp: () => true };
    const { realm, name } = await signIn(ports, request);
    tell(`Signed in to ${realm} as ${name}. Nothing is saved: the demo ends here.`);
  } finally {
    await close();
  }
}

/** To find out before anything is typed whether the file can be changed. */
const anyAccount: Account = { ...defaultSecurity, site: "https://example.com", email: "", key: "" };

/** A script goes on with its account when another one is added: only the first becomes the default by itself. */
function defaultWith({ config }: Configuration, added: string): string | undefined {
  return config.accounts.size === 0 ? added : config.defaultAccount;
}

function usedByCommands(name: string, kept: string | undefined, { config }: Configuration): string {
  const isOnly = [...config.accounts.keys()].every((one) => one === name);
  if (isOnly) return "";
  if (kept === name) return " Commands use it.";
  return kept === undefined
    ? ` Commands have no default account: add --account ${name}, or set default_account in the file.`
    : ` Commands still use "${kept}": add --account ${name}, or change default_account in the file.`;
}

/** The account is removed even if the keyring is unavailable. */
async function forgetKey(owner: KeyringOwner): Promise<void> {
  try {
    await systemKeyring.remove(owner);
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    say(`The key may still be in the keyring. ${error.message}`);
  }
}

/** Whose files are to be erased; undefined if another name of the same account stays, or with a sentence if it is unknown. */
async function ownerToForget(
  name: string,
  before: Configuration,
  runtime: Runtime,
): Promise<Owner | undefined> {
  const ownerOf = async (one: string): Promise<Owner | undefined> => {
    const section = before.config.accounts.get(one);
    if (section?.kind === "account" || section?.kind === "keyring") return section.account;
    if (section?.kind !== "rc") return undefined;
    const options = { ...noOptions, account: one };
    const chosen = await chosenAccount(runtime, before, options).catch(() => undefined);
    return chosen?.account;
  };
  const owner = await ownerOf(name);
  if (owner === undefined) {
    say("What was seen there may still be on this machine: the account cannot be read.");
    return undefined;
  }
  const isSame = (other: Owner | undefined) =>
    other?.site === owner.site && other.email === owner.email;
  for (const other of before.config.accounts.keys())
    if (other !== name && isSame(await ownerOf(other))) return undefined;
  return owner;
}

const noOptions = { rc: undefined, certBundle: undefined, allowHttp: false };

/** What stays, as sentences that are added to others. */
async function forgetFiles(runtime: Runtime, owner: Owner): Promise<string> {
  try {
    const kept = await forgetAccount(runtime, owner);
    return kept === undefined ? "" : ` ${kept}`;
  } catch (error) {
    say(`What was seen there may still be on this machine: ${ended(reasonOf(error))}`);
    return "";
  }
}

async function logOut({ invocation, configuration, runtime }: Call, output: Output): Promise<void> {
  const before = await updateConfiguration(configuration.path, (now) =>
    withoutAccount(now.text, namedAccount(invocation, now)),
  );
  const { config } = before;
  const name = namedAccount(invocation, before);
  const section = config.accounts.get(name);
  if (section?.kind === "keyring") await forgetKey(section.account);
  const owner = await ownerToForget(name, before, runtime);
  const unsent = owner === undefined ? "" : await forgetFiles(runtime, owner);
  const where = owner === undefined ? "" : `: ${owner.site}/#settings/account-and-privacy`;
  const kept = `Its API key stays valid on the server, which weir cannot change, until you regenerate it there${where}.`;
  tellDone({ output }, `Removed "${name}". ${kept}${unsent}${usedInstead(name, config)}`, { name });
}

/** The account to remove. Throws an Exit if the file has none. */
function namedAccount(
  invocation: Invocation,
  { path, config }: Pick<Configuration, "path" | "config">,
): string {
  const name = invocation.argument ?? config.defaultAccount;
  if (name === undefined) throw new Exit("usage", `${path} has no account to remove.`);
  if (!config.accounts.has(name)) throw new Exit("usage", `${path} has no account "${name}".`);
  return name;
}

/** What commands use after their account is gone. */
function usedInstead(name: string, { accounts, defaultAccount }: Configuration["config"]): string {
  const [next, ...others] = [...accounts.keys()].filter((one) => one !== name);
  if (name !== defaultAccount || next === undefined) return "";
  return others.length === 0
    ? ` Commands use "${next}" now.`
    : " Commands have no default account now: add --account, or set default_account in the file.";
}

export async function manageAccounts(
  verb: Verb,
  invocation: Invocation,
  runtime: Runtime,
): Promise<void> {
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  for (const warning of configuration.warnings) say(warning);
  const call = { verb, invocation, configuration, runtime };
  if (verb.name === "login") return logIn(call);
  const { options } = configuration.config;
  await withLocalOutput(verb, invocation, runtime, options, (output) =>
    verb.name === "logout" ? logOut(call, output) : listAccounts(call, output),
  );
}

// How each account is doing: what `weir accounts` prints.

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

export async function listAccounts(call: Omit<Call, "verb">, output: Output): Promise<void> {
  const { config, path } = call.configuration;
  const rows = await Promise.all(
    [...config.accounts].map(async ([name, found]) => {
      const { email = null, site = null } = "account" in found ? found.account : {};
      const rc = found.kind === "rc" ? found.path : null;
      const health = await healthOf(name, call);
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
      row.problem ?? (row.version === null ? "" : `server version ${row.version}`),
    ],
  });
}

/** Rejects only for a fault of weir: what is wrong with the account is the answer. */
async function healthOf(name: string, call: Omit<Call, "verb">): Promise<Health> {
  const late = new AbortController();
  const answer = askFor(name, call, late.signal);
  const { promise: timeout, resolve } = Promise.withResolvers<Health>();
  const cancel = call.runtime.clock.after(patienceMs, () =>
    resolve(failing("unreachable", `No response within ${patienceMs / 1000} seconds.`)),
  );
  try {
    return await Promise.race([answer, timeout]);
  } catch (error) {
    if (error instanceof ApiError) return healthAfter(failureExit(error.failure));
    if (isExit(error)) return healthAfter(error);
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
  { invocation, configuration, runtime }: Omit<Call, "verb">,
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
    (leave) => void leaving.push(leave()),
  );
  await Promise.all(leaving);
  const unread = [...inboxRows(inbox(replica))].reduce((sum, { count }) => sum + count, 0);
  return { state: "connected", unread, version: replica.realm.version ?? null, problem: null };
}

function failing(state: Health["state"], problem: string): Health {
  return { state, unread: null, version: null, problem };
}

function healthAfter({ code, message }: Exit): Health {
  if (code === exitCodes.unreachable.code) return failing("unreachable", message);
  return failing(code === exitCodes.signedOut.code ? "signed out" : "refused", message);
}
