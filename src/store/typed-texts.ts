/**
 * What was typed into forms and lines of dialogs, and is not taken yet: the same dialog about the same subject offers it again,
 * after a crash as well. Lines that only choose something, such as a person, a file or a time, are not kept.
 */
import { replaceAll } from "#editor/history.ts";
import type { Input } from "#editor/input.ts";
import type { Emoji } from "#journal/intent.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { CustomRun, Dialog, Moved, TimePurpose } from "./dialog.ts";
import type { Part } from "./follow.ts";
import { type FormText, type FormValues, formKey } from "./forms.ts";
import type { Screen } from "./screen.ts";

/** Without a text nothing is typed any more. */
export type TypedText = FormText & {
  /** Of the dialog and its subject. */
  readonly key: string;
};

/** The text of the open dialog, or of that to which it leads back; undefined: of a kind that is not kept. */
export function typedText({ dialog }: Pick<Screen, "dialog">): TypedText | undefined {
  return dialog && typedIn(dialog);
}

/** All of them, of closed dialogs and of the open one, by dialog and subject. */
export function typedTexts(screen: Screen): ReadonlyMap<string, FormText> {
  const open = typedText(screen);
  const { kept } = open === undefined ? screen : withKept(screen, open.key, open);
  return kept.texts ?? noTexts;
}

const noTexts: ReadonlyMap<string, FormText> = new Map();

/** What they are made from. */
export const typedParts: readonly Part[] = [
  ({ screen }) => screen.dialog,
  ({ screen }) => screen.kept.texts,
];

function typedIn(dialog: Dialog): TypedText | undefined {
  switch (dialog.kind) {
    case "form":
      return { key: formKey(dialog.ref), typed: dialog.typed, base: dialog.base };
    case "search":
      return entry(dialog.kind, { text: dialog.input.text.trimStart() });
    case "status":
      return line(dialog.kind, dialog.input, { emoji: emojiText(dialog.emoji) });
    case "status-emoji":
      return typedIn(dialog.back);
    case "time":
      return typedForTime(dialog.purpose);
    case "reminder-note":
      return entry(reminderKey(dialog.back.purpose), { note: dialog.input.text });
    case "view-name": {
      const { of, input } = dialog;
      return line(`view ${"search" in of ? narrowKey(of.search) : of.fragment}`, input);
    }
    case "folder-name":
      return line(`folder-name ${dialog.folder}`, dialog.input);
    case "move-target":
      return line(moveKey(dialog.moved), dialog.input);
    case "widget-add":
      return line(`widget ${dialog.messageId}`, dialog.input);
    case "prompt": {
      const { of, name, choices, input } = dialog;
      return typedForRun(of, choices === undefined ? { [name]: input.text } : undefined);
    }
    case "menu": {
      const { about, back } = dialog;
      return about.kind === "custom" ? typedForRun(about.run) : back && typedIn(back);
    }
    default:
      return undefined;
  }
}

function entry(key: string, values: Readonly<Record<string, string | undefined>>): TypedText {
  const texts = Object.entries(values).filter((one): one is [string, string] => !!one[1]);
  return { key, typed: Object.fromEntries(texts), base: {} };
}

/** A line may begin with a text that nobody has typed. */
function line(
  key: string,
  { text, past }: Input,
  others: Readonly<Record<string, string | undefined>> = {},
): TypedText {
  return entry(key, past.length === 0 ? {} : { text, ...others });
}

function typedForTime(purpose: TimePurpose): TypedText | undefined {
  if (purpose.kind === "status") return typedIn(purpose.back);
  return purpose.kind === "remind"
    ? entry(reminderKey(purpose), { note: purpose.note })
    : undefined;
}

function reminderKey({ was, messages }: Extract<TimePurpose, { readonly kind: "remind" }>): string {
  return `reminder ${was ?? messages.join()}`;
}

function moveKey({ from, ...moved }: Moved): string {
  const topic = `move ${topicKey(from.streamId, from.topic)}`;
  if (moved.kind === "topic") return topic;
  return `${topic} ${moved.kind === "messages" ? moved.ids.join() : moved.messageId}`;
}

/** The answers to all questions of a command, which it asks one after the other. */
function typedForRun(run: CustomRun, open: FormValues = {}): TypedText {
  const { command, conversation, values, answers } = run;
  const where = conversation === undefined ? "" : conversationKey(conversation);
  const key = `${command} ${where} ${values["message.id"] ?? ""}`;
  return entry(key, { ...answers, ...open });
}

/** The screen with that dialog open, and in it what was typed there before; undo in its line takes that away. */
export function withDialog(screen: Screen, dialog: Dialog): Screen {
  const { key } = typedIn(dialog) ?? {};
  const before = key === undefined ? undefined : screen.kept.texts?.get(key);
  const again = before && withTyped(dialog, before.typed);
  if (again === undefined) return { ...screen, dialog };
  return { ...withKept(screen, key, undefined), dialog: again };
}

/** The screen with that text kept for the next time, or none. */
export function withKept(screen: Screen, key = "", text: FormText | undefined): Screen {
  const texts = new Map(screen.kept.texts);
  if (text === undefined || Object.keys(text.typed).length === 0) texts.delete(key);
  else texts.set(key, { typed: text.typed, base: text.base });
  return { ...screen, kept: { ...screen.kept, texts } };
}

/** Undefined where nothing is typed again: forms and searches begin with what is kept by themselves. */
function withTyped(dialog: Dialog, typed: FormValues): Dialog | undefined {
  const { text, note } = typed;
  switch (dialog.kind) {
    case "time":
      return dialog.purpose.kind === "remind" && note !== undefined
        ? { ...dialog, purpose: { ...dialog.purpose, note } }
        : undefined;
    case "prompt": {
      const own = dialog.choices === undefined ? typed[dialog.name] : undefined;
      const of = { ...dialog.of, answers: typed };
      return { ...dialog, of, input: withText(dialog.input, own) };
    }
    case "status":
      return { ...dialog, input: withText(dialog.input, text), emoji: emojiOf(typed["emoji"]) };
    case "view-name":
    case "folder-name":
    case "move-target":
    case "widget-add":
      return { ...dialog, input: withText(dialog.input, text) };
    default:
      return undefined;
  }
}

function withText(input: Input, text: string | undefined): Input {
  return text === undefined ? input : replaceAll(input, text);
}

function emojiText(emoji: Emoji | undefined): string {
  return emoji === undefined ? "" : `${emoji.name} ${emoji.code} ${emoji.type}`;
}

function emojiOf(text = ""): Emoji | undefined {
  const [name, code, type] = text.split(" ");
  return name && code && type ? { name, code, type } : undefined;
}
