/** Finds the end of an escape sequence. */

const introducer = "\x1b";

/**
 * The length of the sequence that begins at `at` with ESC; undefined while it is incomplete. A lone ESC, and ESC
 * before another ESC, has the length 1.
 */
export function sequenceLength(text: string, at: number): number | undefined {
  const kind = text[at + 1];
  switch (kind) {
    case undefined:
      return undefined;
    case introducer:
      return 1;
    case "[":
      return controlLength(text, at);
    case "O":
      return singleShiftLength(text[at + 2]);
    case "]":
    case "P":
    case "_":
    case "^":
      return stringLength(text, at);
    default:
      return String.fromCodePoint(text.codePointAt(at + 1) ?? 0).length + 1;
  }
}

/** SS3 and the one character after it. Before anything else it is Alt with the letter O. */
function singleShiftLength(shifted: string | undefined): number | undefined {
  if (shifted === undefined) return undefined;
  return shifted >= " " && shifted <= "~" ? 3 : 2;
}

/** CSI: parameters, then one final character. Anything else ends it early, so that garbage cannot swallow keys. */
function controlLength(text: string, at: number): number | undefined {
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    // The Linux console sends function keys as `CSI [ A`.
    if (code === 0x5b && end === at + 2) continue;
    if (code >= 0x40 && code <= 0x7e) return end - at + 1;
    if (code < 0x20 || code > 0x3f) return end - at;
  }
  return undefined;
}

/** OSC, DCS and similar: up to BEL or ST. */
function stringLength(text: string, at: number): number | undefined {
  for (let end = at + 2; end < text.length; end += 1) {
    if (text[end] === "\x07") return end - at + 1;
    if (text[end] === introducer) {
      if (text[end + 1] === undefined) return undefined;
      return text[end + 1] === "\\" ? end - at + 2 : end - at;
    }
  }
  return undefined;
}
