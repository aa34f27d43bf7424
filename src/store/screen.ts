/** What the person looks at and where their keys go: state of this terminal only, never sent anywhere. */
import type { Sorted } from "#base/sorted.ts";
import type { TypedTimeParser } from "#base/typed-time.ts";
import type { Editor } from "#editor/editor.ts";
import type { Address, Emoji, IntentId } from "#journal/intent.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Narrow, NarrowKey } from "#model/narrow.ts";
import type { EmojiKey } from "#model/select/emoji.ts";
import type { MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import type { FormText, OpenForm } from "./forms.ts";
import type { List } from "./list.ts";
import type { ListPlace } from "./list-places.ts";

export type Focus = "sidebar" | "pane" | "composer";

/** What the pane shows. */
export type Place = ListPlace | { readonly kind: "narrow"; readonly narrow: Narrow };

/** A row of the pane: a message, or a send that is not one yet. */
export type RowId = MessageId | IntentId;

/** How one narrow is read. Kept while the program runs, so that coming back finds the same line. */
export type Reader = {
  readonly selected: RowId | undefined;
  /** The first row on the screen and how many of its lines are above the top; undefined: the end is at the bottom. */
  readonly top: { readonly row: RowId; readonly hidden: number } | undefined;
  /** The first unread message when the narrow was opened: the line `n new` stands above it until it is opened again. */
  readonly newFrom: MessageId | undefined;
  /** The message to land on: until it is on the screen, the position is not the reader's own. */
  readonly landing: MessageId | undefined;
};

/** Landings at the two ends of a narrow, whatever stands there. */
export const edges = {
  first: 0 as MessageId,
  last: Number.MAX_SAFE_INTEGER as MessageId,
} as const;

/**
 * The conversation that is being read, since it was opened: what `e` marks there includes what reading has marked, so
 * that undo brings back what was unread at the beginning.
 */
export type Visit = {
  readonly conversation: ConversationKey;
  /** Marked because they were seen. */
  readonly seen: Sorted<MessageId>;
};

export type SidebarFilter = {
  readonly text: string;
  readonly typing: boolean;
  /** Where the person was before: Esc goes back there. */
  readonly before?: {
    readonly selected: string;
    readonly focus: Focus;
    readonly sidebarShown: boolean;
  };
};

/** What is looked for in an open narrow. */
export type Find = {
  readonly narrow: NarrowKey;
  readonly text: string;
  /** While true, keys go into it. */
  readonly typing: boolean;
  /** Where the reader was before. */
  readonly before: Reader;
};

export type Sidebar = {
  /** The key of the row under the cursor. */
  readonly selected: string;
  /** Keys of sections and streams that are closed or open against their default. */
  readonly toggled: ReadonlySet<string>;
  /** Undefined: no filter. While `typing`, keys go into it. */
  readonly filter: SidebarFilter | undefined;
};

/** What information was asked for about. */
export type InfoSubject =
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "send"; readonly intent: IntentId }
  | { readonly kind: "row"; readonly key: ConversationKey };

/** Whom or what a card is about. */
export type CardSubject =
  | { readonly kind: "person"; readonly id: UserId }
  | { readonly kind: "stream"; readonly id: StreamId };

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
  /** Asks until when to snooze. The rows of a list that stand for the conversations are among `rows`. */
  | {
      readonly kind: "snooze";
      readonly conversations: readonly ConversationKey[];
      readonly rows: readonly string[];
      readonly title: string;
      readonly text: string;
      readonly chosen: number;
      /** Absent until it is loaded. */
      readonly parser?: TypedTimeParser;
    }
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
  | { readonly kind: "sign-in"; readonly sentence: string };

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

export type Toast = {
  readonly text: string;
  readonly tone: "done" | "error";
  /** True while `u` takes it back. */
  readonly undo: boolean;
};

/** The messages that stand whole on the screen, for whoever marks them read. */
export type Visible = { readonly narrow: NarrowKey; readonly ids: readonly MessageId[] };

/** A day to go to in the open narrow, until its first message is found. */
export type DayJump = {
  readonly narrow: Narrow;
  /** UNIX seconds: the first message from then on is wanted. */
  readonly at: number;
};

/** A page of history that the screen lacks. */
export type Want = { readonly narrow: Narrow; readonly side: "around" | "older" | "newer" };

export type CompletionChoice = {
  /** The composer, and where in it the completed part begins. */
  readonly at: string;
  readonly typed: string;
  /** Undefined: not moved from the first. */
  readonly chosen: number | undefined;
  /** Until something else is completed. */
  readonly isDismissed: boolean;
};

export type Screen = {
  readonly columns: number;
  readonly rows: number;
  /** False when the terminal said that it lost the focus. */
  readonly focused: boolean;
  readonly focus: Focus;
  readonly place: Place;
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
  readonly readers: ReadonlyMap<NarrowKey, Reader>;
  /** The person was told that this server cannot undo "done". */
  readonly knowsDoneIsFinal: boolean;
  /** Messages whose spoilers are open. */
  readonly openSpoilers: ReadonlySet<MessageId>;
  /** By the key of their place. */
  readonly lists: ReadonlyMap<string, List>;
  /** Undefined while no conversation is open. */
  readonly visit: Visit | undefined;
  readonly sidebar: Sidebar;
  /** Holds only while its narrow is open. */
  readonly find?: Find | undefined;
  /** Below 100 columns, the one pane that is shown beside nothing. */
  readonly sidebarShown: boolean;
  /** Where the composer's text goes; undefined: nowhere yet. */
  readonly address: Address | undefined;
  /** The message whose text is in the composer, while `address` is this very one; `focus` is where the person was. */
  readonly editing?:
    | { readonly messageId: MessageId; readonly address: Address; readonly focus: Focus }
    | undefined;
  /** The scheduled message whose text is in the composer, likewise; `was` is what it said when that began. */
  readonly scheduledEdit?:
    | {
        readonly id: ScheduledId;
        readonly address: Address;
        readonly was: string;
        readonly focus: Focus;
      }
    | undefined;
  /** What messages said when their edits began, for edits that are not saved. */
  readonly edits?: ReadonlyMap<MessageId, string>;
  /** Composer texts by conversation key, or by that of an edit; `""` while unaddressed. */
  readonly editors: ReadonlyMap<string, Editor>;
  /** What was killed in any composer, the latest last. */
  readonly kills?: readonly string[];
  /** The composer that was edited since `place` was opened; text found in any other is labelled as a draft. */
  readonly touched?: { readonly key: string; readonly place: Place } | undefined;
  /** A path that was pasted into a composer, as it stands there, and the file that it names. */
  readonly pastedFile?: { readonly composer: string; readonly raw: string; readonly path: string };
  /** What was chosen among completions, or that they were dismissed; holds only for the text that it names. */
  readonly completion?: CompletionChoice | undefined;
  /** Reads a time as people type it, to UNIX seconds; undefined until it was needed and is loaded. */
  readonly readTime?: (typed: string) => number | undefined;
  /** Whether the message that is being written is shown as it will look. */
  readonly isPreviewing?: boolean;
  /** Whether Enter sends, as configured here; undefined: as the server's setting says. */
  readonly enterSends?: boolean | undefined;
  /** How long a message waits before it is sent, so that undo takes it back; absent: not at all. */
  readonly undoSendSeconds?: number;
  readonly dialog: Dialog | undefined;
  /** What was typed into forms that were left, by their keys. */
  readonly forms?: ReadonlyMap<string, FormText>;
  readonly toast: Toast | undefined;
  /** Keys of a sequence that is not complete yet, and the count before it. */
  readonly pending: string;
  /** The `pending` after which nothing was pressed for a moment: its continuations are shown. */
  readonly pausedAt?: string;
  /** The ID of the command that `.` repeats; undefined: none yet. */
  readonly lastTriage?: string | undefined;
  readonly visible: Visible | undefined;
  /** Searches as they were typed, the last one first. */
  readonly searches?: readonly string[];
  /** A search that was left before it was asked. */
  readonly unasked?: string | undefined;
  readonly dayJump?: DayJump | undefined;
  readonly wants: readonly Want[];
};
