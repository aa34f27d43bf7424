/**
 * Updates one line of the terminal from its current to its next content: a faster replacement for Ink's own function.
 *
 * What both lines begin and end with is kept. Ink segments and measures both lines for that; here only the common prefix
 * and the rest are measured, by code point. What is between is drawn with as few bytes as its cells need: a style turns
 * into the next one in one sequence, and gaps are stepped over. The build substitutes this for the version of Ink that
 * it was compared with.
 */
import { width } from "#base/cells.ts";
import { memoizeLru, memoizeShort } from "#base/memoize.ts";

const esc = "\u001b";
const sgr = new RegExp(`${esc}\\[([\\d;]*)m`, "g");
/** Other control characters: a line with one is rewritten completely. */
const control = /\p{Cc}/u;
/** Characters that may join the preceding one in a cluster. */
const joining =
  /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/u;

/** The width of a text; larger than any line if it contains control characters. */
const columnsOf = memoizeShort(4000, (text: string) => {
  const bare = text.replace(sgr, "");
  return control.test(bare) ? Number.POSITIVE_INFINITY : width(bare);
});

/**
 * The bytes that turn `previous` into `next` on a line of `columns` cells, wherever the cursor is.
 *
 * The parts that they share and the rest are measured separately: a list that scrolls moves the rest of each line, as it
 * was, beside what the next line begins with.
 */
export function lineUpdate(previous: string, next: string, columns: number | undefined): string {
  const whole = `${esc}[1G${esc}[K${next}`;
  if (columns === undefined || !(columns >= 1)) return whole;
  if (allLooks.size > mostLooks) forgetLooks();
  const common = commonPart(previous, next);
  const rest = next.slice(common);
  const { columns: column, looks } = beginning(next.slice(0, common));
  const [before, after] = [columnsOf(previous.slice(common)), columnsOf(rest)];
  if (column >= columns || column + Math.max(before, after) > columns) return whole;
  const middle = looks && before === after ? changedPart(previous, next, common, looks) : undefined;
  const drawn =
    looks && (middle === undefined ? erased(rest, looks) : drawnText(middle, looks, false));
  return drawn === undefined ? whole : `${esc}[${column + 1}G${drawn}`;
}

/** Erases the rest of the line and draws the text there. */
function erased(text: string, looks: Looks): string | undefined {
  const { drawn } =
    looks === plainLooks ? drawnAfterErasing(text) : { drawn: drawnText(text, looks, true) };
  return drawn === undefined ? undefined : `${esc}[K${drawn}`;
}

/** The length of the common prefix, moved back to a boundary in both lines. */
function commonPart(previous: string, next: string): number {
  let at = 0;
  const shorter = Math.min(previous.length, next.length);
  while (at < shorter && previous.charCodeAt(at) === next.charCodeAt(at)) at += 1;
  at = outsideOfStyle(next, at);
  while (at > 0 && !(isEdge(previous, at) && isEdge(next, at))) at = outsideOfStyle(next, at - 1);
  return at;
}

/** A position inside a style sequence is moved before it. */
function outsideOfStyle(line: string, at: number): number {
  const begin = line.lastIndexOf(esc, at - 1);
  if (begin < 0) return at;
  const end = line.indexOf("m", begin);
  return end >= 0 && end < at ? at : begin;
}

/** True if the character before `at` and the next visible one are certainly in separate cells. */
function isEdge(line: string, at: number): boolean {
  const after = seenAfter(line, at);
  if (after === "" || isSimple(after)) return true;
  return isSimple(seenBefore(line, at)) && !joining.test(after);
}

/** ASCII, and the lines and blocks that frames, separators and the cursor's bar consist of. */
function isSimple(character: string): boolean {
  return (character >= " " && character <= "~") || (character >= "\u2500" && character <= "\u259f");
}

function seenAfter(line: string, at: number): string {
  let place = at;
  while (line[place] === esc) place = line.indexOf("m", place) + 1;
  return String.fromCodePoint(line.codePointAt(place) ?? 0).replace("\0", "");
}

function seenBefore(line: string, at: number): string {
  return (
    line
      .slice(Math.max(0, at - 40), at)
      .replace(sgr, "")
      .at(-1) ?? ""
  );
}

/**
 * What is between the common beginning and a common end of both lines, if that fills the same cells in both and both are
 * unstyled behind it; undefined without such an end.
 */
function changedPart(
  previous: string,
  next: string,
  from: number,
  looks: Looks,
): string | undefined {
  const shift = previous.length - next.length;
  const shorter = Math.min(previous.length, next.length) - from;
  let length = 0;
  while (
    length < shorter &&
    previous.charCodeAt(previous.length - 1 - length) === next.charCodeAt(next.length - 1 - length)
  )
    length += 1;
  let at = styleEnd(next, next.length - length);
  while (at > 0 && next.length - at >= shortestEnd) {
    if (
      looksAfter(looks, next, from, at) === plainLooks &&
      looksAfter(looks, previous, from, at + shift) === plainLooks &&
      isEdge(next, at) &&
      isEdge(previous, at + shift)
    ) {
      const middle = next.slice(from, at);
      const isAsWide = columnsOf(previous.slice(from, at + shift)) === columnsOf(middle);
      return isAsWide ? middle : undefined;
    }
    at = styleEnd(next, at);
  }
  return undefined;
}

/** So many characters are written again rather than looked at. */
const shortestEnd = 16;

/** Behind the first style sequence that begins at `from` or later; 0 without one. */
function styleEnd(line: string, from: number): number {
  const begin = line.indexOf(esc, from);
  return begin < 0 ? 0 : line.indexOf("m", begin) + 1;
}

// What is open at a place of a line: the code of each kind of style, or "".

const kinds = [
  "bold",
  "faint",
  "italic",
  "under",
  "inverse",
  "struck",
  "colour",
  "behind",
] as const;
type Kind = (typeof kinds)[number];
type Codes = Readonly<Record<Kind, string>>;

/** One object for the same codes, of which a text has few, with what was found out about it. */
type Looks = {
  readonly codes: Codes;
  /** Whether a blank with these looks is not empty. */
  readonly isSeen: boolean;
  /** Blanks whose looks agree in this look the same, whatever their colour. */
  readonly onBlank: string;
  /** By the parameters of a sequence, the looks after it. */
  readonly after: Map<string, Looks>;
  /** The sequences that turn these looks into others. */
  readonly turns: Map<Looks, string>;
};

const noCodes: Codes = {
  bold: "",
  faint: "",
  italic: "",
  under: "",
  inverse: "",
  struck: "",
  colour: "",
  behind: "",
};

const allLooks = new Map<string, Looks>();

function keyOf(codes: Codes): string {
  return kinds.map((kind) => codes[kind]).join(",");
}

function looksOf(codes: Codes): Looks {
  const key = keyOf(codes);
  let looks = allLooks.get(key);
  if (looks === undefined) {
    const { behind, inverse, under, struck } = codes;
    const isSeen = behind + inverse + under + struck !== "";
    const isLined = inverse + under + struck !== "";
    const onBlank = isLined ? key : behind;
    looks = { codes, isSeen, onBlank, after: new Map(), turns: new Map() };
    allLooks.set(key, looks);
  }
  return looks;
}

const plainLooks = looksOf(noCodes);

/** A picture has thousands, each of which knows others. */
const mostLooks = 4000;

/** Between two lines: within one, the same looks must be the same object. */
function forgetLooks(): void {
  beginning = beginnings();
  allLooks.clear();
  allLooks.set(keyOf(noCodes), plainLooks);
  plainLooks.after.clear();
  plainLooks.turns.clear();
}

const opening: Readonly<Record<string, Kind>> = {
  "1": "bold",
  "2": "faint",
  "3": "italic",
  "4": "under",
  "7": "inverse",
  "9": "struck",
};

const closing: Readonly<Record<Kind, string>> = {
  bold: "22",
  faint: "22",
  italic: "23",
  under: "24",
  inverse: "27",
  struck: "29",
  colour: "39",
  behind: "49",
};

/** The changes by a sequence with these parameters; `isKnown` is false if one of them is unknown. */
const changesOf = memoizeLru(500, (parameters: string) => {
  const codes = parameters.split(";");
  const changes: Partial<Record<Kind, string>> = {};
  let isKnown = true;
  for (let at = 0; at < codes.length && isKnown; ) {
    const taken = addChange(changes, codes, at);
    isKnown = taken > 0;
    at += taken;
  }
  return { changes, isKnown };
});

/** Adds what the code at `at` changes; returns how many parameters it consumes, 0 if it is unknown. */
function addChange(changes: Partial<Record<Kind, string>>, codes: readonly string[], at: number) {
  const code = codes[at] ?? "";
  if (code === "0" || code === "") {
    Object.assign(changes, noCodes);
    return 1;
  }
  const closed = kinds.filter((kind) => closing[kind] === code);
  for (const kind of closed) changes[kind] = "";
  if (closed.length > 0) return 1;
  const opened = opening[code];
  if (opened !== undefined) changes[opened] = code;
  else if (/^(?:3[0-7]|9[0-7])$/.test(code)) changes.colour = code;
  else if (/^(?:4[0-7]|10[0-7])$/.test(code)) changes.behind = code;
  else if (code === "38" || code === "48") {
    const length = codes[at + 1] === "2" ? 5 : 3;
    changes[code === "38" ? "colour" : "behind"] = codes.slice(at, at + length).join(";");
    return length;
  } else return 0;
  return 1;
}

/** The looks after a sequence; undefined if it contains an unknown code. */
function changed(looks: Looks, parameters: string): Looks | undefined {
  const found = looks.after.get(parameters);
  if (found !== undefined) return found;
  const { changes, isKnown } = changesOf(parameters);
  if (!isKnown) return undefined;
  const made = looksOf({ ...looks.codes, ...changes });
  looks.after.set(parameters, made);
  return made;
}

/** The looks at the end of a part of a line; undefined if it contains an unknown code. */
function looksAfter(looks: Looks, line: string, from: number, to: number): Looks | undefined {
  let now: Looks | undefined = looks;
  let at = line.indexOf(esc, from);
  while (at >= 0 && at < to && now !== undefined) {
    const end = line.indexOf("m", at);
    now = changed(now, line.slice(at + 2, end));
    at = line.indexOf(esc, end);
  }
  return now;
}

/** What is known of the beginning that two lines share: of most lines, the sidebar, which seldom changes. */
function beginnings() {
  return memoizeShort(500, (text: string) => ({
    columns: columnsOf(text),
    looks: looksAfter(plainLooks, text, 0, text.length),
  }));
}

let beginning = beginnings();

// Drawing a text with as few bytes as its cells need.

/** A gap that is longer than the movement over it. */
const gap = "     ";

/** What was drawn, the looks that are open behind it, and the blanks that were not drawn yet. */
type Pen = { drawn: string; open: Looks; blanks: number };

/**
 * A text in looks that are not open yet. Of a line that was erased, blanks without visible looks are stepped over, and
 * not drawn at its end. Undefined if it contains an unknown code.
 */
function drawnText(text: string, looks: Looks, isErased: boolean): string | undefined {
  const pen: Pen = { drawn: "", open: plainLooks, blanks: 0 };
  let wanted = looks;
  let at = 0;
  while (at < text.length) {
    const sequence = text.indexOf(esc, at);
    const end = sequence < 0 ? text.length : sequence;
    if (end > at && isErased && !wanted.isSeen) drawWithSteps(pen, text.slice(at, end), wanted);
    else if (end > at) draw(pen, text.slice(at, end), wanted);
    if (sequence < 0) break;
    at = text.indexOf("m", sequence) + 1;
    const next = changed(wanted, text.slice(sequence + 2, at - 1));
    if (next === undefined) return undefined;
    wanted = next;
  }
  return wanted === pen.open ? pen.drawn : pen.drawn + turn(pen.open, wanted);
}

const drawnAfterErasing = memoizeShort(2000, (text: string) => ({
  drawn: drawnText(text, plainLooks, true),
}));

function draw(pen: Pen, text: string, looks: Looks): void {
  if (pen.blanks > 0) {
    const isStep = pen.blanks >= gap.length || pen.open.isSeen;
    pen.drawn += isStep ? `${esc}[${pen.blanks}C` : gap.slice(0, pen.blanks);
    pen.blanks = 0;
  }
  const isAlike = looks.onBlank === pen.open.onBlank && text.trimEnd() === "";
  if (looks !== pen.open && !isAlike) {
    pen.drawn += turn(pen.open, looks);
    pen.open = looks;
  }
  pen.drawn += text;
}

function drawWithSteps(pen: Pen, text: string, looks: Looks): void {
  let at = 0;
  while (at < text.length) {
    const from = at;
    while (at < text.length && text.charCodeAt(at) === 32) at += 1;
    pen.blanks += at - from;
    if (at === text.length) return;
    const next = text.indexOf(gap, at);
    const end = next < 0 ? text.length : next;
    draw(pen, text.slice(at, end), looks);
    at = end;
  }
}

/** The sequence that turns the looks `open` into `wanted`. */
function turn(open: Looks, wanted: Looks): string {
  let bytes = open.turns.get(wanted);
  if (bytes === undefined) {
    bytes = `${esc}[${codesBetween(open.codes, wanted.codes).join(";")}m`;
    open.turns.set(wanted, bytes);
  }
  return bytes;
}

function codesBetween(open: Codes, wanted: Codes): readonly string[] {
  if (wanted === noCodes || kinds.every((kind) => wanted[kind] === "")) return [];
  const closed = kinds.filter((kind) => open[kind] !== "" && wanted[kind] === "");
  const codes = new Set(closed.map((kind) => closing[kind]));
  // One code closes both.
  const isWeightClosed = codes.has(closing.bold);
  const opens = kinds.filter(
    (kind) =>
      wanted[kind] !== "" &&
      (wanted[kind] !== open[kind] || (isWeightClosed && closing[kind] === closing.bold)),
  );
  return [...codes, ...opens.map((kind) => wanted[kind])];
}
