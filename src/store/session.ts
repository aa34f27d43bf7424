/** The connection with the server: what the header shows, what is being fetched, and details that were. */
import type { IntentId } from "#journal/intent.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Narrow, NarrowKey, SearchNarrow } from "#model/narrow.ts";
import type { MatchWords } from "#model/search.ts";
import type { MessageId, QueueId, UserId } from "#wire/ids.ts";
import type { Skip } from "#wire/skips.ts";
import type { OpenAccount } from "./account.ts";
import type { ServerRequest } from "./forms.ts";
import type { Here } from "./here.ts";
import type { Picture } from "./pictures.ts";
import type { RowKey } from "./row-keys.ts";
import { noRules, nothingRuled, type Ruled, type Rules } from "./rules.ts";

/**
 * - `connecting` — nothing shown yet is from this run;
 * - `live` — the queue responds;
 * - `catching-up` — the queue was lost or silent, and events missed meanwhile are being fetched;
 * - `stale` — no response since `since`, but the machine seems to have a network;
 * - `offline` — the server has been unreachable since `since`;
 * - `signed-out` — the server refused the credentials: nothing is sent until the user signs in again, or it accepts them.
 */
export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  | {
      readonly kind: "catching-up";
      /** UNIX milliseconds of the last response, if the server has not responded since. */
      readonly since?: number;
      /**
       * What was missed is here, and is being applied: topics to which something goes may have other names by then, and IDs of
       * messages may belong to others, at a server that was restored from a backup.
       */
      readonly isApplying?: true;
    }
  | { readonly kind: "stale" /** UNIX milliseconds. */; readonly since: number }
  | { readonly kind: "offline" /** UNIX milliseconds. */; readonly since: number }
  /** `code`: the server's, if it gave one of its own. */
  | { readonly kind: "signed-out"; readonly sentence: string; readonly code?: string | undefined };

/** Whether nothing can be fetched now: the server does not respond, or does not let the user in. */
export function isAway({ kind }: ConnectionState): boolean {
  return kind === "offline" || kind === "stale" || kind === "signed-out";
}

/** True while the server responds: what the user changes is delivered in a moment. */
export function isReached({ kind }: ConnectionState): boolean {
  return kind === "live" || kind === "catching-up";
}

/** Long work on the server that takes several requests. It ends early when its intent is retired. */
export type Progress = {
  /** The intent being executed. */
  readonly intent: IntentId;
  /** A short description: "Marking everything as read". May contain a topic's name as the server sent it. */
  readonly title: string;
  /** The number of answered requests. */
  readonly answers: number;
  /** The expected total; undefined: the server does not tell. */
  readonly of: number | undefined;
};

/** The user's own status, and when it is cleared: servers do not do that. */
export type StatusUntil = {
  /** UNIX seconds. */
  readonly at: number;
  /** What was set then: any other status is left alone. */
  readonly text: string;
  /** It is empty if there is none. */
  readonly emojiName: string;
};

/** Asked for by a key, once. */
export type ExplicitAsk =
  | { readonly kind: "people" }
  | { readonly kind: "streams" }
  /** A user by address, whose card is opened when they are found. */
  | { readonly kind: "address"; readonly email: string }
  /** What the list of another account shows of this one, until that list is left. */
  | { readonly kind: "search"; readonly search: SearchNarrow }
  /** The first message of a narrow from a time on (UNIX seconds), to go to. */
  | { readonly kind: "day"; readonly narrow: Narrow; readonly at: number };

/** What another account's list of conversations shows of this account near its cursor. */
export type NearRows = {
  readonly isInbox: boolean;
  readonly rows: readonly Pick<GroupedRow, "key">[];
  /** How many of them are above the cursor. */
  readonly at: number;
};

export type RowMove = { readonly from: RowKey; readonly to: RowKey };

/** A file of the user's that an edit removed from a message: the server still has it. */
export type DetachedFile = {
  readonly id: number;
  readonly name: string;
  /** Below `/user_uploads/`. */
  readonly path: string;
};

export type Session = {
  /** Undefined in programs without a choice of accounts. */
  readonly account?: OpenAccount | undefined;
  readonly connection: ConnectionState;
  /** The next retry in UNIX milliseconds; undefined: a request is pending, or the server responds. */
  readonly nextTryAt?: number | undefined;
  /** Until when the server's rate limit delays sends, in UNIX milliseconds; undefined: it does not. */
  readonly limitedUntil?: number | undefined;
  /** Whether requests have shown that the line is slow. */
  readonly isSlow: boolean;
  /** How often in this run another realm has answered at the address, or the same one from an older backup. */
  readonly formerRealms: number;
  /** The event queue: a send names it to learn which message it became. */
  readonly queueId: QueueId | undefined;
  /** Shown under the header until the user hides it or it is replaced: the banner of the demo, a disk error. */
  readonly notice: string | undefined;
  /** Narrows with a page being fetched. */
  readonly loading: ReadonlySet<NarrowKey>;
  /** Why a narrow could not be loaded; cleared by the next attempt. */
  readonly loadFailures: ReadonlyMap<NarrowKey, string>;
  /** By search and message, the words that the server matched. */
  readonly matches: ReadonlyMap<NarrowKey, ReadonlyMap<MessageId, MatchWords>>;
  /** Event types that were quarantined because they could not be applied; the header warns while there are any. */
  readonly quarantined: readonly string[];
  /** What could not be read in this run, each thing once; the header tells how many they are. */
  readonly skipped: readonly Skip[];
  /** Oldest first; work that completes quickly does not appear. */
  readonly progress: readonly Progress[];
  /** Percentage sent of each file that is being uploaded. */
  readonly uploaded: ReadonlyMap<IntentId, number>;
  /** Placeholders of files that other windows of this account are uploading. */
  readonly uploadedElsewhere: ReadonlySet<string>;
  /** Intents that other windows of this account have, as the undo log was last read; those of other runs, too. */
  readonly openElsewhere: ReadonlySet<IntentId>;
  /** What the disk has refused to store: IDs of intents and names of other rows. */
  readonly unsaved: ReadonlySet<string>;
  /** How many texts have left a composer and are not on the disk yet: the screen shows nothing of it before. */
  readonly storing: number;
  readonly requests: readonly ServerRequest[];
  /** What keys have asked for, until it is answered. */
  readonly asked: readonly ExplicitAsk[];
  /** How often undo found no step: another window may have taken one since the log was last read. */
  readonly stepsSought: number;
  readonly near?: NearRows | undefined;
  /** Topics that were moved as a whole, the latest last, for the lists of other accounts. */
  readonly moves: readonly RowMove[];
  /** The highest ID of a message that a send became, in this run or an earlier one; 0 if there is none. */
  readonly newestSent: number;
  readonly rules: Rules;
  /** What rules have found last that others carry out: each change is more of it. */
  readonly ruled: Ruled;
  /** If absent, the status stays. Persisted. */
  readonly statusUntil?: StatusUntil | undefined;
  /** When the user was here; absent: never before. Persisted. */
  readonly here?: Here | undefined;
  /** Pictures that were drawn, and why others were not, by `pictureKey`; the oldest first. */
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Files that edits of this run removed from messages. */
  readonly detached: ReadonlyMap<MessageId, readonly DetachedFile[]>;
  /** For the message whose information was opened last. */
  readonly messageDetails?: MessageDetails;
};

export const newSession: Session = {
  connection: { kind: "connecting" },
  isSlow: false,
  queueId: undefined,
  notice: undefined,
  loading: new Set(),
  loadFailures: new Map(),
  matches: new Map(),
  quarantined: [],
  skipped: [],
  progress: [],
  uploaded: new Map(),
  uploadedElsewhere: new Set(),
  openElsewhere: new Set(),
  requests: [],
  asked: [],
  stepsSought: 0,
  moves: [],
  formerRealms: 0,
  unsaved: new Set(),
  storing: 0,
  newestSent: 0,
  rules: noRules,
  ruled: nothingRuled,
  pictures: new Map(),
  detached: new Map(),
};

export type Fetched<Value> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly sentence: string }
  | { readonly kind: "known"; readonly value: Value };

export type MessageVersion = {
  /** Undefined if the server does not tell. */
  readonly editorId: UserId | undefined;
  /** UNIX seconds. */
  readonly at: number;
  readonly topic: string;
  /** Raw Markdown: not safe for a terminal. */
  readonly content: string;
};

export type MessageDetails = {
  readonly messageId: MessageId;
  /** Oldest first; undefined for messages that were never edited or moved. */
  readonly versions: Fetched<readonly MessageVersion[]> | undefined;
  readonly readers: Fetched<readonly UserId[]>;
};

/** The session in which the narrow could not be loaded; without a sentence, in which that is forgotten. */
export function withLoadFailure(session: Session, key: NarrowKey, sentence?: string): Session {
  if (session.loadFailures.get(key) === sentence) return session;
  const loadFailures = new Map(session.loadFailures);
  if (sentence === undefined) loadFailures.delete(key);
  else loadFailures.set(key, sentence);
  return { ...session, loadFailures };
}

/** The row of a draft on disk, by the key of its composer. */
export function draftRow(key: string): string {
  return `draft ${key}`;
}

/** What the rows of texts typed into dialogs begin with: older versions of weir kept only forms. */
export const typedPrefix = "form ";
