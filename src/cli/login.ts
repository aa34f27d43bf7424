/** Signing in: asks what is missing, checks it with the server, and remembers it. */
import { fetchApiKey, getOwnUser, getServerSettings } from "#api/account.ts";
import type { Connection, Credentials } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { safeLine } from "#base/safe-text.ts";
import { readSite } from "#config/site.ts";
import { Exit } from "./exit-codes.ts";

/** Asks the person one thing; a secret is not shown while it is typed. */
export type Ask = (question: string, options?: { readonly secret?: boolean }) => Promise<string>;

export type LoginPorts = {
  readonly ask: Ask;
  readonly say: (sentence: string) => void;
  readonly connect: (site: string, credentials: Credentials | undefined) => Connection;
};

export type SignedIn = {
  readonly site: string;
  readonly email: string;
  readonly key: string;
  readonly realm: string;
  readonly name: string;
};

/** What a key looks like; anything else is taken for a password. */
const keyForm = /^[A-Za-z0-9]{32}$/;

async function serverOf(
  ports: LoginPorts,
  written: string | undefined,
): Promise<{ site: string; realm: string; byPassword: boolean; nameLabel: string }> {
  const reading = readSite(written ?? (await ports.ask("Server")));
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  const settings = await called(
    getServerSettings(ports.connect(reading.site, undefined)),
    reading.site,
  );
  const url = settings.realm_url ?? settings.realm_uri;
  // The server's own name for itself mends scheme and host; a name on another host is not followed unseen.
  const site =
    url !== undefined && URL.parse(url)?.host === URL.parse(reading.site)?.host
      ? url.replace(/\/+$/, "")
      : reading.site;
  const methods = settings.authentication_methods;
  const byPassword = settings.email_auth_enabled !== false && methods?.["password"] !== false;
  const others = (settings.external_authentication_methods ?? []).map((method) =>
    safeLine(method.display_name),
  );
  if (!byPassword && others.length > 0) {
    ports.say(
      `${site} signs in by ${others.join(", ")} only. Open it in a browser, make an API key in your settings, and give that.`,
    );
  }
  return {
    site,
    realm: safeLine(settings.realm_name ?? site),
    byPassword,
    nameLabel: settings.require_email_format_usernames === false ? "Email or user name" : "Email",
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

/** The key for what the person gave: their password's, or their own. */
async function credentialsFor(
  ports: LoginPorts,
  site: string,
  email: string,
  byPassword: boolean,
): Promise<Credentials> {
  const secret = await ports.ask(byPassword ? "Password or API key" : "API key", { secret: true });
  if (keyForm.test(secret.trim())) return { email, key: secret.trim() };
  const answer = await called(fetchApiKey(ports.connect(site, undefined), email, secret), site);
  return { email: answer.email, key: answer.api_key };
}

/** Signs in. Throws an Exit with a sentence that says what to do. */
export async function signIn(
  ports: LoginPorts,
  given: { readonly server: string | undefined; readonly email: string | undefined },
): Promise<SignedIn> {
  const { site, realm, byPassword, nameLabel } = await serverOf(ports, given.server);
  const email = (given.email ?? (await ports.ask(nameLabel))).trim();
  if (email === "") throw new Exit("usage", "Without an address nobody can sign in.");
  const credentials = await credentialsFor(ports, site, email, byPassword);
  const own = await called(getOwnUser(ports.connect(site, credentials)), site);
  return { site, ...credentials, realm, name: safeLine(own.full_name) };
}
