/**
 * Times in messages, `<time:…>`, as servers read them: by the rules of Python's dateutil, with the zones that they know
 * besides. Without a zone they are in UTC, and what is left out is that of the day on which they were written.
 */
import { dateNumber, dateOf, weekdayOf } from "./time.ts";

export type WrittenTime =
  /** UNIX seconds. */
  | { readonly kind: "time"; readonly at: number }
  /** Servers drop it, and so take the time for another one. */
  | { readonly kind: "unknown zone" }
  /** It needs the day on which it was written, which is not known. */
  | { readonly kind: "undated" };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** The last second of the year 9999. */
const latest = 253_402_300_799;

/** Undefined if it is no time. `writtenAt` in UNIX seconds; undefined: not yet. */
export function writtenTime(text: string, writtenAt: number | undefined): WrittenTime | undefined {
  const written = read(text, writtenAt === undefined ? undefined : Math.floor(writtenAt / day));
  if (written !== undefined) return written;
  const isNumber = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);
  const at = Math.floor(Number(text));
  return isNumber && Math.abs(at) <= latest ? { kind: "time", at } : undefined;
}

function read(text: string, today: number | undefined): WrittenTime | undefined {
  try {
    const fields = fieldsOf(tokensOf(text));
    if (Object.keys(fields).length === 0) return undefined;
    const isWhole = [fields.month, fields.date].every((part) => part !== undefined);
    const hasYear = fields.year !== undefined && (fields.hasCentury || fields.year >= 100);
    const time = timeOf(fields, today ?? 0);
    return today === undefined && !(isWhole && hasYear) ? { kind: "undated" } : time;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

function unreadable(): never {
  throw new Unreadable();
}

// Tokens: words, numbers and other signs. A dot divides words, and numbers if there is more than one.

const letter = /^\p{L}$/u;
const digit = /^\d$/;

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const signs = [...text];
  for (let at = 0; at < signs.length; ) {
    const token = runAt(signs, at);
    at += [...token].length;
    if (/^\s$/.test(token)) tokens.push(" ");
    else if (/\p{L}.*\.|\.\D*\p{L}|\..*\.|.[.,]$/su.test(token))
      tokens.push(...token.split(/([.,])/).filter((part) => part !== ""));
    else tokens.push(token.replace(/^(\d+),/, "$1."));
  }
  return tokens;
}

function runAt(signs: readonly string[], from: number): string {
  const [first = ""] = signs.slice(from, from + 1);
  if (!letter.test(first) && !digit.test(first)) return first;
  let token = first;
  let isWord = letter.test(first);
  let hasDot = false;
  for (const sign of signs.slice(from + 1)) {
    const afterDot = token.endsWith(".");
    const isSame = isWord ? letter.test(sign) : digit.test(sign);
    const isOther = isWord ? digit.test(sign) : letter.test(sign);
    const isComma: boolean = sign === "," && !isWord && !hasDot && token.length >= 2;
    if (!isSame && sign !== "." && !isComma && !(isOther && hasDot && afterDot)) break;
    if (isOther) isWord = !isWord;
    hasDot ||= sign === "." || isComma;
    token += sign;
  }
  return token;
}

const jumps = new Set([" ", ..."., ; - / ' at on and ad m t of st nd rd th".split(/ |(?<=\.)/)]);
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const months =
  "january february march april may june july august september october november december".split(
    " ",
  );

function isJump(token: string | undefined): boolean {
  return token !== undefined && jumps.has(token.toLowerCase());
}

/** By its whole name or its first three letters. */
function indexIn(names: readonly string[], token: string | undefined): number {
  const word = token?.toLowerCase() ?? "";
  return names.findIndex((name) => name === word || name.slice(0, 3) === word);
}

/** 1 is January. */
function monthIn(token: string | undefined): number | undefined {
  const at = token?.toLowerCase() === "sept" ? 8 : indexIn(months, token);
  return at < 0 ? undefined : at + 1;
}

/** 0 is an hour, 1 a minute, 2 a second. */
function unitIn(token: string | undefined): number | undefined {
  const at = ["h hour hours", "m minute minutes", "s second seconds"].findIndex((words) =>
    words.split(" ").includes(token?.toLowerCase() ?? ""),
  );
  return at < 0 ? undefined : at;
}

/** 0 is before noon. */
function halfIn(token: string | undefined): 0 | 1 | undefined {
  const [first, more] = [token?.toLowerCase()[0], token?.toLowerCase().slice(1)];
  if (more !== "" && more !== "m") return undefined;
  if (first === "a") return 0;
  return first === "p" ? 1 : undefined;
}

// What the tokens say.

type Fields = {
  /** From Sunday on. */
  weekday?: number;
  hour?: number;
  minute?: number;
  second?: number;
  zone?: string;
  /** In seconds, positive east of Greenwich. */
  offset?: number;
};

type Reading = { readonly tokens: string[]; readonly fields: Fields; readonly dates: Dates };

function fieldsOf(all: readonly string[]): Fields & Resolved & { hasCentury?: true } {
  const reading: Reading = { tokens: [...all], fields: {}, dates: { values: [] } };
  for (let at = 0; at < all.length; ) at = readToken(reading, at) + 1;
  return { ...reading.fields, ...resolved(reading.dates) };
}

/** Returns the last token that was read. */
function readToken(reading: Reading, at: number): number {
  const { tokens, fields } = reading;
  const token = tokens[at] ?? unreadable();
  if (/^\d/.test(token)) return readNumber(reading, at, token);
  const weekday = indexIn(weekdays, token);
  if (weekday >= 0) {
    fields.weekday = weekday;
    return at;
  }
  const month = monthIn(token);
  if (month !== undefined) return readAfterMonth(reading, at, month);
  const half = halfIn(token);
  if (half !== undefined) {
    if (fields.hour === undefined || fields.hour > 12) unreadable();
    fields.hour = inHalf(fields.hour, half);
    return at;
  }
  if (isZone(fields, token)) return readZone(reading, at, token);
  if (fields.hour !== undefined && /^[+-]$/.test(token)) return readOffset(reading, at, token);
  return isJump(token) ? at : unreadable();
}

function inHalf(hours: number, half: 0 | 1): number {
  if (half === 1) return hours < 12 ? hours + 12 : hours;
  return hours === 12 ? 0 : hours;
}

function readAfterMonth({ tokens, dates }: Reading, at: number, month: number): number {
  add(dates, month, "month");
  const [next, one, sep, two] = tokens.slice(at + 1, at + 5);
  if (next === "-" || next === "/") {
    add(dates, one);
    if (sep !== next) return at + 2;
    add(dates, two);
    return at + 4;
  }
  if (next !== " " || sep !== " " || one?.toLowerCase() !== "of" || two === undefined) return at;
  if (/^\d+$/.test(two)) add(dates, two, "year");
  return at + 4;
}

// Zones.

/** What servers know besides offsets, in hours. */
const zones: Readonly<Record<string, number>> = {
  ...{ SST: -11, HST: -10, AKST: -9, HDT: -9, AKDT: -8, PST: -8, MST: -7, PDT: -7, CST: -6 },
  ...{ MDT: -6, CDT: -5, EST: -5, AST: -4, EDT: -4, NST: -3.5, ADT: -3, NDT: -2.5, GMT: 0 },
  ...{ UTC: 0, WET: 0, BST: 1, CET: 1, MET: 1, WAT: 1, WEST: 1, CAT: 2, CEST: 2, EET: 2, MEST: 2 },
  ...{ SAST: 2, EAT: 3, EEST: 3, IDT: 3, MSK: 3, PKT: 5, IST: 5.5, WIB: 7, AWST: 8, HKT: 8 },
  ...{ WITA: 8, JST: 9, KST: 9, WIT: 9, ACST: 9.5, AEST: 10, ACDT: 10.5, AEDT: 11, NZST: 12 },
  ...{ NZDT: 13 },
};

function isZone({ hour: hours, zone, offset }: Fields, token: string): boolean {
  const isFirst = hours !== undefined && zone === undefined && offset === undefined;
  return isFirst && (/^[A-Z]{1,5}$/.test(token) || token === "z");
}

function readZone({ tokens, fields }: Reading, at: number, token: string): number {
  const sign = tokens[at + 1];
  const isUtc = /^(?:utc|gmt|z)$/i.test(token);
  if (sign === "+" || sign === "-") {
    // In `UTC+3` and `BRST+3` it is how much later UTC is.
    tokens[at + 1] = sign === "+" ? "-" : "+";
    if (!isUtc) fields.zone = token;
  } else fields.zone = isUtc ? "UTC" : token;
  return at;
}

/** `-0530`, `-5:30`, `-5`, and the zone in brackets behind it. */
function readOffset({ tokens, fields }: Reading, at: number, sign: string): number {
  const [digits = "", colon, minutes = ""] = tokens.slice(at + 1, at + 4);
  const isDivided = digits.length !== 4 && colon === ":";
  const [, hours, past = "0"] =
    /^(\d\d)(\d\d)$/.exec(digits) ?? (isDivided ? ["", digits, minutes] : ["", digits]);
  const isKnown = isDivided || /^(?:\d{4}|\d\d?)$/.test(digits);
  if (!isKnown || !/^\d+ \d+$/.test(`${hours} ${past}`)) unreadable();
  const size = Number(hours) * hour + Number(past) * minute;
  fields.offset = sign === "+" ? size : -size;
  const end = at + (isDivided ? 3 : 1);
  const [gap, open, name = "", close] = tokens.slice(end + 1, end + 5);
  const isNamed = isJump(gap) && open === "(" && close === ")" && /^[A-Z]{3,5}$/.test(name);
  if (!isNamed || fields.zone !== undefined) return end;
  fields.zone = name;
  return end + 4;
}

// Numbers.

function readNumber(reading: Reading, at: number, token: string): number {
  const { tokens, fields } = reading;
  if (readTogether(reading, at, token)) return at;
  const unit = unitBeside(tokens, at);
  if (unit !== undefined) {
    setUnit(fields, token, unit.kind);
    return unit.end;
  }
  const next = tokens[at + 1];
  if (next === ":" && at + 2 < tokens.length) return readClock(reading, at, token);
  if (next !== undefined && /^[-/.]$/.test(next)) return readDivided(reading, at, token, next);
  return readAlone(reading, at, token, next);
}

/** Figures of several fields without a sign between them. */
function readTogether(reading: Reading, at: number, token: string): boolean {
  const { fields, dates } = reading;
  if (isTimeAfterDate(reading, at, token)) {
    if (token.length === 2) fields.hour = wholeOf(token);
    else setTime(fields, cut(token, [2, 2]));
  } else if (token.length === 6 && dates.values.length === 0 && !token.includes("."))
    addAll(dates, cut(token, [2, 2, 2]));
  else if (token.length === 6 || (token.length > 6 && token.indexOf(".") === 6))
    setTime(fields, [...cut(token, [2, 2]), token.slice(4)]);
  else if ([8, 12, 14].includes(token.length)) {
    const [year, month = "", date = "", ...time] = cut(token, [4, 2, 2, 2, 2, 2]);
    add(dates, year, "year");
    addAll(dates, [month, date]);
    if (token.length > 8) setTime(fields, time);
  } else return false;
  return true;
}

function setTime(fields: Fields, parts: readonly (string | undefined)[]): void {
  const [hours = "", minutes = "", seconds = ""] = parts;
  if (!/^\d+$/.test(hours) || !/^\d+$/.test(minutes)) unreadable();
  [fields.hour, fields.minute] = [Number(hours), Number(minutes)];
  if (seconds !== "") fields.second = wholeOf(seconds);
}

function isTimeAfterDate({ tokens, fields, dates }: Reading, at: number, token: string): boolean {
  const next = tokens[at + 1];
  const isAfterDate = dates.values.length === 3 && fields.hour === undefined;
  const isFree = next === undefined || (next !== ":" && unitIn(next) === undefined);
  return isAfterDate && isFree && (token.length === 2 || token.length === 4);
}

function cut(token: string, lengths: readonly number[]): readonly string[] {
  return lengths.map((length, at) => {
    const from = lengths.slice(0, at).reduce((sum, one) => sum + one, 0);
    return token.slice(from, from + length);
  });
}

/** An hour before its half of the day, else a part of the date. */
function readAlone(
  { tokens, fields, dates }: Reading,
  at: number,
  token: string,
  next: string | undefined,
): number {
  const isApart = next === undefined || isJump(next);
  const half = halfIn(isApart ? tokens[at + 2] : next);
  const value = Number(token);
  if (half !== undefined && (isApart || value < 24)) {
    fields.hour = inHalf(Math.floor(value), half);
    return at + (isApart ? 2 : 1);
  }
  if (!isApart && !couldBeDate(dates, value)) unreadable();
  add(dates, value);
  return at + (isApart ? 1 : 0);
}

/** Without its fraction. */
function wholeOf(token: string): number {
  return /^\d+(?:\.\d*)?$/.test(token) ? Math.floor(Number(token)) : unreadable();
}

/** The unit behind the number, or the one after that before it. */
function unitBeside(tokens: readonly string[], at: number) {
  const [behind, far] = [unitIn(tokens[at + 1]), unitIn(tokens[at + 2])];
  if (behind !== undefined) return { kind: behind, end: at + 1 };
  if (tokens[at + 1] === " " && far !== undefined) return { kind: far, end: at + 2 };
  const before = unitIn(tokens[at - 1]);
  if (before !== undefined) return { kind: before + 1, end: at };
  const isLast = at === tokens.length - 1 && at > 1 && tokens[at - 1] === " ";
  const earlier = isLast ? unitIn(tokens[at - 2]) : undefined;
  return earlier === undefined ? undefined : { kind: earlier + 1, end: at };
}

function setUnit(fields: Fields, token: string, kind: number): void {
  const value = Number(token);
  if (kind === 0) {
    fields.hour = Math.floor(value);
    if (value % 1 !== 0) fields.minute = Math.floor(60 * (value % 1));
  } else if (kind === 1) setMinutes(fields, value);
  else if (kind === 2) fields.second = wholeOf(token);
}

function setMinutes(fields: Fields, value: number): void {
  fields.minute = Math.floor(value);
  if (value % 1 === 0) delete fields.second;
  else fields.second = Math.floor(60 * (value % 1));
}

/** `9:30`, `9:30:15`. */
function readClock({ tokens, fields }: Reading, at: number, token: string): number {
  const [minutes = "", colon, seconds] = tokens.slice(at + 2, at + 5);
  if (!/^\d/.test(minutes)) unreadable();
  fields.hour = wholeOf(token);
  setMinutes(fields, Number(minutes));
  if (colon !== ":" || seconds === undefined) return at + 2;
  fields.second = wholeOf(seconds);
  return at + 4;
}

/** `01-02-2003`, `1.Jan.2003`. */
function readDivided({ tokens, dates }: Reading, at: number, token: string, sep: string): number {
  add(dates, token);
  const [second, again, third] = tokens.slice(at + 2, at + 5);
  if (second === undefined || isJump(second)) return at + 1;
  addNamed(dates, second, /^\d+$/.test(second));
  if (again !== sep) return at + 2;
  addNamed(dates, third ?? unreadable(), true);
  return at + 4;
}

function addNamed(dates: Dates, token: string, mayBeNumber: boolean): void {
  const month = monthIn(token);
  if (month !== undefined) add(dates, month, "month");
  else if (mayBeNumber) add(dates, token);
  else unreadable();
}

// Year, month and day, in the order in which they come.

type Part = "year" | "month" | "date";

type Dates = {
  readonly values: number[];
  /** At which place each is that is known to be one. */
  year?: number;
  month?: number;
  date?: number;
  hasCentury?: true;
};

function addAll(dates: Dates, values: readonly string[]): void {
  for (const value of values) add(dates, value);
}

function add(dates: Dates, value: string | number | undefined, part?: Part): void {
  if (value === undefined || !/^\d+(?:\.\d+)?$/.test(`${value}`)) unreadable();
  const isLong = typeof value === "string" ? /^\d{3,}$/.test(value) : value > 100;
  if (isLong) dates.hasCentury = true;
  const kind = isLong ? "year" : part;
  if (typeof value === "string" && !/^\d+$/.test(value)) unreadable();
  dates.values.push(Math.floor(Number(value)));
  if (kind === undefined) return;
  if (dates[kind] !== undefined) unreadable();
  dates[kind] = dates.values.length - 1;
}

function couldBeDate({ values, year, month, date }: Dates, value: number): boolean {
  if (date !== undefined || value < 1) return false;
  if (month === undefined) return value <= 31;
  const y = year === undefined ? 2000 : (values[year] ?? 0);
  return dateNumber(y, values[month] ?? 0, Math.floor(value)) !== undefined;
}

type Resolved = {
  year?: number | undefined;
  month?: number | undefined;
  date?: number | undefined;
};

function resolved(dates: Dates): Resolved & { hasCentury?: true } {
  const { values, hasCentury } = dates;
  const placed = (["year", "month", "date"] as const).filter((part) => dates[part] !== undefined);
  const places = Object.fromEntries(placed.map((part) => [part, dates[part]]));
  if (values.length === 3 && placed.length === 2) {
    const [left = "date"] = (["year", "month", "date"] as const).filter(
      (part) => !placed.includes(part),
    );
    places[left] = [0, 1, 2].find((place) => !Object.values(places).includes(place));
    placed.push(left);
  }
  const parts =
    values.length > 0 && values.length === placed.length
      ? Object.fromEntries(placed.map((part) => [part, values[places[part] ?? 0]]))
      : guessed(dates);
  return { ...parts, ...(hasCentury && { hasCentury }) };
}

/** From the values and their order alone, month first. */
function guessed({ values, month, year }: Dates): Resolved {
  const count = values.length;
  if (count > 3) unreadable();
  if (count === 3) return inOrder(values, orderOf(values, month, year));
  const [one = 0, two = 0] = values;
  if (count === 2 && month === undefined) {
    if (one > 31) return inOrder(values, "ym");
    return inOrder(values, two > 31 ? "my" : "md");
  }
  const other = month === undefined ? values[0] : values.filter((_, at) => at !== month)[0];
  return {
    ...(month !== undefined && { month: values[month] }),
    ...(other !== undefined && (other > 31 ? { year: other } : { date: other })),
  };
}

function orderOf(
  [one = 0, two = 0]: readonly number[],
  month: number | undefined,
  year: number | undefined,
): string {
  if (month === 0) return two > 31 ? "myd" : "mdy";
  if (month === 1) return one > 31 ? "ymd" : "dmy";
  if (month === 2) return two > 31 ? "dym" : "ydm";
  if (one > 31 || year === 0) return "ymd";
  return one > 12 ? "dmy" : "mdy";
}

function inOrder(values: readonly number[], order: string): Resolved {
  const at = (letter: string) =>
    order.includes(letter) ? values[order.indexOf(letter)] : undefined;
  return { year: at("y"), month: at("m"), date: at("d") };
}

// The time.

function timeOf(fields: ReturnType<typeof fieldsOf>, today: number): WrittenTime {
  const now = dateOf(today);
  const year =
    fields.year === undefined ? now.year : wholeYear(fields.year, fields.hasCentury, now.year);
  const { month = now.month, hour: hours = 0, minute: minutes = 0, second = 0 } = fields;
  const first = dateNumber(year, month, fields.date ?? 1);
  if (first === undefined || year < 1 || year > 9999 || hours > 23 || minutes > 59 || second > 59)
    unreadable();
  const date = fields.date === undefined ? lastUpTo(year, month, now.date) : first;
  const { weekday } = fields;
  const isFree = weekday !== undefined && !fields.date;
  const on = isFree
    ? date + ((weekday - weekdayOf(date * day, { timeZone: "UTC" }) + 7) % 7)
    : date;
  const offset = offsetOf(fields);
  if (offset === undefined) return { kind: "unknown zone" };
  return { kind: "time", at: on * day + hours * hour + minutes * minute + second - offset };
}

/** The date of that month, or its last one. */
function lastUpTo(year: number, month: number, date: number): number {
  const dates = [0, 1, 2, 3].map((less) => dateNumber(year, month, date - less));
  return dates.find((one) => one !== undefined) ?? unreadable();
}

/** Two figures are a year that is less than fifty away. */
function wholeYear(year: number, hasCentury: true | undefined, now: number): number {
  if (year >= 100 || hasCentury) return year;
  const near = year + now - (now % 100);
  if (near >= now + 50) return near - 100;
  return near < now - 50 ? near + 100 : near;
}

function offsetOf({ zone, offset }: Fields): number | undefined {
  const hours = zone === undefined ? undefined : zones[zone];
  if (hours !== undefined) return hours * hour;
  if (Math.abs(offset ?? 0) >= day) unreadable();
  return offset ?? (zone === undefined ? 0 : undefined);
}
