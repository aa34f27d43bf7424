/** What the person looks at and where their keys go: state of this terminal only, never sent anywhere. */
import type { Sorted } from "#base/sorted.ts";
import type { Editor } from "#editor/editor.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Narrow, NarrowKey } from "#model/narrow.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Dialog, TopicPlace } from "./dialog.ts";
import type { DoneToday } from "./done-today.ts";
import type { FormText } from "./forms.ts";
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

export type Toast = {
  readonly text: string;
  readonly tone: "done" | "error";
  /** True while `u` takes it back. */
  readonly undo: boolean;
  /** The server could not be reached: it goes as soon as that is no longer so. */
  readonly untilLive?: true;
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

export type MarkRead = "always" | "conversations" | "never";

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
  /** Where the wide code and tables of messages were scrolled: by how many columns. */
  readonly sideways: ReadonlyMap<MessageId, number>;
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
  /** The composer that is written in since its text was empty, or found: with the newest message at that time. */
  readonly began?: { readonly key: string; readonly newest: number };
  /**
   * Somebody moved messages of the topic that was being written in: the text is in the composer of `key` now, and `other` is
   * where it was before if it followed, or else where the messages went.
   */
  readonly rerouted?: {
    readonly key: string;
    readonly other: TopicPlace;
    readonly isFollowed: boolean;
  };
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
  /** What was marked as done today; absent: nothing. */
  readonly doneToday?: DoneToday;
  /** Where what was shown counts as read, as configured here; absent: as the server's setting says. */
  readonly markRead?: MarkRead | undefined;
  /** How long a message waits before it is sent, so that undo takes it back; absent: not at all. */
  readonly undoSendSeconds?: number;
  readonly dialog: Dialog | undefined;
  /** The first visible row of the open dialog's list. It holds only for the kind of dialog and the text in `list`. */
  readonly dialogTop?: { readonly list: string; readonly row: number } | undefined;
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
