/** Data of one message that is fetched on request: its earlier versions, and who read it. */
import type { MessageId, UserId } from "#wire/ids.ts";

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
