/** Signing in: asks what is missing, checks it with the server, and remembers it. */
import { fetchApiKey, getOwnUser, getServerSettings } from "#api/account.ts";
import type { Connection, Credentials } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { safeLine } from "#base/safe-text.ts";
import { confirmedSite, isCleartext, readSite } from "#config/site.ts";
import { Exit } from "./exit-codes.ts";

/** Asks the person one thing; a secret is not shown while it is typed. */
export type Ask = (question: string, options?: { readonly secret?: boolean }) => Promise<string>;

export type LoginPorts = {
  readonly ask: Ask;
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
  /** Whether the person accepts that the key travels unencrypted. */
  readonly allowHttp: boolean;
};

/** What a key looks like; anything else is taken for a password. */
const keyForm = /^[A-Za-z0-9]{32}$/;

type Settings = Awaited<ReturnType<typeof getServerSettings>>;

type Server = {
  readonly site: string;
  readonly realm: string;
  readonly byPassword: boolean;
  /** False where somebody may sign in by a name that is no address. */
  readonly byAddress: boolean;
};

/** Servers of old tell by `email_auth_enabled` alone; passwords of a directory are passwords, too. */
function takesPasswords(settings: Settings): boolean {
  const told = settings.authentication_methods?.["password"];
  if (typeof told === "boolean") return told;
  return settings.email_auth_enabled !== false || settings.require_email_format_usernames === false;
}

/** A line for each way in that needs a browser, with its address. */
function otherWays(settings: Settings, site: string): readonly string[] {
  return (settings.external_authentication_methods ?? []).map(({ display_name, login_url }) => {
    const address = URL.parse(login_url, `${site}/`)?.href ?? login_url;
    return `  ${safeLine(display_name)}  ${safeLine(address)}`;
  });
}

function sayWays(ports: LoginPorts, settings: Settings, site: string): void {
  const ways = otherWays(settings, site);
  if (ways.length === 0) {
    ports.say(`${site} takes no passwords. Make an API key in your settings there, and give that.`);
    return;
  }
  ports.say(`${site} takes no passwords. Sign in there with a browser by one of these:`);
  for (const way of ways) ports.say(way);
  ports.say("Then make an API key in your settings, and give that.");
}

/** An address on another host is not followed, but it may be the one that the person wanted. */
function sayOtherAddress(ports: LoginPorts, site: string, stated: string | undefined): void {
  const reading = readSite(stated ?? "");
  if (reading.kind === "wrong" || new URL(reading.site).hostname === new URL(site).hostname) return;
  ports.say(
    `${site} states its address as ${reading.site}. To sign in there, run: weir login ${reading.site}`,
  );
}

async function serverOf(ports: LoginPorts, written: string | undefined): Promise<Server> {
  const reading = readSite(written ?? (await ports.ask("Server")));
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  const settings = await called(
    getServerSettings(await ports.connect(reading.site, undefined)),
    reading.site,
  );
  const stated = settings.realm_url ?? settings.realm_uri;
  const site = confirmedSite(reading.site, stated);
  sayOtherAddress(ports, site, stated);
  if (settings.is_incompatible === true)
    ports.say(
      `${site} says that this version of weir is too old for it. A newer one may be needed.`,
    );
  const byPassword = takesPasswords(settings);
  if (!byPassword) sayWays(ports, settings, site);
  return {
    site,
    realm: safeLine(settings.realm_name ?? site),
    byPassword,
    byAddress: settings.require_email_format_usernames !== false,
  };
}

/** A call's answer; its failure becomes the program's end. */
async function called<T>(call: Promise<T>, site: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const sentence = safeLine(sentenceOf(error.failure));
    switch (error.failure.kind) {
      case "unreachable":
        throw new Exit("unreachable", `${site}: ${sentence}`);
      case "unauthorized":
        throw new Exit("signedOut", `${site}: ${sentence}`);
      case "malformed":
        throw new Exit(
          "refused",
          `${site} does not answer like a server of this kind. ${sentence}`,
        );
      case "refused":
      case "rate-limited":
      case "broken":
        throw new Exit("refused", `${site}: ${sentence}`);
    }
  }
}

async function isUnauthorized(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    return error instanceof ApiError && error.failure.kind === "unauthorized";
  }
}

/** The person's name, if the server knows the key; undefined where what looks like one may be a password. */
async function nameOf(
  ports: LoginPorts,
  { site, byPassword }: Server,
  credentials: Credentials,
): Promise<string | undefined> {
  const asking = getOwnUser(await ports.connect(site, credentials));
  if (byPassword && (await isUnauthorized(asking))) return undefined;
  return safeLine((await called(asking, site)).full_name);
}

type Entry = { readonly email: string; readonly key: string; readonly name: string };

/** The way in by what the person gave: their password, or their own key. */
async function entryFor(ports: LoginPorts, server: Server, email: string): Promise<Entry> {
  const { site, byPassword } = server;
  const secret = await ports.ask(byPassword ? "Password or API key" : "API key", { secret: true });
  const key = secret.trim();
  const name = keyForm.test(key) ? await nameOf(ports, server, { email, key }) : undefined;
  if (name !== undefined) return { email, key, name };
  if (!byPassword) throw new Exit("usage", "That is no API key: it has 32 letters and digits.");
  const answer = await called(
    fetchApiKey(await ports.connect(site, undefined), email, secret),
    site,
  );
  const credentials = { email: answer.email, key: answer.api_key };
  const own = await called(getOwnUser(await ports.connect(site, credentials)), site);
  return { ...credentials, name: safeLine(own.full_name) };
}

/** Asks before anything secret leaves over plain http. True: it may. */
async function askForConsent(
  ports: LoginPorts,
  site: string,
  { allowsHttp = () => false }: LoginWish,
): Promise<boolean> {
  if (!isCleartext(site)) return false;
  if (allowsHttp(site)) return true;
  ports.say(`${site} is not encrypted: others on the way can read your password and messages.`);
  const answer = await ports.ask("Sign in all the same? (yes or no)");
  if (/^y(?:es)?$/i.test(answer.trim())) return true;
  throw new Exit("usage", "Nothing was sent. Ask for the https address of the server.");
}

export type LoginWish = {
  readonly server: string | undefined;
  readonly email: string | undefined;
  /** Whether the person has accepted an unencrypted connection to this site. Absent: to none. */
  readonly allowsHttp?: (site: string) => boolean;
};

/** Signs in. Throws an Exit with a sentence that says what to do. */
export async function signIn(ports: LoginPorts, given: LoginWish): Promise<SignedIn> {
  const server = await serverOf(ports, given.server);
  const { site, realm, byAddress } = server;
  const allowHttp = await askForConsent(ports, site, given);
  const label = byAddress ? "Email" : "Email or user name";
  const email = (given.email ?? (await ports.ask(label))).trim();
  if (email === "") throw new Exit("usage", "Without an address nobody can sign in.");
  if (byAddress && !email.includes("@"))
    throw new Exit("usage", `${site} knows people by their email address, and ${email} is none.`);
  return { site, realm, allowHttp, ...(await entryFor(ports, server, email)) };
}
