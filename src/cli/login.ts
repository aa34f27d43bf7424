/** Signs in: prompts for what is missing, verifies it with the server, and saves the account. */

import { fetchApiKey, getOwnUser, getServerSettings, isNoPassword } from "#api/account.ts";
import { type BrowserMethod, type BrowserMethods, browserMethods } from "#api/browser-sign-in.ts";
import type { Credentials } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { ended, safeLine } from "#base/safe-text.ts";
import { wordList } from "#base/word-list.ts";
import { browsedSite, confirmedSite, isCleartext, readSite } from "#config/site.ts";
import { isSignInAddress, keyForm } from "#wire/endpoints/account.ts";
import { tooOldAt } from "#wire/levels.ts";
import { type Entry, type SignInPorts, signInByBrowser } from "./browser-login.ts";
import { failureExit } from "./calls.ts";
import { Exit } from "./exit-codes.ts";

export type LoginPorts = SignInPorts & {
  /** The account in an rc file. Rejects with an Exit. */
  readonly readRc: (path: string) => Promise<Credentials & { readonly site: string }>;
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

type Settings = Awaited<ReturnType<typeof getServerSettings>>;

type Server = BrowserMethods & {
  readonly site: string;
  readonly realm: string;
  readonly byPassword: boolean;
  /** False if users may sign in by a name that is not an email address. */
  readonly byAddress: boolean;
};

/** Older servers only report `email_auth_enabled`; directory passwords count too. */
function takesPasswords(settings: Settings): boolean {
  const { password, ldap } = settings.authentication_methods ?? {};
  if (ldap === true) return true;
  if (typeof password === "boolean") return password;
  return settings.email_auth_enabled !== false || settings.require_email_format_usernames === false;
}

/** A URL on another host is not followed, but it may be the intended one. */
function warnOfOtherAddress(ports: LoginPorts, site: string, stated: string | undefined): void {
  const reading = readSite(stated ?? "");
  if (reading.kind === "wrong" || new URL(reading.site).hostname === new URL(site).hostname) return;
  ports.say(
    `${site} states its address as ${reading.site}. To sign in there, run: weir login ${reading.site}`,
  );
}

/** What to type where no browser leads in. */
function otherCommands({ site, byPassword }: Pick<Server, "site" | "byPassword">): string {
  const commands = [...(byPassword ? ["--password"] : []), "--rc FILE"];
  return `Sign in with: ${wordList(
    commands.map((way) => `weir login ${site} ${way}`),
    "or",
  )}`;
}

async function serverOf(
  ports: LoginPorts,
  { server: written, way }: Pick<LoginRequest, "server" | "way">,
): Promise<Server> {
  const reading = browsedSite(written ?? (await ports.ask("Server")));
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  const connection = await ports.connect(reading.site, undefined);
  const settings = await called(getServerSettings(connection), reading.site);
  requireRealm(settings, reading.site);
  const tooOld = tooOldAt(connection.level());
  if (tooOld !== undefined) ports.say(tooOld);
  const stated = settings.realm_url ?? settings.realm_uri;
  const site = confirmedSite(reading.site, stated);
  warnOfOtherAddress(ports, site, stated);
  if (settings.is_incompatible === true) ports.say(`${site} requires a newer version of weir.`);
  const browser = browserMethods(settings, site);
  for (const sentence of browser.refused) ports.say(`Not offered: ${sentence}`);
  const byPassword = takesPasswords(settings);
  const isLacking = browser.methods.length === 0 && (browser.refused.length > 0 || tooOld);
  if (isLacking && way === undefined) ports.say(otherCommands({ site, byPassword }));
  return {
    ...browser,
    site,
    realm: safeLine(settings.realm_name ?? site),
    byPassword,
    byAddress: settings.require_email_format_usernames !== false,
  };
}

/** A server's root address has no accounts, and none of the keys of a realm. */
function requireRealm({ realm_name, realm_url, realm_uri }: Settings, site: string): void {
  if (realm_name !== undefined || realm_url !== undefined || realm_uri !== undefined) return;
  throw new Exit(
    "usage",
    `${site} hosts organizations, and is none itself. Type the address of yours, such as weir login https://NAME.${new URL(site).host}`,
  );
}

/** What else a user can do, by the code of a failure. */
function remedyFor({ failure }: ApiError, site: string): string {
  const { code } = "code" in failure ? failure : { code: undefined };
  switch (code) {
    case "PASSWORD_AUTH_DISABLED":
      return ` Sign in with: weir login ${site} --browser`;
    case "PASSWORD_RESET_REQUIRED":
      return ` Choose another at ${site}/accounts/password/reset/`;
    case "NONEXISTENT_SUBDOMAIN":
      return " Check the address of your organization.";
    default:
      return "";
  }
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
    const remedy = remedyFor(error, site);
    if (error.failure.kind === "unauthorized")
      throw new Exit("signedOut", `${site}: ${ended(safeLine(error.message))}${remedy}`);
    throw failureExit(error.failure, `${site}${prefix}`, remedy);
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

/** Servers refuse a name for half an hour after that many wrong passwords. */
const attempts = 5;

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
  if (isSignInAddress(secret))
    throw new Exit("usage", `${isNoPassword} Sign in with: weir login ${site} --browser`);
  if (!byPassword) throw new Exit("usage", "Not an API key: a key has 32 letters and digits.");
  const fetching = fetchApiKey(await ports.connect(site, undefined), {
    username: email,
    password: secret,
  });
  if (left > 0 && (await isUnauthorized(fetching, "AUTHENTICATION_FAILED"))) {
    const warning =
      left <= 2 ? ` After ${attempts} wrong ones the server refuses more for a while.` : "";
    ports.say(`That is not the password of this account.${warning}`);
    return entryFor(ports, server, email, left - 1);
  }
  const answer = await called(fetching, site);
  return withName(ports, site, { email: answer.email, key: answer.api_key });
}

async function withName(ports: LoginPorts, site: string, credentials: Credentials): Promise<Entry> {
  const user = await called(getOwnUser(await ports.connect(site, credentials), {}), site);
  return { ...credentials, name: safeLine(user.full_name) };
}

// The ways to sign in, one of which the user chooses unless there is only one.

type Way =
  | { readonly kind: "password" }
  | { readonly kind: "browser"; readonly method: BrowserMethod; readonly scheme: string }
  | { readonly kind: "key" };

function waysOf({ byPassword, methods, scheme }: Server): readonly Way[] {
  const browser = methods.flatMap((method): Way[] =>
    scheme === undefined ? [] : [{ kind: "browser", method, scheme }],
  );
  return [...(byPassword ? [{ kind: "password" } as const] : []), ...browser, { kind: "key" }];
}

function titleOf(way: Way, { byAddress }: Pick<Server, "byAddress">): string {
  if (way.kind === "browser") return way.method.title;
  if (way.kind === "key") return "API key or rc file";
  return byAddress ? "Password" : "User name and password";
}

/** By its name on the wire, what stands before the colon of that, or its title. */
function isNamed(way: Way, typed: string): boolean {
  const { name, title } = way.kind === "browser" ? way.method : { name: way.kind, title: way.kind };
  return [name, name.split(":")[0], title].some(
    (one) => one?.toLowerCase() === typed.trim().toLowerCase(),
  );
}

/** What the command line asks for. Throws an Exit if the server does not have it. */
function requestedWays(server: Server, { way }: LoginRequest): readonly Way[] {
  const all = waysOf(server);
  if (way === undefined) return all;
  const wanted = all.filter(
    (one) =>
      one.kind === way.kind &&
      (way.kind !== "browser" || way.method === undefined || isNamed(one, way.method)),
  );
  if (wanted.length > 0) return wanted;
  const offered = all.map((one) => (one.kind === "browser" ? one.method.name : one.kind));
  const what = way.kind === "browser" && way.method !== undefined ? ` "${way.method}"` : "";
  const asked = way.kind === "browser" ? `method${what} in the browser` : "password";
  const has = safeLine(`${server.site} has no ${asked}. It has ${wordList(offered, "or")}.`);
  const isNone = way.kind === "browser" && server.methods.length === 0;
  throw new Exit("usage", isNone ? `${has} ${otherCommands(server)}` : has);
}

/** The way, and the email address if that was typed instead: it chooses the password. */
async function chosenWay(
  { ask, say }: LoginPorts,
  server: Server,
  ways: readonly Way[],
): Promise<{ readonly way: Way; readonly email?: string }> {
  const [first, second] = ways;
  const isOnly = second === undefined || (ways.length === 2 && second.kind === "key");
  if (first !== undefined && isOnly) return { way: first };
  say(`How do you sign in to ${server.realm}?`);
  for (const [at, way] of ways.entries()) say(`  ${at + 1}  ${titleOf(way, server)}`);
  const byEmail = first?.kind === "password" ? ", or your email for the password" : "";
  for (;;) {
    const typed = (await ask(`Number${byEmail}`)).trim();
    const named = ways.filter((way) => isNamed(way, typed));
    const way = ways[Number(typed) - 1] ?? (named.length === 1 ? named[0] : undefined);
    if (way !== undefined) return { way };
    if (first?.kind === "password" && typed.includes("@")) return { way: first, email: typed };
    say(`Type a number from 1 to ${ways.length}.`);
  }
}

/** Signs in the chosen way; one that the user leaves is followed by the next. */
async function signInBy(
  ports: LoginPorts,
  server: Server,
  ways: readonly Way[],
  request: LoginRequest,
): Promise<Entry> {
  const { way, email } = await chosenWay(ports, server, ways);
  const { site, realm, byPassword } = server;
  if (way.kind === "browser") {
    const entry = await called(
      signInByBrowser(ports, { site, realm, byPassword, method: way.method, scheme: way.scheme }),
      site,
    );
    if (entry !== undefined) return entry;
    const rest = waysOf(server).filter(
      (one) => one.kind !== "browser" || one.method !== way.method,
    );
    return signInBy(ports, server, rest, request);
  }
  if (way.kind === "password")
    return entryFor(ports, server, await emailFor(ports, server, request.email ?? email));
  if (request.way?.kind !== "key")
    ports.say(`Your API key is shown at ${site}/#settings/account-and-privacy`);
  const typed = request.way?.kind === "key" ? request.way.path : undefined;
  const owner = typed ?? request.email ?? (await ports.ask("Email, or path of an rc file")).trim();
  if (!/^[~.]{0,2}\//.test(owner) && typed === undefined)
    return entryFor(ports, { ...server, byPassword: false }, requireEmail(server, owner));
  const { email: owned, key, site: theirs } = await ports.readRc(owner);
  if (new URL(theirs).origin !== new URL(site).origin)
    throw new Exit("usage", `${owner} has a key for ${theirs}, and not for ${site}.`);
  return withName(ports, site, { email: owned, key });
}

async function emailFor(
  { ask }: LoginPorts,
  server: Server,
  known: string | undefined,
): Promise<string> {
  const label = server.byAddress ? "Email" : "Email or user name";
  return requireEmail(server, known ?? (await ask(label)));
}

function requireEmail({ site, byAddress }: Server, typed: string): string {
  const email = typed.trim();
  if (email === "") throw new Exit("usage", "An email address is required.");
  if (byAddress && !email.includes("@"))
    throw new Exit("usage", `${site} requires an email address, and ${email} is not one.`);
  return email;
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
  /** If absent, the user is asked. */
  readonly way?:
    | { readonly kind: "password" }
    | { readonly kind: "browser"; readonly method: string | undefined }
    | { readonly kind: "key"; readonly path: string }
    | undefined;
  /** Whether the user has accepted an unencrypted connection to this site; if absent, they have to none. */
  readonly allowsHttp?: (site: string) => boolean;
};

/** A web page can sign the browser in to an account of its own; only the user knows whose it is to be. */
async function confirm(
  { ask }: LoginPorts,
  { site, realm }: Server,
  { name, email }: Entry,
  { email: stated }: LoginRequest,
): Promise<void> {
  if (stated?.trim().toLowerCase() === email.toLowerCase()) return;
  const host = new URL(site).host;
  const answer = await ask(
    `Sign in as ${name} (${safeLine(email)}) at ${realm}, ${host}? (yes or no)`,
  );
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Exit("usage", "Nothing was saved.");
}

/** Signs in. Throws an Exit with a sentence that says what to do. */
export async function signIn(ports: LoginPorts, request: LoginRequest): Promise<SignedIn> {
  const server = await serverOf(ports, request);
  const { site, realm } = server;
  const ways = requestedWays(server, request);
  const allowHttp = await askForConsent(ports, site, request);
  const entry = await signInBy(ports, server, ways, request);
  await confirm(ports, server, entry, request);
  return { site, realm, allowHttp, ...entry };
}

/** What the server offers, in its order: for `--json`. */
export async function signInWays(ports: LoginPorts, written: string | undefined) {
  const server = await serverOf(ports, { server: written });
  return waysOf(server).map((way) => ({
    method: way.kind === "browser" ? way.method.name : way.kind,
    title: titleOf(way, server),
    site: server.site,
  }));
}
