/**
 * What the style sequences of a line leave open at a place: the code of each kind of style, or "".
 *
 * There is one object for the same codes, until all are forgotten.
 */
import { memoizeTexts } from "#base/memoize.ts";

const esc = "\u001b";

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

/** The codes, with what was found out about them. */
export type Looks = {
  readonly codes: Codes;
  /** Whether a blank with these looks is not empty. */
  readonly isSeen: boolean;
  /** Blanks whose looks agree in this look the same, whatever their colour. */
  readonly onBlank: string;
  /** Whether a blank with these looks is an erased cell with their background. */
  readonly isErasable: boolean;
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

export function looksOf(codes: Codes): Looks {
  const key = keyOf(codes);
  let looks = allLooks.get(key);
  if (looks === undefined) {
    const { behind, inverse, under, struck } = codes;
    const isSeen = behind + inverse + under + struck !== "";
    const isLined = inverse + under + struck !== "";
    const onBlank = isLined ? key : behind;
    looks = { codes, isSeen, onBlank, isErasable: !isLined, after: new Map(), turns: new Map() };
    allLooks.set(key, looks);
  }
  return looks;
}

export const plainLooks = looksOf(noCodes);

/** A picture has thousands, each of which knows others. */
const mostLooks = 4000;

export function hasTooManyLooks(): boolean {
  return allLooks.size > mostLooks;
}

/** Those without styles stay the same object. */
export function forgetLooks(): void {
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

/**
 * The changes by a sequence with these parameters; `isKnown` is false if one of them is unknown. The parameters are those that
 * were given, as a text of their own: a part of a frame would keep the whole frame.
 */
const changesOf = memoizeTexts(500, (parameters: string) => {
  const codes = parameters.split(";");
  const changes: Partial<Record<Kind, string>> = {};
  let isKnown = true;
  for (let at = 0; at < codes.length && isKnown; ) {
    const taken = addChange(changes, codes, at);
    isKnown = taken > 0;
    at += taken;
  }
  return { parameters, changes, isKnown };
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
export function changed(looks: Looks, parameters: string): Looks | undefined {
  const after = looks.after.get(parameters);
  if (after !== undefined) return after;
  const { parameters: own, changes, isKnown } = changesOf(parameters);
  if (!isKnown) return undefined;
  const made = looksOf({ ...looks.codes, ...changes });
  looks.after.set(own, made);
  return made;
}

/** The looks at the end of a part of a line; undefined if it contains an unknown code. */
export function looksAfter(
  looks: Looks,
  line: string,
  from: number,
  to: number,
): Looks | undefined {
  let now: Looks | undefined = looks;
  let at = line.indexOf(esc, from);
  while (at >= 0 && at < to && now !== undefined) {
    const end = line.indexOf("m", at);
    now = changed(now, line.slice(at + 2, end));
    at = line.indexOf(esc, end);
  }
  return now;
}

/** The sequence that turns the looks `open` into `wanted`. */
export function turn(open: Looks, wanted: Looks): string {
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
