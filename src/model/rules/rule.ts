/** A rule of the user's: which messages it is about, and what happens to them. */
import type { TextPattern } from "#base/text-pattern.ts";
import type { Zone } from "#base/time.ts";
import type { Message } from "#model/message.ts";
import type { InboxReason } from "#model/select/inbox-row.ts";

/** Why a conversation with only that message would be listed. */
export type RuleReason = Exclude<InboxReason, "undecided" | "due" | "draft" | "answer" | "snoozed">;

export type Deed =
  /** The message is marked as read. */
  | { readonly kind: "done" }
  | {
      /** The conversation is snoozed. */
      readonly kind: "snooze";
      /** As it was typed. */
      readonly end: string;
      /** UNIX seconds for the time of the message, and the zone of the profile; undefined: never. */
      readonly until: (sentAt: number, zone: Zone) => number | undefined;
    }
  /** The topic is muted. */
  | { readonly kind: "mute" }
  | { readonly kind: "notify" }
  /** The user's own command of that title runs. */
  | { readonly kind: "command"; readonly title: string };

export type Rule = {
  /** Unique. Not safe for a terminal. */
  readonly title: string;
  /** The same as long as it does the same: what was tested is known by it. */
  readonly digest: string;
  /** Patterns for names or addresses, of which one must match; empty: anything does. Likewise in the other three. */
  readonly from: readonly TextPattern[];
  readonly stream: readonly TextPattern[];
  readonly topic: readonly TextPattern[];
  readonly text: readonly TextPattern[];
  /** If undefined, the author may be anybody. */
  readonly bot: boolean | undefined;
  /** If empty, any reason will do, and the message need not be listed. */
  readonly why: readonly RuleReason[];
  readonly deed: Deed;
};

/** What a rule does about a message. */
export type Act = {
  readonly rule: Rule;
  readonly message: Message;
  /** UNIX seconds: the end of the snooze; undefined for other deeds. */
  readonly until: number | undefined;
};

/** What the rules do about a message; a message without a verdict is about none of them. */
export type Verdict = {
  readonly message: Message;
  /** In the order of the rules. */
  readonly acts: readonly Act[];
  /** Rules that apply, and whose deed contradicts that of an earlier one, which wins. */
  readonly overruled: readonly { readonly rule: Rule; readonly by: Rule }[];
  /** Rules that apply, and that have nothing to change. */
  readonly idle: readonly Rule[];
};
