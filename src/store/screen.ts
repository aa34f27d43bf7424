/** What the person looks at and where their keys go: state of this terminal only, never sent anywhere. */
import type { Editor } from "#editor/editor.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Narrow, NarrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";

export type Focus = "sidebar" | "pane" | "composer";

/** What the pane shows. */
export type Place =
  | { readonly kind: "inbox" }
  | { readonly kind: "narrow"; readonly narrow: Narrow };

/** A row of the pane: a message, or a send that is not one yet. */
export type RowId = MessageId | IntentId;

/** How one narrow is read. Kept while the program runs, so that coming back finds the same line. */
export type Reader = {
  readonly selected: RowId | undefined;
  /** The first row on the screen and how many of its lines are above the top; undefined: the end is at the bottom. */
  readonly top: { readonly row: RowId; readonly hidden: number } | undefined;
  /** The first unread message when the narrow was opened: the line `n new` stands above it until it is opened again. */
  readonly newFrom: MessageId | undefined;
};

/** The conversations of the inbox in the order in which they stand; arrivals wait until the person asks. */
export type InboxList = {
  readonly selected: ConversationKey | undefined;
  readonly order: readonly ConversationKey[];
};

export type Sidebar = {
  /** The key of the row under the cursor. */
  readonly selected: string;
  /** Keys of sections and streams that are closed or open against their default. */
  readonly toggled: ReadonlySet<string>;
  /** Undefined: no filter. While `typing`, keys go into it. */
  readonly filter: { readonly text: string; readonly typing: boolean } | undefined;
};

export type Dialog =
  /** The keys that work where the person was. While `typing`, letters narrow the list; else they move in it. */
  | {
      readonly kind: "help";
      readonly filter: string;
      readonly typing: boolean;
      readonly chosen: number;
    }
  | { readonly kind: "palette"; readonly text: string; readonly chosen: number }
  /** Asks for the recipient of a new message: a stream and topic, or people. */
  | {
      readonly kind: "recipient";
      readonly want: "stream" | "direct";
      readonly text: string;
      readonly chosen: number;
    }
  | {
      readonly kind: "emoji";
      readonly messageId: MessageId;
      readonly text: string;
      readonly chosen: number;
    }
  /** The options of a poll or the tasks of a list: taking one votes for it, or ticks it off. */
  | { readonly kind: "widget"; readonly messageId: MessageId; readonly chosen: number }
  /** A send that failed or may have arrived: send again, edit, or let it be. */
  | { readonly kind: "unsent"; readonly intent: IntentId; readonly chosen: number }
  | { readonly kind: "sign-in"; readonly sentence: string };

export type Toast = {
  readonly text: string;
  readonly tone: "done" | "error";
  /** True while `u` takes it back. */
  readonly undo: boolean;
};

/** The messages that stand whole on the screen, for whoever marks them read. */
export type Visible = { readonly narrow: NarrowKey; readonly ids: readonly MessageId[] };

/** A page of history that the screen lacks. */
export type Want = { readonly narrow: Narrow; readonly side: "around" | "older" | "newer" };

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
  readonly inbox: InboxList;
  readonly sidebar: Sidebar;
  /** Below 100 columns, the one pane that is shown beside nothing. */
  readonly sidebarShown: boolean;
  /** Where the composer's text goes; undefined: nowhere yet. */
  readonly address: Address | undefined;
  /** Composer texts by conversation key; `""` while unaddressed. */
  readonly editors: ReadonlyMap<string, Editor>;
  /** Whether Enter sends, as configured here; undefined: as the server's setting says. */
  readonly enterSends?: boolean | undefined;
  readonly dialog: Dialog | undefined;
  readonly toast: Toast | undefined;
  /** Keys of a sequence that is not complete yet, and the count before it. */
  readonly pending: string;
  readonly visible: Visible | undefined;
  readonly wants: readonly Want[];
};
