/**
 * The terminal's modes: entered together, left together, and left exactly once.
 *
 * Modes are left in reverse order. Leaving may be requested by several exits in a row; only the first one writes.
 */

export type TerminalPort = {
  readonly write: (text: string) => void;
  readonly setRawMode: (on: boolean) => void;
};

export type Modes = {
  readonly mouse: boolean;
};

export type Terminal = {
  /** Enters the modes again after `leave`: after a stop, or after another program used the screen. */
  readonly enter: () => void;
  readonly leave: () => void;
  readonly isEntered: () => boolean;
  /** Enables the extended keyboard protocol, which distinguishes keys such as Shift+Enter, if the terminal supports it. */
  readonly tellKeysApart: () => void;
};

const screen = { on: "\u001b[?1049h\u001b[H\u001b[2J", off: "\u001b[?1049l" };
const cursor = { on: "\u001b[?25l", off: "\u001b[?25h" };
const paste = { on: "\u001b[?2004h", off: "\u001b[?2004l" };
const focus = { on: "\u001b[?1004h", off: "\u001b[?1004l" };
const keys = { on: "\u001b[>1u", off: "\u001b[<u" };
const mouse = { on: "\u001b[?1002h\u001b[?1006h", off: "\u001b[?1006l\u001b[?1002l" };

/**
 * Takes over the terminal. With `isPainted`, the alternate screen and raw mode are already on and its content is
 * kept; only the other modes are entered.
 */
export function takeTerminal(port: TerminalPort, modes: Modes, isPainted = false): Terminal {
  let isEntered = false;
  let hasKeys = false;

  const write = (text: string) => {
    try {
      port.write(text);
    } catch {
      // The terminal is gone, as after a hang-up: there is nothing left to restore.
    }
  };
  const setRawMode = (on: boolean) => {
    try {
      port.setRawMode(on);
    } catch {
      // As above.
    }
  };
  const enter = (keepsScreen: boolean) => {
    if (isEntered) return;
    isEntered = true;
    setRawMode(true);
    const parts = [
      keepsScreen ? "" : screen.on + cursor.on,
      paste.on,
      focus.on,
      modes.mouse ? mouse.on : "",
      hasKeys ? keys.on : "",
    ];
    write(parts.join(""));
  };
  enter(isPainted);

  return {
    enter: () => enter(false),
    leave() {
      if (!isEntered) return;
      isEntered = false;
      const first = [hasKeys ? keys.off : "", modes.mouse ? mouse.off : ""];
      write([...first, focus.off, paste.off, cursor.off, screen.off].join(""));
      setRawMode(false);
    },
    isEntered: () => isEntered,
    tellKeysApart() {
      if (hasKeys) return;
      hasKeys = true;
      if (isEntered) write(keys.on);
    },
  };
}
