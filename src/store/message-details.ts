/** What the server tells of one message on request: its earlier versions, and who read it. */
import type { MessageId, UserId } from "#wire/ids.ts";

export type Fetched<Value> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly sentence: string }
  | { readonly kind: "known"; readonly value: Value };

export type MessageVersion = {
  /** Undefined where the server does not tell who. */
  readonly editorId: UserId | undefined;
  /** UNIX seconds. */
  readonly at: number;
  readonly topic: string;
  /** Raw Markdown, as it came. */
  readonly content: string;
};

export type MessageDetails = {
  readonly messageId: MessageId;
  /** The oldest first; undefined for messages that were never edited or moved. */
  readonly versions: Fetched<readonly MessageVersion[]> | undefined;
  readonly readers: Fetched<readonly UserId[]>;
};
