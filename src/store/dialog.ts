/** The open dialog: its kind, its typed text, and its selected choice. */
import type { SafeText } from "#base/safe-text.ts";
import type { DateOrder } from "#base/typed-time.ts";
import type { Input } from "#editor/input.ts";
import type { Address, Emoji, IntentId } from "#journal/intent.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Narrow, SearchNarrow, SearchTerm } from "#model/narrow.ts";
import type { EmojiKey } from "#model/select/emoji.ts";
import type { SharedFile } from "#model/written-links.ts";
import type { GroupId, MessageId, ScheduledId, SnippetId, StreamId, UserId } from "#wire/ids.ts";
import type { FormFailure, FormValues, OpenForm } from "./forms.ts";

/** The subject of the details dialog. */
export type InfoSubject =
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "send"; readonly intent: IntentId }
  /** The section is the one in which it is listed; undefined outside the inbox. */
  | { readonly kind: "row"; readonly key: ConversationKey; readonly section: string | undefined }
  /** By its message. */
  | { readonly kind: "open-end"; readonly id: MessageId }
  /** What could not be read of the server. */
  | { readonly kind: "server" }
  /** The user's rules, and what they did. */
  | { readonly kind: "rules" }
  /** What a program of the user's printed, as it printed it. */
  | { readonly kind: "printed"; readonly title: string; readonly text: string }
  /** What a program wrote about what happened; absent while it writes. `of` says about what. */
  | {
      readonly kind: "summary";
      readonly of: string;
      readonly by: SummaryAuthor;
      readonly content?: FileText;
    }
  /** By the key of its row in the list of drafts. */
  | { readonly kind: "draft"; readonly key: string }
  /** A picture of a message, on the whole screen. */
  | ({ readonly kind: "picture" } & ShownFile)
  /** A text that a message links to; its content is absent while it is fetched. */
  | ({ readonly kind: "text-file"; readonly content?: FileText } & ShownFile);

/** Who sums up. */
export type SummaryAuthor =
  /** A command of the user's, by its name. */
  | { readonly kind: "command"; readonly name: string }
  /** The server, which sums up that topic. */
  | { readonly kind: "server"; readonly topic: TopicPlace };

/** A file, and the message that links to it. */
export type ShownFile = {
  readonly messageId: MessageId;
  readonly file: SharedFile;
  readonly url: string;
};

/** What a text file says, as received, or why that is not known. */
export type FileText =
  | { readonly kind: "known"; readonly value: string }
  | { readonly kind: "failed"; readonly sentence: string };

export type CardSubject =
  | { readonly kind: "person"; readonly id: UserId }
  | { readonly kind: "stream"; readonly id: StreamId };

export type DialogOf<Kind extends Dialog["kind"]> = Extract<Dialog, { readonly kind: Kind }>;

export type SearchHits = {
  readonly terms: readonly SearchTerm[];
  readonly messages: readonly Message[];
  readonly more: boolean;
  /** How much the archive has of the narrow to which the terms restrict the search, or of all messages. */
  readonly searched: {
    readonly narrow: Narrow;
    readonly count: number;
    /** UNIX seconds. */
    readonly since: number | undefined;
    /** How many of them are the newest of all, between which nothing is missing. */
    readonly unbroken: number;
  };
};

/** What the server has for the same terms, beside what the archive has. */
export type SearchAnswer =
  | { readonly kind: "found"; readonly messages: readonly Message[]; readonly more: boolean }
  /** It cannot be reached, or cannot search for this. */
  | { readonly kind: "not asked" };

/** What is typed, and which of the choices is selected. */
type Typing = { readonly input: Input; readonly chosen: number };

/** A name or a path is typed. */
type Naming = Typing & {
  /** Why the last one did not do. */
  readonly problem?: string | undefined;
};

export type Dialog =
  /** The keys of the context in which help was opened. */
  | (Typing & {
      readonly kind: "help";
      /** A sentence that was truncated on the screen when help was opened: it is shown in full above the keys. */
      readonly note?: string | undefined;
    })
  /** The input of a search. */
  | {
      readonly kind: "search";
      readonly input: Input;
      /** Among the completions; -1: none, so that Enter searches. */
      readonly chosen: number;
      /** Which of the recent searches is in the input, and the text that was typed before. */
      readonly recalled?: { readonly at: number; readonly typed: string } | undefined;
      /** Why the search is invalid. */
      readonly problem?: string | undefined;
      /** What the text means, for searching the archive while it is typed; absent: nothing, or not yet. */
      readonly terms?: readonly SearchTerm[] | undefined;
      /** What the archive has: newest first, for the same terms or earlier ones. */
      readonly hits?: SearchHits | undefined;
      /** After a pause in typing; absent: not yet, or it did not answer. */
      readonly answer?: SearchAnswer | undefined;
    }
  | (Typing & { readonly kind: "palette" })
  /** The recipient of a new message: a stream and topic, or users. */
  | (Typing & {
      readonly kind: "recipient";
      readonly want: "stream" | "direct";
      /** The scheduled message that gets this recipient; absent: for a new one. */
      readonly scheduledId?: ScheduledId;
      /** The text in the open composer gets this recipient; absent: a new message is started. */
      readonly readdresses?: true;
    })
  | (Typing & {
      readonly kind: "emoji";
      readonly messageId: MessageId;
      /** Frequent reactions in this narrow when the picker was opened, the most frequent first. */
      readonly frequent?: readonly EmojiKey[];
    })
  /** The text of a new option or task. */
  | (Typing & {
      readonly kind: "widget-add";
      readonly messageId: MessageId;
      readonly of: "poll" | "tasks";
    })
  /** A text; `chosen` is its first visible line. */
  | { readonly kind: "info"; readonly about: InfoSubject; readonly chosen: number }
  | TimeDialog
  /** Where messages are moved. */
  | (Typing & {
      readonly kind: "move-target";
      readonly moved: Moved;
    })
  /** Which file is uploaded for the text in the open composer. */
  | (Typing & {
      readonly kind: "upload";
      /** The contents of the typed folder, once it was read. */
      readonly listed?: {
        readonly folder: string;
        readonly entries: readonly { readonly name: string; readonly isFolder: boolean }[];
      };
    })
  /** The path at which a file of a message is saved. */
  | (Naming & {
      readonly kind: "save-file";
      readonly file: SharedFile;
    })
  /** The name of a view: of a new one for the search, or a new name for that one. */
  | (Naming & {
      readonly kind: "view-name";
      readonly of: { readonly search: SearchNarrow } | { readonly fragment: string };
    })
  /** A new name for the user's own folder of that ID. */
  | (Naming & {
      readonly kind: "folder-name";
      readonly folder: string;
    })
  /** Details of a user or a stream; `chosen` is the first visible line. */
  | { readonly kind: "card"; readonly about: CardSubject; readonly chosen: number }
  | MenuDialog
  | OpenForm
  | StatusDialog
  /** What a command of the user's own needs to know before it runs. */
  | (Typing & {
      readonly kind: "prompt";
      readonly of: CustomRun;
      /** Which of its values is asked for. */
      readonly name: string;
      readonly title: string;
      /** What is chosen from; absent: a text is typed. */
      readonly choices?: readonly string[];
    })
  /** The emoji of the status in `back`. */
  | (Typing & {
      readonly kind: "status-emoji";
      readonly back: StatusDialog;
    })
  /** The note of the reminder in `back`. */
  | (Typing & {
      readonly kind: "reminder-note";
      readonly back: TimeDialog & { readonly purpose: TimePurpose & { readonly kind: "remind" } };
      /** The time of the reminder, which stays; absent: the time is chosen next. UNIX seconds. */
      readonly at?: number;
    })
  | {
      readonly kind: "sign-in";
      readonly sentence: string;
      /**
       * How to sign in through a browser; the first is shown, and can be opened. It is absent if there is no way, or
       * none is known yet.
       */
      readonly ways?: readonly { readonly title: SafeText; readonly address: string }[];
      /** The server has accepted the account meanwhile: what is typed goes nowhere. */
      readonly isOver?: true | undefined;
    };

/** The subject of a menu, as it was when the menu was opened: its items affect nothing else. */
export type About =
  /** Whether to delete the message for everybody. */
  | { readonly kind: "delete-message"; readonly messageId: MessageId }
  /** The same for several, of which the user may not delete each. */
  | { readonly kind: "delete-messages"; readonly ids: readonly MessageId[] }
  /** The links of a message, one of which is opened; or the files among them, one of which is viewed. */
  | {
      readonly kind: "links";
      readonly messageId: MessageId;
      readonly links: readonly MessageLink[];
      readonly isForViewing: boolean;
    }
  /** What is done with a file of a message. */
  | ({ readonly kind: "file" } & ShownFile)
  /** Whether to open a link that hides where it leads: to `host`. */
  | { readonly kind: "disguised-link"; readonly url: string; readonly host: string }
  /** Which messages are moved there, and who is notified. */
  | {
      readonly kind: "move";
      readonly moved: Moved;
      readonly to: TopicPlace;
      readonly noticeInOld: boolean;
      readonly noticeInNew: boolean;
    }
  /** The options of a poll or the tasks of a list; those that it had when the menu was opened keep their numbers. */
  | { readonly kind: "widget"; readonly messageId: MessageId; readonly listed: readonly string[] }
  /** Who sums up: the user's command all that happened since then, or the server that topic. */
  | { readonly kind: "sum-up"; readonly since: number; readonly topic?: TopicPlace }
  /** Whether to delete all messages of the topic. */
  | ({ readonly kind: "delete-topic" } & TopicPlace)
  /** Whether the server marks all messages there as read, those included that are not known here. */
  | ({ readonly kind: "read-topic" } & TopicPlace)
  | { readonly kind: "read-stream"; readonly streamId: StreamId }
  | { readonly kind: "read-everything" }
  | { readonly kind: "archive-stream"; readonly streamId: StreamId }
  /** Whether to leave these streams, to some of which the user could not come back. */
  | { readonly kind: "leave-streams"; readonly streamIds: readonly StreamId[] }
  | { readonly kind: "reactivate"; readonly userId: UserId }
  | { readonly kind: "group-membership"; readonly groupId: GroupId }
  | { readonly kind: "group-step"; readonly groupId: GroupId }
  | { readonly kind: "delete-field"; readonly fieldId: number }
  | { readonly kind: "delete-snippet"; readonly snippetId: SnippetId }
  /** Whether to regenerate the account's API key. */
  | { readonly kind: "renew-key" }
  /** Whether to do what a program proposes. */
  | { readonly kind: "proposal"; readonly id: IntentId }
  /** What to do with a send that failed or may have arrived. */
  | { readonly kind: "unsent"; readonly intent: IntentId }
  /** Whether to resolve or unresolve these topics, some of which would be merged with others. */
  | { readonly kind: "resolve"; readonly topics: readonly TopicPlace[] }
  /** Whether to mark these conversations as done: on a server that cannot undo it, or if nobody has selected them. */
  | {
      readonly kind: "done";
      readonly targets: {
        readonly conversations: readonly ConversationKey[];
        readonly rows: readonly string[];
        readonly title: string;
        readonly streamId?: StreamId;
        readonly isEverything?: boolean;
        readonly isPlace?: boolean;
      };
    }
  /** Whether to mute these users, whose conversations were selected. The conversations' rows in the list are in `rows`. */
  | {
      readonly kind: "mute-people";
      readonly people: readonly UserId[];
      readonly conversations: readonly ConversationKey[];
      readonly rows: readonly string[];
    }
  /** What can be done with a scheduled message. */
  | { readonly kind: "scheduled"; readonly id: ScheduledId }
  /** Whether to run a command of the user's own: the program and its arguments, or the line for a shell. */
  | { readonly kind: "custom"; readonly run: CustomRun; readonly words: readonly string[] }
  /** What to do with a text in that composer that is above the message limit. */
  | { readonly kind: "too-long"; readonly composer: string }
  /** Whether a text may notify that many people. */
  | {
      readonly kind: "crowd";
      readonly people: number;
      readonly address: Address;
      readonly text: string;
      readonly next: Confirmed;
    }
  /** Whether the edit in that composer replaces `theirs`, which was written elsewhere since the edit was begun. */
  | {
      readonly kind: "overwrite";
      readonly composer: string;
      readonly theirs: string;
      readonly next: Confirmed;
    };

/** A command of the user's own, with the values that the screen had when its key was pressed. */
export type CustomRun = {
  /** The command's ID. */
  readonly command: string;
  /** What it is called, and what it is about: `Ticket, #dev › deploy`. */
  readonly title: string;
  /** By name. */
  readonly values: Readonly<Record<string, string>>;
  /** By question: what was answered, or typed before the end of an earlier run. */
  readonly answers?: FormValues;
  /** The conversation that it is about, if any. */
  readonly conversation?: Conversation;
};

/** What is done once the user has confirmed it. */
export type Confirmed =
  /** The command that asked, again. */
  | { readonly kind: "command"; readonly id: string }
  /** The scheduled message in the composer is saved for that time. */
  | { readonly kind: "reschedule"; readonly at: number }
  | { readonly kind: "readdress"; readonly id: ScheduledId; readonly to: Address };

/** A question, or a few choices; what it says and offers follows from the state. */
export type MenuDialog = {
  readonly kind: "menu";
  readonly about: About;
  /** The key of the selected item; absent: the first. */
  readonly chosen?: string | undefined;
  /** The dialog from which it was asked, which is open again afterwards. */
  readonly back?: Dialog | undefined;
  /** The pending request that an item made. */
  readonly request?: string | undefined;
  readonly failure?: FormFailure | undefined;
};

export type TopicPlace = { readonly streamId: StreamId; readonly topic: string };

export type Moved = {
  readonly from: TopicPlace;
} /** The selected message, and perhaps others of its topic. */ & (
  | { readonly kind: "message"; readonly messageId: MessageId }
  /** All of the topic, of which this is any message. */
  | { readonly kind: "topic"; readonly messageId: MessageId }
  /** These messages of the topic, the oldest first. */
  | { readonly kind: "messages"; readonly ids: readonly [MessageId, ...MessageId[]] }
);

/** The status being edited, with switches for what else others see of the user. */
export type StatusDialog = {
  readonly kind: "status";
  readonly input: Input;
  readonly emoji: Emoji | undefined;
  /** UNIX seconds at which it is cleared; undefined: never. */
  readonly until: number | undefined;
  /** Whether it is set in every account; absent: there is only one. */
  readonly everywhere?: boolean | undefined;
  readonly chosen: number;
};

/** What the time is for. */
export type TimePurpose =
  /** The composer's text: a new message, or an edited scheduled one. */
  | { readonly kind: "schedule" }
  /** A scheduled message, which may get another recipient as well. */
  | { readonly kind: "reschedule"; readonly id: ScheduledId; readonly to?: Address }
  /** The end of a snooze. The conversations' rows in the list are in `rows`. */
  | {
      readonly kind: "snooze";
      readonly conversations: readonly ConversationKey[];
      readonly rows: readonly string[];
      readonly title: string;
      /**
       * Whose answer may end it, the likeliest first, by what was known when the dialog was opened: a choice does not
       * move while somebody is about to take it. It is absent if nobody can answer there.
       */
      readonly answerers?: readonly UserId[];
    }
  /** Since when the list tells what happened: a time that has passed. */
  | {
      readonly kind: "digest";
      /** When the user was last here; UNIX seconds. */
      readonly last: number;
    }
  /** When the user is reminded of these messages. */
  | {
      readonly kind: "remind";
      readonly messages: readonly MessageId[];
      readonly note?: string;
      /** The row of the reminder that gets this time and note; absent: it is a new one. */
      readonly was?: string;
      /** The time that it has so far; UNIX seconds. */
      readonly from?: number;
    }
  /** When the edited status is cleared. */
  | { readonly kind: "status"; readonly back: StatusDialog };

/** A time, which is to come unless its purpose says otherwise: typed, or one of a few common ones. */
export type TimeDialog = Typing & {
  readonly kind: "time";
  readonly purpose: TimePurpose;
  /** UNIX seconds of the last key: what is accepted is exactly what is shown. */
  readonly now: number;
  /** As among the preferences. */
  readonly dateOrder?: DateOrder | undefined;
};
