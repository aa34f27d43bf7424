/** The dialog over the screen: what it asks, what was typed into it, and which of its choices is chosen. */
import type { TypedTimeParser } from "#base/typed-time.ts";
import type { Address, Emoji, IntentId } from "#journal/intent.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { EmojiKey } from "#model/select/emoji.ts";
import type { MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import type { OpenForm } from "./forms.ts";

/** What information was asked for about. */
export type InfoSubject =
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "send"; readonly intent: IntentId }
  | { readonly kind: "row"; readonly key: ConversationKey };

/** Whom or what a card is about. */
export type CardSubject =
  | { readonly kind: "person"; readonly id: UserId }
  | { readonly kind: "stream"; readonly id: StreamId };

/** The dialog of that kind. */
export type DialogOf<Kind extends Dialog["kind"]> = Extract<Dialog, { readonly kind: Kind }>;

export type Dialog =
  /** The keys that work where the person was. While `typing`, letters narrow the list; else they move in it. */
  | {
      readonly kind: "help";
      /** A sentence that its line cut when help was asked for: it stands whole above the keys. */
      readonly note?: string | undefined;
      readonly filter: string;
      readonly typing: boolean;
      readonly chosen: number;
    }
  /** A search that is being written. */
  | {
      readonly kind: "search";
      readonly text: string;
      /** Of what completes the text; -1: none, so that Enter searches. */
      readonly chosen: number;
      /** Which of the last searches stands in the text, and the text that was typed before. */
      readonly recalled?: { readonly at: number; readonly typed: string } | undefined;
      /** Why it was not asked. */
      readonly problem?: string | undefined;
      /** What the text means as a day; UNIX seconds. Holds only for that text. */
      readonly day?: { readonly text: string; readonly at: number } | undefined;
    }
  | { readonly kind: "palette"; readonly text: string; readonly chosen: number }
  /** Asks for the recipient of a new message: a stream and topic, or people. */
  | {
      readonly kind: "recipient";
      readonly want: "stream" | "direct";
      readonly text: string;
      readonly chosen: number;
      /** The scheduled message that gets this recipient; absent: a new one is written. */
      readonly scheduledId?: ScheduledId;
      /** The composer whose text gets another recipient, where the person is; absent: a new message is begun. */
      readonly from?: string;
    }
  | {
      readonly kind: "emoji";
      readonly messageId: MessageId;
      /** What was reacted with here, the most frequent first, as it was when the picker was opened. */
      readonly frequent?: readonly EmojiKey[];
      readonly text: string;
      readonly chosen: number;
    }
  /** The options of a poll or the tasks of a list: taking one votes for it, or ticks it off. */
  | { readonly kind: "widget"; readonly messageId: MessageId; readonly chosen: number }
  /** Asks for the text of another option or task. */
  | {
      readonly kind: "widget-add";
      readonly messageId: MessageId;
      readonly of: "poll" | "tasks";
      readonly text: string;
      readonly chosen: number;
    }
  /** The links of a message, of which one is opened. */
  | {
      readonly kind: "links";
      readonly links: readonly MessageLink[];
      readonly chosen: number;
      /** They are files to look at, not links to follow. */
      readonly isForViewing?: boolean;
    }
  /** Read from top to bottom; `chosen` is the first line that is shown. */
  | { readonly kind: "info"; readonly about: InfoSubject; readonly chosen: number }
  /** A send that failed or may have arrived: send again, edit, or let it be. */
  | { readonly kind: "unsent"; readonly intent: IntentId; readonly chosen: number }
  /** Asks whether the message is to be deleted for everybody. */
  | { readonly kind: "delete"; readonly messageId: MessageId; readonly chosen: number }
  /** What can be done with a scheduled message. */
  | { readonly kind: "scheduled"; readonly id: ScheduledId; readonly chosen: number }
  | TimeDialog
  /** Asks where messages are moved. */
  | {
      readonly kind: "move-target";
      readonly moved: Moved;
      readonly text: string;
      readonly chosen: number;
    }
  /** Asks which messages are moved there, and who is told. */
  | {
      readonly kind: "move";
      readonly moved: Moved;
      readonly to: TopicPlace;
      readonly noticeInOld: boolean;
      readonly noticeInNew: boolean;
      readonly chosen: number;
    }
  /** Asks which file is uploaded for the text in that composer. */
  | {
      readonly kind: "upload";
      readonly composer: string;
      readonly text: string;
      readonly chosen: number;
      /** The folder that the text names, once it was read. */
      readonly listed?: {
        readonly folder: string;
        readonly entries: readonly { readonly name: string; readonly isFolder: boolean }[];
      };
    }
  /** What to do with a text that no server takes whole. */
  | { readonly kind: "too-long"; readonly sentence: string; readonly chosen: number }
  /** What is known of a person or a stream, read from top to bottom; `chosen` is the first line that is shown. */
  | { readonly kind: "card"; readonly about: CardSubject; readonly chosen: number }
  | OpenForm
  | StatusDialog
  /** The emoji of the status that is being set in `back`. */
  | {
      readonly kind: "status-emoji";
      readonly back: StatusDialog;
      readonly text: string;
      readonly chosen: number;
    }
  | {
      readonly kind: "sign-in";
      readonly sentence: string;
      /** What was open before, and is again afterwards. */
      readonly under?: Dialog | undefined;
    };

export type TopicPlace = { readonly streamId: StreamId; readonly topic: string };

export type Moved = {
  /** The message that was selected, or any of the topic. */
  readonly messageId: MessageId;
  readonly from: TopicPlace;
  /** Whether the topic was selected and not one message of it. */
  readonly isTopic: boolean;
};

/** The person's status as it is being set, with switches for what else others see of them. */
export type StatusDialog = {
  readonly kind: "status";
  readonly text: string;
  readonly emoji: Emoji | undefined;
  /** UNIX seconds at which it is cleared; undefined: it stays. */
  readonly until: number | undefined;
  readonly chosen: number;
};

/** What a time is asked for. */
export type TimePurpose =
  /** The text in the composer: a new message, or the scheduled one that is changed there. */
  | { readonly kind: "schedule" }
  /** A scheduled message, which may get another recipient along with it. */
  | { readonly kind: "reschedule"; readonly id: ScheduledId; readonly to?: Address }
  /** Until when to snooze. The rows of a list that stand for the conversations are among `rows`. */
  | {
      readonly kind: "snooze";
      readonly conversations: readonly ConversationKey[];
      readonly rows: readonly string[];
      readonly title: string;
    }
  /** When the status that is being set is cleared. */
  | { readonly kind: "status"; readonly back: StatusDialog };

/** Asks for a time in the future: typed, or one of a few. */
export type TimeDialog = {
  readonly kind: "time";
  readonly purpose: TimePurpose;
  readonly text: string;
  readonly chosen: number;
  /** UNIX seconds of the last key: what is shown is exactly what is taken. */
  readonly now: number;
  /** Absent until it is loaded. */
  readonly read?: TypedTimeParser;
};
