/** Signs in: prompts for what is missing, verifies it with the server, and saves the account. */
import { fetchApiKey, getOwnUser, getServerSettings } from "#api/account.ts";
import type { Connection, Credentials } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { ended, safeLine } from "#base/safe-text.ts";
import { browsedSite, confirmedSite, isCleartext, readSite } from "#config/site.ts";
import { failureExit } from "./calls.ts";
import { Exit } from "./exit-codes.ts";

/** Prompts for a value; secrets are not echoed. */
export type Prompt = (question: string, options?: { readonly secret?: boolean }) => Promise<string>;

export type LoginPorts = {
  readonly ask: Prompt;
  readonly say: (sentence: string) => void;
  readonly connect: (
    site: string,
    credentials: Credentials | undefined,
  ) => Connection | Promise<Connection>;
};

export type SignedIn = {
  readonly site: string;
  readonly email: string;
  readonly key: string;
  readonly realm: string;
  readonly name: string;
  /** Whether the user accepts that the key is sent unencrypted. */
  readonly allowHttp: boolean;
};

/** The format of a key; anything else is treated as a password. */
const keyForm = /^[A-Za-z0-9]{32}$/;

type Settings = Awaited<ReturnType<typeof getServerSettings>>;

type Server = {
  readonly site: string;
  readonly realm: string;
  readonly byPassword: boolean;
  /** False if users may sign in by a name that is not an email address. */
  readonly byAddress: boolean;
};

/** Older servers only report `email_auth_enabled`; directory passwords count too. */
function takesPasswords(settings: Settings): boolean {
  const hasPassword = settings.authentication_methods?.["password"];
  if (typeof hasPassword === "boolean") return hasPassword;
  return settings.email_auth_enabled !== false || settings.require_email_format_usernames === false;
}

/** One line per browser-based sign-in method, with its URL. */
function otherWays(settings: Settings, site: string): readonly string[] {
  return (settings.external_authentication_methods ?? []).map(({ display_name, login_url }) => {
    const address = URL.parse(login_url, `${site}/`)?.href ?? login_url;
    return `  ${safeLine(display_name)}  ${safeLine(address)}`;
  });
}

function printSignInMethods(ports: LoginPorts, settings: Settings, site: string): void {
  const ways = otherWays(settings, site);
  if (ways.length === 0) {
    ports.say(
      `${site} does not accept passwords. Create an API key in your settings there, and enter it here.`,
    );
    return;
  }
  ports.say(`${site} does not accept passwords. Sign in there with a browser, by one of:`);
  for (const way of ways) ports.say(way);
  ports.say("Then create an API key in your settings, and enter it here.");
}

/** A URL on another host is not followed, but it may be the intended one. */
function warnOfOtherAddress(ports: LoginPorts, site: string, stated: string | undefined): void {
  const reading = readSite(stated ?? "");
  if (reading.kind === "wrong" || new URL(reading.site).hostname === new URL(site).hostname) return;
  ports.say(
    `${site} states its address as ${reading.site}. To sign in there, run: weir login ${reading.site}`,
  );
}

async function serverOf(ports: LoginPorts, written: string | undefined): Promise<Server> {
  const reading = browsedSite(written ?? (await ports.ask("Server")));
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  const settings = await called(
    getServerSettings(await ports.connect(reading.site, undefined)),
    reading.site,
  );
  const stated = settings.realm_url ?? settings.realm_uri;
  const site = confirmedSite(reading.site, stated);
  warnOfOtherAddress(ports, site, stated);
  if (settings.is_incompatible === true) ports.say(`${site} requires a newer version of weir.`);
  const byPassword = takesPasswords(settings);
  if (!byPassword) printSignInMethods(ports, settings, site);
  return {
    site,
    realm: safeLine(settings.realm_name ?? site),
    byPassword,
    byAddress: settings.require_email_format_usernames !== false,
  };
}

/** The answer of a call; a failure becomes an Exit. */
async function called<T>(call: Promise<T>, site: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind } = error.failure;
    const isForeign = kind === "malformed" || kind === "blocked";
    const prefix = isForeign ? " does not respond like a compatible server. " : ": ";
    if (error.failure.kind === "unauthorized")
      throw new Exit("signedOut", `${site}: ${ended(safeLine(error.message))}`);
    throw failureExit(error.failure, `${site}${prefix}`);
  }
}

/** Whether the server does not accept the credentials; with this code, if it is given. */
async function isUnauthorized(call: Promise<unknown>, code?: string): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    const { failure } = error instanceof ApiError ? error : {};
    return failure?.kind === "unauthorized" && (code ?? failure.code) === failure.code;
  }
}

/** The user's name if the server accepts the key; undefined if what looks like a key may be a password. */
async function nameOf(
  ports: LoginPorts,
  { site, byPassword }: Server,
  credentials: Credentials,
): Promise<string | undefined> {
  const asking = getOwnUser(await ports.connect(site, credentials), {});
  if (byPassword && (await isUnauthorized(asking))) return undefined;
  return safeLine((await called(asking, site)).full_name);
}

type Entry = { readonly email: string; readonly key: string; readonly name: string };

/** How often a password may be mistyped. */
const attempts = 3;

/** Signs in with what the user enters, a password or a key; asks again after a wrong password. */
async function entryFor(
  ports: LoginPorts,
  server: Server,
  email: string,
  left = attempts - 1,
): Promise<Entry> {
  const { site, byPassword } = server;
  const secret = await ports.ask(byPassword ? "Password or API key" : "API key", { secret: true });
  const key = secret.trim();
  const name = keyForm.test(key) ? await nameOf(ports, server, { email, key }) : undefined;
  if (name !== undefined) return { email, key, name };
  if (!byPassword) throw new Exit("usage", "Not an API key: a key has 32 letters and digits.");
  const fetching = fetchApiKey(await ports.connect(site, undefined), {
    username: email,
    password: secret,
  });
  if (left > 0 && (await isUnauthorized(fetching, "AUTHENTICATION_FAILED"))) {
    ports.say("That is not the password of this account.");
    return entryFor(ports, server, email, left - 1);
  }
  const answer = await called(fetching, site);
  const credentials = { email: answer.email, key: answer.api_key };
  const own = await called(getOwnUser(await ports.connect(site, credentials), {}), site);
  return { ...credentials, name: safeLine(own.full_name) };
}

/** Asks for consent before a secret is sent over plain http. True: granted. */
async function askForConsent(
  ports: LoginPorts,
  site: string,
  { allowsHttp = () => false }: LoginRequest,
): Promise<boolean> {
  if (!isCleartext(site)) return false;
  if (allowsHttp(site)) return true;
  ports.say(
    `${site} is not encrypted: anybody on the network path can read your password and messages.`,
  );
  const answer = await ports.ask("Sign in anyway? (yes or no)");
  if (/^y(?:es)?$/i.test(answer.trim())) return true;
  throw new Exit("usage", "Nothing was sent. Ask for the https address of the server.");
}

export type LoginRequest = {
  readonly server: string | undefined;
  readonly email: string | undefined;
  /** Whether the user has accepted an unencrypted connection to this site. Absent: to none. */
  readonly allowsHttp?: (site: string) => boolean;
};

/** Signs in. Throws an Exit with a sentence that says what to do. */
export async function signIn(ports: LoginPorts, request: LoginRequest): Promise<SignedIn> {
  const server = await serverOf(ports, request.server);
  const { site, realm, byAddress } = server;
  const allowHttp = await askForConsent(ports, site, request);
  const label = byAddress ? "Email" : "Email or user name";
  const email = (request.email ?? (await ports.ask(label))).trim();
  if (email === "") throw new Exit("usage", "An email address is required.");
  if (byAddress && !email.includes("@"))
    throw new Exit("usage", `${site} requires an email address, and ${email} is not one.`);
  return { site, realm, allowHttp, ...(await entryFor(ports, server, email)) };
}
