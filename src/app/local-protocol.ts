/**
 * What programs of one user ask the one that has the account open, over its socket.
 *
 * Only questions, and where to go: whatever changes something on the server is sent by the program that was asked to, with its
 * own lease on the intent. So the end of the other program in the middle of it cannot make it happen twice.
 */
import { createHash } from "node:crypto";
import type { Invocation } from "#cli/invocation.ts";
import type { Listing } from "#cli/listing.ts";
import type { Account } from "#config/account.ts";
import { ask } from "#host/local-socket.ts";
import { type Folders, socketPath } from "#host/paths.ts";
import { version } from "./version.ts";

export type Question =
  /** What a verb lists. */
  | { readonly kind: "listing"; readonly of: Pick<Invocation, "verb" | "options"> }
  /** To show what the words name. */
  | { readonly kind: "open"; readonly words: readonly string[] };

/** What became of it. */
export type Opened =
  | { readonly kind: "shown" }
  /** The next key there is meant for something else. */
  | { readonly kind: "busy" }
  | { readonly kind: "unknown"; readonly sentence: string };

export type Answers = { readonly listing: Listing; readonly open: Opened };

/** Changes with what is asked or answered; a weir of another version is not asked either. */
const protocol = 2;

type Request = {
  readonly protocol: typeof protocol;
  readonly version: string;
  /** By which a program with a key that is wrong or of somebody else gets no answer. */
  readonly keyHash: string;
  readonly question: Question;
};

export type Owner = Pick<Account, "site" | "email" | "key">;

/** Undefined if it is another program's, or of another key. */
export function questionIn(asked: unknown, { key }: Owner): Question | undefined {
  const request = (asked ?? {}) as Partial<Request>;
  const isOurs = request.protocol === protocol && request.version === version;
  return isOurs && request.keyHash === hashOf(key) ? request.question : undefined;
}

function hashOf(key: string): string {
  return createHash("sha256").update(`weir\n${key}`).digest("hex");
}

/** A program answers within this time, or the verb does without. A place may have to be looked up at the server. */
const patienceMs = { listing: 500, open: 3_000 } satisfies Record<Question["kind"], number>;

/**
 * The answer of the program that has the account open. Undefined if there is none, or it does not answer in time; `isFit`
 * tells an answer from what a program may say that is no weir.
 */
export async function askRunning<Kind extends Question["kind"]>(
  folders: Folders,
  owner: Owner,
  question: Extract<Question, { readonly kind: Kind }>,
  isFit: (answer: Answers[Kind]) => boolean,
): Promise<Answers[Kind] | undefined> {
  const request: Request = { protocol, version, keyHash: hashOf(owner.key), question };
  const answer = await ask(socketPath(folders, owner), request, patienceMs[question.kind]);
  try {
    return isFit(answer as Answers[Kind]) ? (answer as Answers[Kind]) : undefined;
  } catch {
    return undefined;
  }
}
