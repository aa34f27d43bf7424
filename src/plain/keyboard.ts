/**
 * Lines typed on a terminal that hands over each key: as the terminal's own line editing does it, except that what is
 * being typed is known, so that nothing is written into it. Only printable text and backspaces are echoed.
 */

import { width } from "#base/cells.ts";
import { graphemes } from "#base/graphemes.ts";
import { safeLine } from "#base/safe-text.ts";

export type KeyboardPorts = {
  readonly write: (text: string) => void;
  readonly line: (line: string) => void;
  /** The line that was begun was taken back. */
  readonly emptied: () => void;
  readonly ended: () => void;
  readonly interrupted: () => void;
  readonly suspended: () => void;
};

export type Keyboard = {
  /** Takes what was read from the terminal. */
  readonly takes: (text: string) => void;
  readonly isTyping: () => boolean;
  /** Whether what is typed is shown; ends of lines always are. */
  readonly show: (isShown: boolean) => void;
};

/** Escape sequences of keys that a line without a movable cursor has no use for, and single control characters. */
const parts =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are what is looked for
  /\u001b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|O.|[^[O])?|\r\n?|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/gu;

export function createKeyboard(ports: KeyboardPorts): Keyboard {
  let line = "";
  /** A sequence of which the rest has not been read yet. */
  let begun = "";
  let isShown = true;
  const echo = (text: string) => isShown && text !== "" && ports.write(text);
  const add = (text: string) => {
    line += text;
    echo(safeLine(text));
  };
  /** Keeps that much of the line. */
  const cutTo = (length: number) => {
    const taken = line.slice(length);
    if (taken === "") return;
    line = line.slice(0, length);
    echo("\b \b".repeat(width(safeLine(taken))));
    if (line === "") ports.emptied();
  };
  const enter = () => {
    const typed = line;
    line = "";
    ports.write("\n");
    ports.line(typed);
  };
  const controls: Readonly<Record<string, () => void>> = {
    "\r": enter,
    "\n": enter,
    "\r\n": enter,
    "\u007f": () => cutTo(line.length - (graphemes(line).at(-1)?.length ?? 0)),
    "\b": () => controls["\u007f"]?.(),
    "\u0015": () => cutTo(0),
    "\u0017": () => cutTo(/\S*\s*$/u.exec(line)?.index ?? 0),
    "\u0012": () => echo(`\n${safeLine(line)}`),
    "\t": () => add(" "),
    "\u0003": ports.interrupted,
    "\u001a": ports.suspended,
    "\u0004": () => line === "" && ports.ended(),
  };
  return {
    takes: (text) => {
      const all = begun + text;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      begun = /\u001b(?:\[[0-9;:<=>?]*[ -/]*|O)$/u.exec(all)?.[0] ?? "";
      for (const [part] of all.slice(0, all.length - begun.length).matchAll(parts)) {
        if (controls[part] !== undefined) controls[part]();
        // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
        else if (!/^[\u0000-\u001f\u007f]/.test(part)) add(part);
      }
    },
    isTyping: () => line !== "",
    show: (shown) => {
      isShown = shown;
    },
  };
}
