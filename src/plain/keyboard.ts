/**
 * Lines typed on a terminal that hands over each key, so that what is being typed is known, and nothing is written into
 * it. Keys edit the line as any other one of weir.
 */
import { width } from "#base/cells.ts";
import { commonPrefix } from "#base/common-ends.ts";
import { graphemes, safeLine } from "#base/safe-text.ts";
import { type Keymap, press } from "#commands/keymap.ts";
import { lineEdit } from "#commands/keys/editing.ts";
import { edgeAt } from "#editor/boundaries.ts";
import { insert } from "#editor/edit.ts";
import { type Editor, emptyEditor } from "#editor/editor.ts";
import { replaceAll, replaceRange } from "#editor/history.ts";
import { oneLine } from "#editor/input.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";

/** What a text before the cursor can become: each choice replaces it from there on. */
export type Completions = { readonly from: number; readonly choices: readonly string[] };

export type KeyboardPorts = {
  readonly write: (text: string) => void;
  readonly line: (line: string) => void;
  /** The line that was begun was taken back. */
  readonly emptied: () => void;
  readonly ended: () => void;
  readonly interrupted: () => void;
  readonly suspended: () => void;
  /** What is written before the line. */
  readonly prompt: () => string;
  /** Whether a message is being written, as far as lines were answered already. */
  readonly isWriting: () => boolean;
  readonly complete: (line: string, cursor: number) => Completions | undefined;
  /** Of the terminal. Without them its cursor does not move back, so a line only changes at its end. */
  readonly columns: number | undefined;
};

export type Keyboard = {
  readonly takes: (input: TerminalInput) => void;
  /** Whether a text of several lines can be pasted. */
  readonly takesLines: () => boolean;
  readonly isTyping: () => boolean;
  /** Whether what is typed is shown; ends of lines always are. */
  readonly show: (isShown: boolean) => void;
};

/** The line that stands for a lone Esc. */
export const escaped = "\u001b";

/** What keys do besides editing the line, by the command that they have in other lines. */
const actions = {
  "dialog.up": "earlier",
  "dialog.down": "later",
  "dialog.complete": "complete",
  "dialog.leave": "leave",
  "program.repaint": "again",
} as const;
type Action = (typeof actions)[keyof typeof actions];

function isActed(id: string): id is keyof typeof actions {
  return Object.hasOwn(actions, id);
}

const maxLines = 100;
const maxChoices = 30;

/** The line as it is now, and its echo. */
function createEcho(ports: () => KeyboardPorts) {
  let editor: Editor = emptyEditor;
  let isShown = true;
  const canMove = () => isShown && ports().columns !== undefined;
  const draw = (from: Line, to: Line) => {
    const { columns = Number.POSITIVE_INFINITY, prompt, write } = ports();
    const bytes = isShown ? redrawn(from, to, { columns, from: width(prompt()) }) : "";
    if (bytes !== "") write(bytes);
  };
  return {
    editor: () => editor,
    isShown: () => isShown,
    canMove,
    show: (shown: boolean) => {
      isShown = shown;
    },
    become: (next: Editor) => {
      if (!canMove() && next.cursor !== next.text.length) return;
      const before = editor;
      editor = next;
      draw(before, next);
      if (before.text !== "" && next.text === "") ports().emptied();
    },
    /** Ends the line; what was killed in it can be yanked in the next one. */
    end: () => {
      draw(editor, { ...editor, cursor: editor.text.length });
      editor = { ...emptyEditor, kills: isShown ? editor.kills : [] };
      ports().write("\n");
    },
    /** Writes the prompt and the line once more, after these words. */
    repeat: (words: readonly string[] = []) => {
      ports().write(["", ...words, ports().prompt()].join("\n"));
      draw({ text: "", cursor: 0 }, editor);
    },
  };
}

export function createKeyboard(keymap: Keymap, ports: () => KeyboardPorts): Keyboard {
  const echo = createEcho(ports);
  const earlier = createEarlierLines();
  let lastStroke = "";
  const enter = (line = echo.editor().text) => {
    if (echo.isShown()) earlier.add(ports().prompt(), echo.editor().text);
    echo.end();
    ports().line(line);
  };
  const recall = (by: 1 | -1) => {
    const { text } = echo.editor();
    const line = echo.canMove() ? earlier.recalled(ports().prompt(), text, by) : undefined;
    if (line !== undefined) echo.become(replaceAll(echo.editor(), line));
  };
  /** The lines of a message are continued, and the last one is not entered: a paste never sends. */
  const paste = (text: string) => {
    const [last = "", ...lines] = takesLines() ? text.split("\n").toReversed() : [oneLine(text)];
    for (const line of lines.toReversed()) {
      echo.become(insert(echo.editor(), oneLine(line)));
      enter(`\\${echo.editor().text}\\`);
    }
    echo.become(insert(echo.editor(), oneLine(last)));
  };
  const takesLines = () => ports().isWriting();
  const act: Readonly<Record<Action, () => void>> = {
    earlier: () => recall(-1),
    later: () => recall(1),
    complete: () => complete(echo, ports()),
    leave: () => {
      if (echo.editor().text === "") enter(escaped);
      else echo.become(replaceAll(echo.editor(), ""));
    },
    again: () => echo.repeat(),
  };
  const ends = (stroke: string) => {
    if (stroke === "Enter" || (stroke === "^J" && lastStroke !== "Enter")) enter();
    else if (stroke === "^C") ports().interrupted();
    else if (stroke === "^Z") ports().suspended();
    else if (stroke === "^D" && echo.editor().text === "") ports().ended();
    else return stroke === "^J";
    return true;
  };
  const pressKey = (stroke: string, text: string | undefined) => {
    const pressed = press(keymap, "input", "", stroke);
    const id = pressed.kind === "run" ? pressed.command.id : "";
    const change = lineEdit(id);
    if (change !== undefined) echo.become(change(echo.editor()));
    else if (isActed(id)) act[actions[id]]();
    else if (text !== undefined) echo.become(insert(echo.editor(), text));
  };
  return {
    takes: (input) => {
      if (input.kind === "paste") paste(input.text);
      if (input.kind !== "key") return;
      if (!ends(input.stroke)) pressKey(input.stroke, input.text);
      lastStroke = input.stroke;
    },
    takesLines,
    isTyping: () => echo.editor().text !== "",
    show: echo.show,
  };
}

/** Takes the only choice, or what all of them begin with; else lists them. */
function complete(echo: ReturnType<typeof createEcho>, { complete }: KeyboardPorts): void {
  const editor = echo.editor();
  const { text, cursor } = editor;
  const blank = { from: cursor, choices: [" "] };
  const { from, choices } = (echo.canMove() ? complete(text, cursor) : blank) ?? {
    from: 0,
    choices: [],
  };
  const common = choices.reduce(commonBeginning, choices[0] ?? "");
  const isTaken = choices.length === 1 || common.length > cursor - from;
  if (isTaken) echo.become(replaceRange(editor, from, cursor, common));
  else if (choices.length > 0) echo.repeat([listed(choices)]);
}

function commonBeginning(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at]?.toLowerCase() === other[at]?.toLowerCase()) at += 1;
  return one.slice(0, at);
}

function listed(choices: readonly string[]): string {
  const more = choices.length - maxChoices;
  const shown = choices.slice(0, maxChoices).join(", ");
  return more > 0 ? `${shown}, and ${more} more` : shown;
}

/** The lines that were entered after each prompt, and where one is among them. */
function createEarlierLines() {
  const entered = new Map<string, readonly string[]>();
  /** What was typed before the first step back, and how many steps those were. */
  let begun = { line: "", back: 0, shown: "" };
  return {
    add: (prompt: string, line: string) => {
      begun = { line: "", back: 0, shown: "" };
      const before = entered.get(prompt) ?? [];
      if (line.trim() !== "" && line !== before.at(-1))
        entered.set(prompt, [...before, line].slice(-maxLines));
    },
    /** Returns undefined if there is none. A line that was changed since begins anew. */
    recalled: (prompt: string, now: string, by: 1 | -1): string | undefined => {
      const lines = entered.get(prompt) ?? [];
      if (begun.back === 0 || begun.shown !== now) begun = { line: now, back: 0, shown: now };
      const back = begun.back - by;
      if (back < 0 || back > lines.length) return undefined;
      const shown = back === 0 ? begun.line : (lines.at(-back) ?? "");
      begun = { ...begun, back, shown };
      return shown;
    },
  };
}

// What turns the echo of a line into that of another one, for a terminal that shows it after a prompt.
// Backspaces and the text itself move the cursor, as in shells, which screen readers know; only moving back to an earlier
// row of a line that does not fit in one takes an escape sequence.

export type Line = Pick<Editor, "text" | "cursor">;

type Room = {
  /** Of the terminal; infinite: nothing wraps. */
  readonly columns: number;
  /** The columns of the prompt. */
  readonly from: number;
};

type Place = { readonly row: number; readonly column: number };

const esc = "\u001b";

/** The place behind a text. At the edge it is the beginning of the next row, to which `shown` goes. */
function placeBehind(text: string, { columns, from }: Room): Place {
  let row = Math.floor(from / columns);
  let column = from - (row === 0 ? 0 : row * columns);
  for (const cluster of graphemes(text)) {
    const wide = width(safeLine(cluster));
    if (column + wide > columns) [row, column] = [row + 1, 0];
    column += wide;
    if (column === columns) [row, column] = [row + 1, 0];
  }
  return { row, column };
}

/** Writes that part of a text. A terminal stays at the edge until it is written to again. */
function shown(text: string, from: number, to: number, room: Room): string {
  if (from >= to) return "";
  const { row, column } = placeBehind(text.slice(0, to), room);
  return safeLine(text.slice(from, to)) + (column === 0 && row > 0 ? " \b" : "");
}

function back(from: Place, to: Place): string {
  const by = to.column - from.column;
  const up = from.row - to.row;
  const rows = up > 0 ? `${esc}[${up}A` : "";
  return rows + (by > 0 ? `${esc}[${by}C` : "\b".repeat(-by));
}

/** The bytes that turn the line before into this one, with its cursor. */
export function redrawn(before: Line, after: Line, room: Room): string {
  const kept = commonEdge(before.text, after.text);
  const place = (text: string, at: number) => placeBehind(text.slice(0, at), room);
  if (before.text === after.text && after.cursor >= before.cursor)
    return shown(after.text, before.cursor, after.cursor, room);
  const start = before.text === after.text ? after.cursor : kept;
  const toStart =
    before.cursor < start
      ? shown(before.text, before.cursor, start, room)
      : back(place(before.text, before.cursor), place(before.text, start));
  if (before.text === after.text) return toStart;
  const tail = shown(after.text, kept, after.text.length, room);
  const end = place(after.text, after.text.length);
  const left = erased(end, place(before.text, before.text.length), room);
  return toStart + tail + left + back(end, place(after.text, after.cursor));
}

/** Writes blanks over what is left of the line before, and goes back. */
function erased(end: Place, before: Place, { columns }: Room): string {
  const rows = before.row - end.row;
  const cells = before.column - end.column + (rows === 0 ? 0 : rows * columns);
  if (cells <= 0) return "";
  const edge = before.column === 0 ? " \b" : "";
  return " ".repeat(cells) + edge + back(before, end);
}

function commonEdge(one: string, other: string): number {
  const at = commonPrefix(one, other);
  return Math.min(edgeAt(one, at), edgeAt(other, at));
}
