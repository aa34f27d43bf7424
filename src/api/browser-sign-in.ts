/**
 * Signing in through the browser: the address to open, and what the browser gives back, checked and decrypted.
 *
 * Each attempt has digits of its own, the pad, without which nobody can use what the browser gives back. It is in the
 * address that is opened and nowhere else. Pure, but for the random digits.
 */

import { percentDecoded } from "#base/outside-url.ts";
import { partOf, type SafeText, safeLine } from "#base/safe-text.ts";
import type { AnswerOf } from "#wire/endpoint.ts";
import type { getServerSettings } from "#wire/endpoints/account.ts";
import { brandOf } from "#wire/server.ts";

/** One of the server's methods besides passwords. */
export type BrowserMethod = {
  /** Its name on the wire, such as `google` or `saml:acme`. */
  readonly name: string;
  readonly title: SafeText;
  /** Where one signs in. Not for display: `attemptAt` makes of it what is opened. */
  readonly url: URL;
};

export type BrowserMethods = {
  /** In the server's order. */
  readonly methods: readonly BrowserMethod[];
  /** The scheme of the address that the browser is sent to; undefined if it cannot be learned, and then no method works. */
  readonly scheme: string | undefined;
  /** Why the server's other methods are not among them: whole sentences. */
  readonly refused: readonly string[];
};

/** The methods at `site`, the address to which the key will be sent. */
export function browserMethods(
  settings: AnswerOf<typeof getServerSettings>,
  site: string,
): BrowserMethods {
  const offered = settings.external_authentication_methods ?? [];
  const stated = URL.parse(settings.realm_url ?? settings.realm_uri ?? site);
  const { prefix } = brandOf(settings);
  const scheme = schemeOf(prefix);
  const { origin } = new URL(site);
  const methods: BrowserMethod[] = [];
  const refused: string[] = [];
  for (const { name, display_name, login_url } of offered) {
    const title = partOf(safeLine(display_name.trim() || name).slice(0, longestTitle));
    const url = stated && URL.parse(login_url, stated);
    const problem = problemWith(url, origin, prefix);
    if (url === null || problem !== undefined) refused.push(`${title}: ${problem}`);
    else methods.push({ name, title, url });
  }
  return { methods, scheme, refused };
}

/** Why it does not work, to end a sentence; undefined if it may. */
function problemWith(
  url: URL | null,
  origin: string,
  prefix: string | undefined,
): string | undefined {
  if (url?.origin !== origin) return `its address leads to another server than ${origin}.`;
  if (url.username !== "" || url.password !== "") return "its address contains a password.";
  if (prefix === undefined) return "the server is too old for signing in through a browser.";
  if (schemeOf(prefix) !== undefined) return undefined;
  return "the server does not say by which name the browser calls weir.";
}

const longestTitle = 60;

/** Those that belong to other programs: a server cannot have weir handle them. */
const takenSchemes =
  /^(?:https?|wss?|file|ftp|sftp|ssh|mailto|data|javascript|blob|about|view|tel|sms|irc|news|nntp|ldaps?|smb|magnet|geo|xmpp|sips?|apt|steam|vscode|slack|zoommtg|msteams)$/;

function schemeOf(prefix = ""): string | undefined {
  return /^[a-z][a-z\d]{1,30}$/.test(prefix) && !takenSchemes.test(prefix) ? prefix : undefined;
}

/** `mobile` gives a key on every server, `desktop` a token for one where passwords are switched off. */
export type Flow = "mobile" | "desktop";

export type Attempt = {
  readonly flow: Flow;
  /** What to open in a browser. Contains the pad. */
  readonly address: string;
  readonly pad: string;
  readonly scheme: string;
  /** The origin of the realm. */
  readonly realm: string;
};

/** An attempt is given up after this long. */
export const attemptMs = 10 * 60_000;

const parameters = { mobile: "mobile_flow_otp", desktop: "desktop_flow_otp" } as const;

export function newAttempt(method: BrowserMethod, scheme: string, flow: Flow): Attempt {
  const pad = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
  const url = new URL(method.url);
  // Servers refuse requests with both.
  for (const name of Object.values(parameters)) url.searchParams.delete(name);
  url.searchParams.set(parameters[flow], pad);
  return { flow, address: url.href, pad, scheme, realm: url.origin };
}

/** What was pasted, or handed over by the browser. */
export type Reading =
  | {
      readonly kind: "key";
      readonly key: string;
      readonly email: string;
      /** Undefined on old servers. */
      readonly userId: number | undefined;
    }
  /** To be exchanged for a key at once. */
  | { readonly kind: "token"; readonly token: string }
  /** A terminal breaks long texts into lines: the rest may follow. `sentence`: in case that it does not. */
  | { readonly kind: "incomplete"; readonly sentence: string }
  | { readonly kind: "wrong"; readonly sentence: string };

const longestPaste = 8_000;

function wrong(sentence: string): Reading {
  return { kind: "wrong", sentence };
}

const otherAttempt =
  "That is of another attempt to sign in: use the page that was opened for this one.";

/** Reads it however the browser showed it: quoted, encoded, after a header's name, or broken into lines. */
export async function readPasted(attempt: Attempt, pasted: string): Promise<Reading> {
  if (pasted.length > longestPaste) return wrong("That is too long: copy only the address.");
  const text = pasted.replace(/\s+/g, "");
  return attempt.flow === "mobile" ? readAddress(attempt, text) : readToken(attempt, text);
}

/** `scheme://login?…`, decoded if it was encoded as a whole. */
function addressIn(text: string, scheme: string): string | undefined {
  const isEncoded = !text.toLowerCase().includes(`${scheme}:`);
  const plain = (isEncoded ? percentDecoded(text) : text).replaceAll("&amp;", "&");
  return new RegExp(`(?<![a-z\\d+.-])${scheme}:[^"'<>\`]*`, "i").exec(plain)?.[0];
}

const names = ["otp_encrypted_api_key", "email", "realm"] as const;

function readAddress(attempt: Attempt, text: string): Reading {
  const { scheme, realm, pad } = attempt;
  const begin = `${scheme}://login?`;
  const address = addressIn(text, scheme);
  if (address === undefined || !sameBegin(address, begin))
    return wrong(`That is no address that begins with ${begin.slice(0, -1)}.`);
  const query = new URLSearchParams(address.slice(begin.length).replace(/#.*$|%[\da-f]?$/i, ""));
  const isRepeated = [...names, "user_id"].some((name) => query.getAll(name).length > 1);
  if (isRepeated) return wrong("That address says something twice.");
  const missing = names.find((name) => !query.get(name));
  if (missing !== undefined)
    return { kind: "incomplete", sentence: `The address is cut off: ${missing} is missing.` };
  const [sealed, email, stated] = names.map((name) => query.get(name) ?? "") as [
    string,
    string,
    string,
  ];
  if (!/^[\da-f]{64}$/.test(sealed)) return wrong("The key in that address is damaged.");
  const origin = URL.parse(stated)?.origin;
  if (origin !== realm) {
    const sentence = `That address is for another server: ${safeLine(stated).slice(0, 100)}.`;
    return realm.startsWith(stated) ? { kind: "incomplete", sentence } : wrong(sentence);
  }
  const id = query.get("user_id");
  if (id !== null && !/^[1-9]\d{0,14}$/.test(id)) return wrong("That address names no account.");
  const key = xor(sealed, pad);
  // A key for another pad, or one that somebody made up, decrypts to anything.
  if (!/^[A-Za-z\d]{32}$/.test(key)) return wrong(otherAttempt);
  return { kind: "key", key, email, userId: id === null ? undefined : Number(id) };
}

/** Whether one is the beginning of the other. */
function sameBegin(address: string, begin: string): boolean {
  const shorter = Math.min(address.length, begin.length);
  return address.slice(0, shorter).toLowerCase() === begin.slice(0, shorter);
}

function xor(hex: string, pad: string): string {
  const digits = Buffer.from(pad, "hex");
  const bytes = Buffer.from(hex, "hex").map((byte, at) => byte ^ (digits[at] ?? 0));
  return Buffer.from(bytes).toString("latin1");
}

const unreadable = "That is not whole, or of another attempt to sign in.";

const ivBytes = 12;
const tagBytes = 16;

async function readToken({ pad }: Attempt, text: string): Promise<Reading> {
  const quoted = text.replace(/^["'`<]+|["'`>]+$/g, "");
  if (!/^(?:[\da-f]{2})+$/.test(quoted) || quoted.length <= 2 * (ivBytes + tagBytes))
    return wrong("That is not what the page's copy button copies.");
  const sealed = Buffer.from(quoted, "hex");
  try {
    const digits = Buffer.from(pad, "hex");
    const key = await crypto.subtle.importKey("raw", digits, "AES-GCM", false, ["decrypt"]);
    const how = { name: "AES-GCM", iv: sealed.subarray(0, ivBytes), tagLength: 8 * tagBytes };
    const opened = await crypto.subtle.decrypt(how, key, sealed.subarray(ivBytes));
    const token = Buffer.from(opened).toString("latin1");
    return /^[\w-]{1,200}$/.test(token) ? { kind: "token", token } : wrong(unreadable);
  } catch {
    return wrong(unreadable);
  }
}
