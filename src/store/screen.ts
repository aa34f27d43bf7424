/** What the user looks at and where keys go: state of this terminal only, at the start the inbox, never sent anywhere. */
import type { DailyHours } from "#base/daily-hours.ts";
import type { LayoutName } from "#base/keyboard-layouts.ts";
import type { Sorted } from "#base/sorted.ts";
import type { DateOrder, TimeReading, TypedTime } from "#base/typed-time.ts";
import type { Editor } from "#editor/editor.ts";
import type { Input } from "#editor/input.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Narrow, NarrowKey, ReadNarrow } from "#model/narrow.ts";
import type { Unreads } from "#model/unreads.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Dialog, TopicPlace } from "./dialog.ts";
import type { FormText } from "./forms.ts";
import type { List } from "./list.ts";
import type { ListPlace } from "./list-places.ts";
import type { Marks } from "./marks.ts";
import type { PictureRequest } from "./pictures.ts";
import type { RowKey } from "./row-keys.ts";

export type Focus = "sidebar" | "pane" | "composer";

/**
 * What the open composer writes. A moved topic changes the address in it, never its kind: the text of an edit is never
 * sent as a new message.
 */
export type Target =
  /** The address is undefined until a recipient is chosen. */
  | { readonly kind: "new"; readonly address: Address | undefined }
  | ({ readonly kind: "edit"; readonly id: MessageId } & Edited)
  | ({ readonly kind: "scheduled"; readonly id: ScheduledId } & Edited);

type Edited = {
  /** Where the message was last known to be: used once it is not known any more. */
  readonly address: Address;
  /** The focus before the edit, to which it returns. */
  readonly focus: Focus;
};

/** The text of one target. */
export type Composer = {
  readonly editor: Editor;
  /** For an edit: the text that it replaces. */
  readonly was?: string;
  /** The draft that waited here, which the text has replaced; `by`: the key under which it is kept beside the text. */
  readonly replaced?: { readonly text: string; readonly by?: string };
  /** For an edit: the message was deleted meanwhile. */
  readonly isGone?: true;
  /** What the pane showed when the user edited the text; if it shows something else, the text is labelled as a draft. */
  readonly touchedIn?: Place;
  /** The newest message when the text was begun, or continued by the user after it was restored. */
  readonly began?: number;
  /**
   * Somebody moved messages of the topic meanwhile. `other` is where the text was before if it followed, or else where
   * the messages went.
   */
  readonly rerouted?: { readonly other: TopicPlace; readonly isFollowed: boolean };
  /**
   * Another client changed the draft while this composer was focused: its text stays, and the other version waits under
   * this key; nothing there means that the draft was deleted. `text` is what it replaces once the composer is left.
   */
  readonly overtaken?: { readonly by: string; readonly text: string } | undefined;
  /** A pasted path, as in the text, and the file that it names. */
  readonly pastedFile?: { readonly raw: string; readonly path: string };
  /** The choice among completions, or that they were dismissed; valid only for what it names. */
  readonly completion?: CompletionChoice;
  /** Who waits to change the text, as an open editor does (`holdComposer`); absent: nobody. */
  readonly holders?: ReadonlySet<symbol>;
};

/** What the pane shows. */
export type Place = ListPlace | { readonly kind: "narrow"; readonly narrow: ReadNarrow };

/** A row of the pane: a message, or a send that has not become one. */
export type RowId = MessageId | IntentId;

/** The reading position in a narrow. Kept while the program runs, so that returning finds the same line. */
export type Reader = {
  readonly selected: RowId | undefined;
  /** If absent or empty, keys act on the selected message alone. */
  readonly marks?: Marks<MessageId> | undefined;
  /** The first visible row and how many of its lines are above the top; undefined: aligned with the end. */
  readonly top: { readonly row: RowId; readonly hidden: number } | undefined;
  /**
   * That the last row was selected when this position was saved: opened again, the narrow is at its new end, while what
   * arrives moves nothing. Provisional: nobody has moved there, and the rows are of an older epoch, whose replacement may
   * end later.
   */
  readonly onLast?: "settled" | "provisional" | undefined;
  /** The first unread message when the narrow was opened: the label `n new` stays above it until it is opened again. */
  readonly newFrom: MessageId | undefined;
  /** The message to land on: until it is on the screen, the position is temporary. */
  readonly jumpTarget: MessageId | undefined;
};

/** Jump targets at either end of a narrow. */
export const edges = {
  first: 0 as MessageId,
  last: Number.MAX_SAFE_INTEGER as MessageId,
} as const;

/**
 * What happened since the conversation was opened: `e` includes the messages that reading has marked there, so that
 * undo restores the unread messages of the beginning.
 */
export type Visit = {
  readonly conversation: ConversationKey;
  /** Marked because they were visible. */
  readonly seen: Sorted<MessageId>;
};

/** What is shown of a row of the open list before it is opened. */
export type Peek = {
  /** The list, by the key of its place. */
  readonly list: string;
  readonly row: RowKey;
  /** Whether the cursor has rested on it: before that nothing is fetched for it. */
  readonly isRested: boolean;
  /** If absent, it is where opening the row lands. */
  readonly position?: PeekPosition | undefined;
};

export type PeekPosition = {
  readonly narrow: NarrowKey;
  /** The message that the row stands for. */
  readonly at: MessageId | undefined;
  readonly reader: Reader;
};

export type SidebarFilter = {
  readonly input: Input;
  readonly typing: boolean;
  /** The position before the filter, to which Esc returns. */
  readonly before?: {
    readonly selected: string | undefined;
    readonly focus: Focus;
    readonly isShown: boolean;
  };
};

/** The search in an open narrow. */
export type Find = {
  readonly narrow: NarrowKey;
  readonly input: Input;
  /** True while the input is focused. */
  readonly typing: boolean;
  /** The reader's position before the search. */
  readonly before: Reader;
};

export type Sidebar = {
  /** Below 100 columns, the only visible pane. */
  readonly isShown: boolean;
  /** The key of the row under the cursor. If undefined, that is the open place. */
  readonly selected: string | undefined;
  /** Keys of sections and streams that are folded or unfolded against their default. */
  readonly toggled: ReadonlySet<string>;
  /** While it is `typing`, its input is focused. */
  readonly filter: SidebarFilter | undefined;
  /** How many lines were scrolled above the first visible one in the last frame, if any. */
  readonly above?: number;
};

/** A key that has been pressed once, and does something only if it is pressed again before any other key. */
export type FirstPress = Asking & (Quitting | Ending);

type Asking = {
  readonly question: Toast;
  /** Replaces the question once pressing the key again is a first press again. */
  readonly afterwards: Toast | undefined;
};

type Quitting = {
  readonly kind: "quit";
  /** Holds the composer whose text it cleared, if it did. */
  readonly cleared: symbol | undefined;
};

/** At the end of a conversation, the key that pages has said where it goes on. */
type Ending = {
  readonly kind: "end";
  /** The last message then. */
  readonly last: MessageId | undefined;
  readonly onward:
    | { readonly kind: "inbox" }
    | {
        readonly kind: "conversation";
        readonly conversation: Conversation;
        /** The name of another account. */
        readonly account?: string | undefined;
      };
  /** Whether anything of the conversation is marked as done first. */
  readonly marks: boolean;
  /** When the key came, in milliseconds of the clock: a held key repeats. */
  readonly at: number;
};

export type EndTold = Asking & Ending;

export type Toast = {
  readonly text: string;
  readonly tone: "done" | "error";
  /** True while `u` undoes it. */
  readonly undo: boolean;
  /** The toast goes when the server responds. */
  readonly until?: "live";
};

/** The messages that are completely visible, which may be marked read. */
export type Visible = {
  readonly narrow: NarrowKey;
  readonly ids: readonly MessageId[];
  /** Whether the end of the narrow is on the screen, too. */
  readonly isAtEnd: boolean;
};

/** A page of history that the screen needs. */
export type LoadRequest = {
  readonly narrow: Narrow;
  /** `newest`: the end, wherever the narrow would open. */
  readonly side: "around" | "older" | "newer" | "newest";
  /** How many messages; absent: as many as usual. */
  readonly count?: number;
  /** Opens it around that message. If absent, it opens where the narrow's reader is, or where reading it begins. */
  readonly at?: MessageId;
};

/** The pages that the screen needs. */
export type Wants = {
  readonly here: readonly LoadRequest[];
  /** Of other accounts whose rows the open list shows, by name; absent in other places. */
  readonly elsewhere?: ReadonlyMap<string, readonly LoadRequest[]> | undefined;
};

export type CompletionChoice = {
  /** The kind of what is completed, and the position in the text where it begins. */
  readonly at: string;
  readonly typed: string;
  /** The text that it inserts: others may come before it meanwhile. Undefined for the first one, before which none came. */
  readonly chosen: string | undefined;
  /** Whether the user has moved there. */
  readonly isMoved: boolean;
  /** Until something else is completed. */
  readonly isDismissed: boolean;
};

export type MarkRead = "always" | "conversations" | "never";

/** What the configuration says, and the locale. */
export type Preferences = {
  /** Which number comes first in dates that are typed with slashes, if known; found out when it is asked. */
  readonly dateOrder?: () => DateOrder | undefined;
  /** Whether Enter sends; undefined: as in the server's setting. */
  readonly enterSends?: boolean | undefined;
  /** Where visible messages are marked read; absent: as in the server's setting. */
  readonly markRead?: MarkRead | undefined;
  /** Whether reading what needs the user deals with it; absent: not. */
  readonly readIsDone?: boolean;
  /** Hours after which an answer of others is missed. */
  readonly waitingHours?: number;
  /** Whether sending to a conversation deals with it; absent: not. */
  readonly replyMarksRead?: boolean;
  /** How the user is notified; absent: as the terminal can. */
  readonly notifications?: "auto" | "osc9" | "osc99" | "osc777" | "bell" | "off";
  /** What notifications show; absent: the message. */
  readonly notificationText?: "message" | "names";
  /** When no notification comes; undefined, or absent: there are no such hours. */
  readonly quietHours?: DailyHours | undefined;
  /** What is fetched before it is opened; absent: unread conversations. */
  readonly prefetch?: "unread" | "off";
  /** Whether as little as possible is fetched and sent; absent: if the line is slow. */
  readonly lean?: boolean | undefined;
  /** How long a message waits, if at all, before it is sent, so that it can be undone. */
  readonly undoSendSeconds?: number;
  /** Reads what happened as Markdown, and prints a summary of it; `name` is what it is called. */
  readonly summaryCommand?: {
    readonly name: string;
    readonly words: readonly [string, ...string[]];
  };
  /** All options of the configuration file as texts, for the form that changes them; absent: it cannot be changed. */
  readonly options?: Readonly<Record<string, string>>;
  /** Where lists have the pane to read in; absent: where there is room. */
  readonly preview?: "auto" | "right" | "below" | "off";
  /** Whether pictures are shown below messages, too; absent: other programs show pictures. */
  readonly pictures?: { readonly previews: boolean };
};

/** What was dealt with. */
type TriageState = {
  /** When today began, in UNIX milliseconds; absent: long ago. */
  readonly today?: number;
  /** UNIX seconds: what was asked long enough before that, and not answered, is waited for. If absent, nothing is. */
  readonly waitedAt?: number;
  /** The user has confirmed that this server cannot undo "done". */
  readonly knowsDoneIsFinal: boolean;
  /** The ID of the command that `.` repeats, once there is one. */
  readonly last?: string | undefined;
};

/** What dialogs keep while they are closed. */
type KeptByDialogs = {
  /** The first visible row of the open dialog's list. It holds only for the kind of dialog and the text in `list`. */
  readonly top?: { readonly list: string; readonly row: number } | undefined;
  /** Texts that were typed and not taken, by dialog and subject: of closed forms and searches, and of an earlier run. */
  readonly texts?: ReadonlyMap<string, FormText>;
  /** Recent searches, the last one first. */
  readonly searches?: readonly string[];
};

/** What is said without being asked for: everything, only what concerns the user, or nothing. */
export type Spoken = "all" | "mine" | "quiet";

/** Keys that were pressed and have not done anything yet. */
type Pressed = {
  /** The keys of an incomplete sequence, with their count in front. */
  readonly pending: string;
  /** The `pending` after which the user paused: its continuations are shown. */
  readonly pausedAt?: string;
  readonly firstPress?: FirstPress | undefined;
  /**
   * What was unread when the last key was pressed: what has arrived since is not marked as done with it. It is absent
   * until a key was pressed in a known realm.
   */
  readonly unreads?: Unreads;
  /** The keyboard layout of another script with which keys were pressed last, else of the configured one, if any. */
  readonly layout?: LayoutName;
};

/** What all that is written shares. */
type Writing = {
  /** The kill ring of all composers, the latest last. */
  readonly kills?: readonly string[];
  /** Reads the time in a timestamp that is being written; absent before the screen was started. */
  readonly readTime?: (typed: string, reading: TimeReading) => TypedTime | undefined;
  readonly isPreviewing?: boolean;
};

/** Where the user came from, and went back from. */
export type Trail = {
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
};

/** What the user sees of messages. */
type Reading = {
  /** Messages whose spoilers are revealed. */
  readonly openSpoilers: ReadonlySet<MessageId>;
  /** How many columns the wide code and tables of messages are scrolled. */
  readonly scrolledColumns: ReadonlyMap<MessageId, number>;
  /** Undefined while no conversation is open. */
  readonly visit: Visit | undefined;
  readonly visible: Visible | undefined;
  /** Pictures, if any, below messages that are on the screen. */
  readonly pictures?: readonly PictureRequest[];
  /** What plain mode says of new ones; absent: everything. */
  readonly spoken?: Spoken;
};

export type Terminal = {
  readonly columns: number;
  readonly rows: number;
  /** Of a cell in pixels, if it is another one than at the start. */
  readonly cell?: NonNullable<PictureRequest["cell"]>;
  /** False if the terminal reported losing focus. */
  readonly focused: boolean;
  /** Whether the user has shown or hidden the pane to read in, for all accounts; absent: as preferred. */
  readonly wantsPreview?: boolean;
  /** Whether the user has silenced notifications or let them through, for all accounts; absent: as preferred. */
  readonly wantsNotifications?: boolean;
};

export type Screen = {
  readonly terminal: Terminal;
  readonly focus: Focus;
  readonly place: Place;
  readonly trail: Trail;
  readonly readers: ReadonlyMap<NarrowKey, Reader>;
  readonly reading: Reading;
  /** Lists by the key of their place. */
  readonly lists: ReadonlyMap<string, List>;
  /** It is absent until what is shown of the open list's row was on the screen. */
  readonly peek?: Peek | undefined;
  readonly sidebar: Sidebar;
  /** Valid only while its narrow is open. */
  readonly find?: Find | undefined;
  /** What the open composer writes. */
  readonly composing: Target;
  /** Texts by conversation key, or by that of an edit; `""` while unaddressed. */
  readonly composers: ReadonlyMap<string, Composer>;
  readonly writing: Writing;
  readonly dialog: Dialog | undefined;
  readonly kept: KeptByDialogs;
  readonly preferences: Preferences;
  readonly triage: TriageState;
  readonly toast: Toast | undefined;
  readonly pressed: Pressed;
  readonly wants: Wants;
};

// The initial screen: the focused inbox.

export function newScreen(columns: number, rows: number): Screen {
  return {
    terminal: { columns, rows, focused: true },
    focus: "pane",
    place: { kind: "inbox" },
    trail: { back: [], forward: [] },
    readers: new Map(),
    reading: {
      openSpoilers: new Set(),
      scrolledColumns: new Map(),
      visit: undefined,
      visible: undefined,
    },
    lists: new Map(),
    sidebar: { isShown: false, selected: undefined, toggled: new Set(), filter: undefined },
    composing: { kind: "new", address: undefined },
    composers: new Map(),
    writing: {},
    dialog: undefined,
    kept: {},
    preferences: {},
    triage: { knowsDoneIsFinal: false },
    toast: undefined,
    pressed: { pending: "" },
    wants: { here: [] },
  };
}
