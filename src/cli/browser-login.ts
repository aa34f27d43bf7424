/**
 * Signs in through the browser, from any machine: the address is opened or printed, and what the browser gives back is
 * handed over or pasted. Nothing is taken that is not of this attempt.
 */
import { fetchKeyOfSession, ownerOfKey } from "#api/account.ts";
import {
  type Attempt,
  attemptMs,
  type BrowserMethod,
  type Flow,
  newAttempt,
  type Reading,
  readPasted,
} from "#api/browser-sign-in.ts";
import type { Connection, Credentials } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import type { Clock } from "#base/clock.ts";
import { ended, safeLine } from "#base/safe-text.ts";

/** Prompts for a value; secrets are not echoed. Rejects with the signal's reason. */
export type Prompt = (
  question: string,
  options?: {
    readonly secret?: boolean;
    /** What was pasted after the line that was answered last belongs to this answer. */
    readonly continues?: boolean;
    readonly signal?: AbortSignal;
  },
) => Promise<string>;

export type BrowserPorts = {
  /** Shows the lines until the returned function is called. */
  readonly show: (lines: readonly string[]) => () => void;
  /** Whether a scrollback, or whatever else gets the output, keeps what is shown. */
  readonly isKept: boolean;
  /** False if nothing opens it here. */
  readonly open: (address: string) => Promise<boolean>;
  /** Has the browser hand over addresses of this scheme; undefined if it cannot. */
  readonly handOver: (scheme: string) => Promise<HandOver | undefined>;
  readonly clock: Pick<Clock, "now" | "after">;
};

export type HandOver = {
  readonly next: () => Promise<string>;
  /** Resolves when the browser is as it was before. */
  readonly end: () => Promise<void>;
};

/** Who signed in, and with what. */
export type Entry = Credentials & {
  readonly name: string;
};

export type BrowserRequest = {
  readonly site: string;
  readonly realm: string;
  readonly method: BrowserMethod;
  readonly scheme: string;
  /** False: the page's copy button leads to a key, too. */
  readonly byPassword: boolean;
};

/** What is needed to sign in, whichever way. */
export type SignInPorts = {
  readonly ask: Prompt;
  readonly say: (sentence: string) => void;
  readonly connect: (
    site: string,
    credentials: Credentials | undefined,
  ) => Connection | Promise<Connection>;
  readonly browser: BrowserPorts;
};

/** Undefined if the user wants another way. Rejects with an ApiError if the server fails, or as `ask` does. */
export async function signInByBrowser(
  ports: SignInPorts,
  request: BrowserRequest,
): Promise<Entry | undefined> {
  const handOver = await ports.browser.handOver(request.scheme);
  try {
    for (const flow of flowsFor(request, handOver)) {
      const entry = await tryFlow(ports, request, flow, handOver);
      if (entry !== undefined) return entry;
    }
    return undefined;
  } finally {
    await handOver?.end();
  }
}

/** Where nothing is handed over, a button is easier than finding an address that the browser cannot open. */
function flowsFor({ byPassword }: BrowserRequest, handOver: unknown): readonly Flow[] {
  if (byPassword) return ["mobile"];
  return handOver === undefined ? ["desktop", "mobile"] : ["mobile", "desktop"];
}

async function tryFlow(
  ports: SignInPorts,
  request: BrowserRequest,
  flow: Flow,
  handOver: HandOver | undefined,
): Promise<Entry | undefined> {
  let outcome: Entry | "again" | "other" = "again";
  while (outcome === "again") outcome = await tryOnce(ports, request, flow, handOver);
  return outcome === "other" ? undefined : outcome;
}

/** One attempt, with an address of its own. */
async function tryOnce(
  ports: SignInPorts,
  request: BrowserRequest,
  flow: Flow,
  handOver: HandOver | undefined,
): Promise<Entry | "again" | "other"> {
  const { say, browser } = ports;
  const attempt = newAttempt(request.method, request.scheme, flow);
  const late = new AbortController();
  const forget = browser.clock.after(attemptMs, () => late.abort(new Expired()));
  const page = pageOf(ports, request, attempt, handOver !== undefined);
  try {
    await page.open();
    return await nextEntry(ports, request, { attempt, handOver, page, late: late.signal });
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    say("Ten minutes have passed, so here is a new address.");
    return "again";
  } finally {
    forget();
    page.hide();
  }
}

const keptNote = "It is secret: when you have signed in, clear it from the scrollback.";

/** The page in the browser, and what is said of it. Where that is kept, its address is not said if nobody needs it. */
function pageOf(
  { browser, say }: SignInPorts,
  request: BrowserRequest,
  attempt: Attempt,
  isHandedOver: boolean,
) {
  const { isKept } = browser;
  const address = isKept ? [attempt.address, keptNote] : [attempt.address];
  const show = (shown: readonly string[]) =>
    browser.show(instructions(request, attempt, shown, isHandedOver));
  let hide = () => {};
  let isWithheld = false;
  return {
    open: async () => {
      if (!isKept) hide = show(address);
      const isOpened = await browser.open(attempt.address);
      isWithheld = isKept && isOpened;
      if (isKept) show(isWithheld ? [] : address);
      if (isOpened) say("It was opened in your browser.");
    },
    hide: () => hide(),
    isWithheld: () => isWithheld,
    reveal: () => {
      isWithheld = false;
      browser.show(address);
    },
  };
}

class Expired extends Error {}

/** `shown`: the address; empty if it is open already. */
function instructions(
  { realm, method, scheme }: BrowserRequest,
  { flow }: Attempt,
  shown: readonly string[],
  isHandedOver: boolean,
): readonly string[] {
  const begin = `Sign in to ${realm} with ${method.title}`;
  return [
    ...(shown.length === 0
      ? [`${begin} in the browser.`]
      : [`${begin}: open this address in a browser, on any machine.`, "", ...shown, ""]),
    ...(flow === "desktop" ? byButton : byAddress(scheme, isHandedOver)),
  ];
}

const byButton = [
  "When you have signed in there, press the page's copy button, and paste within 15 seconds.",
];

function byAddress(scheme: string, isHandedOver: boolean): readonly string[] {
  const done = "When you have signed in there,";
  const copy = `copy the address that begins with ${scheme}://login:`;
  return [
    ...(isHandedOver
      ? [`${done} weir goes on.`, `If it does not, or on another machine, ${copy}`]
      : [`${done} ${copy}`]),
    "- Firefox shows it in the address bar.",
    "- Chromium: press F12, and copy it from the Console.",
  ];
}

type Waiting = {
  readonly attempt: Attempt;
  readonly handOver: HandOver | undefined;
  readonly page: ReturnType<typeof pageOf>;
  readonly late: AbortSignal;
};

/** Waits until something leads to an account, or the user wants another way. */
async function nextEntry(
  ports: SignInPorts,
  request: BrowserRequest,
  waiting: Waiting,
): Promise<Entry | "other"> {
  const { page } = waiting;
  for (;;) {
    const reading = await nextReading(ports, waiting);
    const entry = reading && (await entryOf(ports, request, reading));
    if (typeof entry === "string") ports.say(entry);
    else if (entry !== undefined) return entry;
    else if (page.isWithheld()) page.reveal();
    else return "other";
  }
}

/** What was handed over or pasted, whichever comes first; undefined for an empty answer. */
async function nextReading(
  { ask }: SignInPorts,
  { attempt, handOver, page, late }: Waiting,
): Promise<Reading | undefined> {
  const next = page.isWithheld() ? "the address" : "another way";
  const prompt = `Paste it here (it is not shown), or press Enter for ${next}`;
  const handed = new AbortController();
  const signal = AbortSignal.any([late, handed.signal]);
  const pasted = pastedReading(ask, attempt, prompt, signal);
  if (handOver === undefined) return pasted;
  const given = handOver.next().then((text) => {
    handed.abort(new Error("It was handed over."));
    return readPasted(attempt, text);
  });
  // The one that comes second is nobody's.
  for (const one of [pasted, given]) one.catch(() => undefined);
  return Promise.race([given, pasted]);
}

async function pastedReading(
  ask: Prompt,
  attempt: Attempt,
  prompt: string,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  let text = await ask(prompt, { secret: true, signal });
  if (text.trim() === "") return undefined;
  for (;;) {
    const reading = await readPasted(attempt, text);
    if (reading.kind !== "incomplete") return reading;
    const rest = await ask("The rest of it", { secret: true, continues: true, signal });
    if (rest.trim() === "") return reading;
    text += rest;
  }
}

/** Whom the server takes it for; a sentence if for nobody. */
async function entryOf(
  ports: SignInPorts,
  { site }: BrowserRequest,
  reading: Reading,
): Promise<Entry | string> {
  if (reading.kind === "wrong" || reading.kind === "incomplete") return reading.sentence;
  const credentials =
    reading.kind === "key" ? reading : await credentialsFor(ports, site, reading.token);
  if (typeof credentials === "string") return credentials;
  const { email, key, userId } = credentials;
  try {
    const owner = await ownerOfKey(await ports.connect(site, { email, key }), userId);
    return typeof owner === "string" ? owner : { email, key, name: safeLine(owner.full_name) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `The server does not accept this key: ${ended(safeLine(error.message))}`;
  }
}

type Found = Credentials & { readonly userId: number | undefined };

async function credentialsFor(
  { connect, browser }: SignInPorts,
  site: string,
  token: string,
): Promise<Found | string> {
  try {
    const connection = await connect(site, undefined);
    const found = await fetchKeyOfSession(connection, token, browser.clock.now());
    return found === undefined
      ? "That took longer than 15 seconds: press the button again."
      : { email: found.email, key: found.api_key, userId: found.user_id };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `The server gives no key this way: ${ended(safeLine(error.message))}`;
  }
}

function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && ["refused", "unauthorized", "blocked"].includes(error.failure.kind)
  );
}
