/** Replaces the account's key: with a regenerated one, or with a valid one after the server has rejected it. */
import {
  fetchApiKey,
  getOwnUser,
  getServerSettings,
  ownerOfKey,
  regenerateKey,
} from "#api/account.ts";
import type { Attempt } from "#api/browser-sign-in.ts";
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import type { Rekeyed } from "#api/rekeyed.ts";
import { lazy } from "#base/lazy.ts";
import type { Log } from "#base/log.ts";
import type { SafeText } from "#base/safe-text.ts";
import { isSignInAddress, keyForm } from "#wire/endpoints/account.ts";
import type { SyncContext } from "./context.ts";
import { reasonOf, wordsOf } from "./context.ts";

/** The storage of the key. Everything rejects with an error whose message can be shown to the user. */
export type StoredKey = {
  readonly read: () => Promise<string | undefined>;
  /** Resolves when it is on disk. */
  readonly write: (key: string) => Promise<void>;
  /** Rejects if `write` would. */
  readonly check: () => Promise<void>;
};

export type OwnKey = {
  /** The address to sign in with. */
  readonly email: string;
  /** The key at the start of the session. */
  readonly key: string;
  /** If `key` is undefined, the connection has no credentials. */
  readonly connect: (key: string | undefined) => Connection;
  readonly stored: StoredKey;
};

export type KeyChanges = {
  /**
   * Regenerates the key on the server, and stores it in place of the old one before any request uses it. Resolves with
   * a warning if the storage accepted the old key but not the new one; rejects if nothing changed.
   */
  readonly renew: () => Promise<string | undefined>;
  /** Uses the key that another weir has stored meanwhile, if it is valid; resolves with whether it did. */
  readonly tryStoredKey: () => Promise<boolean>;
  /**
   * Signs in with a key or a password, or without any with the key in use, which may be valid again. Resolves with an error
   * or a warning if that failed, or the key was not stored.
   */
  readonly signIn: (secret: string) => Promise<SignInResult>;
  /**
   * How to sign in through a browser, in the server's order; `signIn` takes what the browser is sent to until the next call.
   * Empty if the server has no way or does not answer.
   */
  readonly browserWays: () => Promise<readonly BrowserWay[]>;
};

/** A method of the server besides passwords, and what to open in a browser for it. */
export type BrowserWay = { readonly title: SafeText; readonly address: string };

export type SignInResult = { readonly signedIn: boolean; readonly sentence?: string };

export function keyChanges(own: OwnKey, rekeyed: Rekeyed, log: Log): KeyChanges {
  const problemOf = async (work: Promise<unknown>): Promise<string | undefined> => {
    try {
      await work;
      return undefined;
    } catch (error) {
      log.note("A key was rejected.", { reason: reasonOf(error) });
      return wordsOf(error);
    }
  };
  let inUse = own.key;
  const connectWith = (key: string) => {
    inUse = key;
    return own.connect(key);
  };
  const isValid = async (key: string) => {
    const next = own.connect(key);
    next.setLevel(rekeyed.connection.level());
    await getOwnUser(next, {});
  };
  let attempts: readonly Attempt[] = [];
  return {
    browserWays: async () => {
      const { browserMethods, newAttempt } = await browserSignIn();
      const connection = own.connect(undefined);
      try {
        const settings = await getServerSettings(connection);
        const { methods, scheme = "" } = browserMethods(settings, connection.site);
        attempts = methods.map((method) => newAttempt(method, scheme, "mobile"));
        return methods.map(({ title }, at) => ({ title, address: attempts[at]?.address ?? "" }));
      } catch (error) {
        log.note("The ways to sign in are unknown.", { reason: reasonOf(error) });
        attempts = [];
        return [];
      }
    },
    renew: async () => {
      await own.stored.check();
      // Through another connection: the session's waits for the end of this.
      const asking = own.connect(inUse);
      asking.setLevel(rekeyed.connection.level());
      let sentence: string | undefined;
      await rekeyed.during(async () => {
        const { api_key: fresh } = await regenerateKey(asking, {});
        sentence = await problemOf(own.stored.write(fresh));
        return connectWith(fresh);
      });
      return sentence;
    },
    tryStoredKey: async () => {
      const stored = await own.stored.read().catch((error: unknown) => {
        log.note("The stored key cannot be read.", { reason: reasonOf(error) });
        return undefined;
      });
      if (stored === undefined || stored === inUse) return false;
      if ((await problemOf(isValid(stored))) !== undefined) return false;
      rekeyed.use(connectWith(stored));
      return true;
    },
    signIn: async (secret) => {
      try {
        const isSame = secret.trim() === "";
        if (isSame) await isValid(inUse);
        const key = isSame
          ? inUse
          : ((await keyFromBrowser(own, attempts, secret)) ??
            (await keyFor(own, secret, async (one) => problemOf(isValid(one)))));
        // Before anything relies on it.
        const sentence = isSame ? undefined : await problemOf(own.stored.write(key));
        rekeyed.use(connectWith(key));
        return { signedIn: true, ...(sentence !== undefined && { sentence }) };
      } catch (error) {
        log.note("Signing in failed.", { reason: reasonOf(error) });
        return { signedIn: false, sentence: wordsOf(error) };
      }
    },
  };
}

export type SessionKey = {
  readonly renew: KeyChanges["renew"];
  /** Resolves when no key is being renewed: one that is not on disk yet would be lost. */
  readonly settled: () => Promise<unknown>;
  /** If undefined, the key is never replaced. */
  readonly changes: Omit<KeyChanges, "renew"> | undefined;
};

/** Key changes in a session, which goes on with `resume` after the user has signed in again. */
export function sessionKey(
  own: OwnKey | undefined,
  rekeyed: Rekeyed,
  { log, idle }: Pick<SyncContext, "log" | "idle">,
  resume: () => void,
): SessionKey {
  const keys = own && keyChanges(own, rekeyed, log);
  let renewing: Promise<unknown> = Promise.resolve();
  return {
    renew: async () => {
      if (keys === undefined) throw new Error("This key cannot be replaced.");
      const renewal = keys.renew();
      renewing = Promise.allSettled([renewal]);
      return renewal;
    },
    settled: () => renewing,
    changes: keys && {
      browserWays: () => idle.during(keys.browserWays()),
      tryStoredKey: async () => {
        const isTaken = await idle.during(keys.tryStoredKey());
        if (isTaken) resume();
        return isTaken;
      },
      signIn: async (secret) => {
        const result = await idle.during(keys.signIn(secret));
        if (result.signedIn) resume();
        return result;
      },
    },
  };
}

const browserSignIn = lazy(() => import("#api/browser-sign-in.ts"));

/** The key in an address that the browser was sent to; undefined if the secret is none. Rejects if it is not this account's. */
async function keyFromBrowser(
  own: OwnKey,
  attempts: readonly Attempt[],
  secret: string,
): Promise<string | undefined> {
  if (attempts.length === 0 || !isSignInAddress(secret)) return undefined;
  const { readPasted } = await browserSignIn();
  const readings = await Promise.all(attempts.map((attempt) => readPasted(attempt, secret)));
  const reading = readings.find(({ kind }) => kind === "key") ?? readings[0];
  if (reading?.kind !== "key")
    throw new Error(reading && "sentence" in reading ? reading.sentence : "That is no address.");
  if (reading.email.toLowerCase() !== own.email.toLowerCase())
    throw new Error(`That is the account of ${reading.email}, and this one is ${own.email}.`);
  const owner = await ownerOfKey(own.connect(reading.key), reading.userId);
  if (typeof owner === "string") throw new Error(owner);
  return reading.key;
}

/** A password may look like a key: it is tried as one if the server rejects it as a key. */
async function keyFor(
  own: OwnKey,
  secret: string,
  problemWith: (key: string) => Promise<string | undefined>,
): Promise<string> {
  const key = secret.trim();
  const isKey = keyForm.test(key);
  if (isKey && (await problemWith(key)) === undefined) return key;
  try {
    return (await fetchApiKey(own.connect(undefined), { username: own.email, password: secret }))
      .api_key;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.failure.kind !== "unreachable";
    if (isKey && isRefused) throw new Error("The server rejects this key too.");
    throw error;
  }
}
