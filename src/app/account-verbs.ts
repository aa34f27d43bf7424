/** `weir login`, `logout` and `accounts`: the accounts of the configuration file. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { createConnection } from "#api/connection.ts";
import type { Network } from "#api/http.ts";
import { silent } from "#base/log.ts";
import { safeText } from "#base/safe-text.ts";
import { type Configuration, readConfiguration, securityBy, securityFor } from "#cli/accounts.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { type LoginPorts, type Prompt, signIn } from "#cli/login.ts";
import { type Output, tellDone } from "#cli/output.ts";
import type { Verb } from "#cli/verb.ts";
import type { Security } from "#config/account.ts";
import {
  withAccount,
  withDefaultAccount,
  withoutAccount,
  withoutDefaultAccount,
} from "#config/file.ts";
import { writePrivate } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import { KeyringError, type KeyringOwner, systemKeyring } from "#host/keyring.ts";
import { listAccounts } from "./account-list.ts";
import { networkTo, sayingWaits } from "./connect.ts";
import { withLocalOutput } from "./local-output.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";

/** On standard output. */
function tell(sentence: string): void {
  process.stdout.write(`${safeText(sentence)}\n`);
}

/** Prompts on the terminal; input for a secret is not echoed. */
function questions(): { readonly ask: Prompt; readonly close: () => void } {
  let isSecret = false;
  const output = new Writable({
    write(bytes, _encoding, done) {
      if (!isSecret) process.stdout.write(bytes);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const gone = new AbortController();
  lines.once("SIGINT", () => gone.abort());
  lines.once("close", () => gone.abort());
  const ask: Prompt = async (question, { secret = false } = {}) => {
    const prompt = `${question}: `;
    // Output is suppressed while a secret is typed, and the prompt with it.
    if (secret) process.stdout.write(prompt);
    isSecret = secret;
    try {
      return await lines.question(secret ? "" : prompt, { signal: gone.signal });
    } catch {
      throw new Exit("usage", "Nothing was changed.");
    } finally {
      isSecret = false;
      if (secret) process.stdout.write("\n");
    }
  };
  return { ask, close: () => lines.close() };
}

/** Throws an Exit when the file cannot be written; the file is left unchanged then. */
async function store(path: string, content: string): Promise<void> {
  try {
    await writePrivate(path, content);
  } catch (error) {
    throw new Exit("refused", `${path} cannot be written: ${reasonOf(error)}.`);
  }
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

/** Throws an Exit when the keyring fails. */
async function keyring<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof KeyringError) throw new Exit("refused", error.message);
    throw error;
  }
}

async function logIn(
  invocation: Invocation,
  configuration: Configuration,
  runtime: Runtime,
): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Exit(
      "usage",
      "Signing in needs a terminal. Set WEIR_SITE, WEIR_EMAIL and WEIR_API_KEY, or use --rc.",
    );
  const inKeyring = invocation.options["keyring"] === true;
  // Fails before the user has typed anything.
  if (inKeyring) await keyring(systemKeyring.read({ site: "", email: "" }));
  const { ask, close } = questions();
  const requested = securityBy(invocation, runtime);
  const securityOf = (site: string) => securityFor(configuration.config, site, requested);
  const { connect, hangUp } = connections(runtime, securityOf);
  try {
    const signedIn = await signIn(
      { ask, say: tell, connect },
      {
        server: invocation.argument,
        email: text(invocation, "email"),
        allowsHttp: (site) => securityOf(site).allowHttp,
      },
    );
    const name = text(invocation, "name") ?? new URL(signedIn.site).hostname.replace(/\W+/g, "-");
    const { site, email, key, allowHttp } = signedIn;
    const account = { ...securityOf(site), site, email, allowHttp };
    // The key first: an account without one would be useless.
    if (inKeyring) await keyring(systemKeyring.write({ site, email }, key));
    const stored = inKeyring ? account : { ...account, key };
    const added = withAccount(configuration.text, name, stored);
    const kept = invocation.options["default"] === true ? name : defaultWith(configuration, name);
    await store(configuration.path, kept === undefined ? added : withDefaultAccount(added, kept));
    const where = inKeyring ? ", its key in the system's keyring" : "";
    tell(
      `Signed in to ${signedIn.realm} as ${signedIn.name}. The account is "${name}" in ${configuration.path}${where}; weir opens it.${usedByCommands(name, kept, configuration)}`,
    );
  } finally {
    close();
    await hangUp();
  }
}

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

async function logOut(
  invocation: Invocation,
  { path, text: before, config }: Configuration,
  output: Output,
): Promise<void> {
  const name = invocation.argument ?? config.defaultAccount;
  if (name === undefined || !config.accounts.has(name)) {
    throw new Exit(
      "usage",
      name === undefined
        ? `${path} has no account to remove.`
        : `${path} has no account "${name}".`,
    );
  }
  const found = config.accounts.get(name);
  await store(path, withoutDefaultAccount(withoutAccount(before, name), name));
  if (found?.kind === "keyring") await forgetKey(found.account);
  const kept = "Its API key stays valid on the server until you regenerate it there.";
  tellDone({ output }, `Removed "${name}". ${kept}${usedInstead(name, config)}`, { name });
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
  if (verb.name === "login") return logIn(invocation, configuration, runtime);
  const { options } = configuration.config;
  await withLocalOutput(verb, invocation, runtime, options, (output) =>
    verb.name === "logout"
      ? logOut(invocation, configuration, output)
      : listAccounts(invocation, configuration, runtime, output),
  );
}
