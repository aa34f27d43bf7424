/**
 * Times as a person types them: `tomorrow 9:00`, `in 2h`, `mon 14:30`, `tonight`, `dec 24`, `24.12.`, `2026-12-01 10:00`.
 *
 * A text is understood as a whole or not at all. What could be two dates, or is none, is refused with what to type.
 */
import {
  dateNumber,
  dateOf,
  dayLabel,
  dayNumber,
  isTimeZone,
  momentOn,
  offsetAt,
  type Zone,
} from "./time.ts";

/** Which number of a date with slashes comes first. */
export type DateOrder = "day" | "month";

/** How typed times are read: in this zone, and in this order; without one, dates that depend on it are refused. */
export type TimeReading = Zone & { readonly order?: DateOrder | undefined };

export type TypedTime =
  /** UNIX seconds: a day or a month up to its end, or a moment, whose `from` and `to` are the same. */
  | { readonly kind: "time"; readonly from: number; readonly to: number }
  | { readonly kind: "refused"; readonly sentence: string };

/**
 * What is meant by a weekday, a time of day or a day of the year: the next such one, or the latest. What is typed may still
 * say otherwise. A coming day is a moment: its morning.
 */
export type Sense = "coming" | "past";

/** Undefined if any part of the text is not understood. `now` is in UNIX seconds. */
export function typedTime(
  typed: string,
  sense: Sense,
  now: number,
  reading: TimeReading,
): TypedTime | undefined {
  const text = typed.trim().replace(/[\s,]+/g, " ");
  if (/^\d{9,11}$/.test(text)) return moment(Number(text));
  const { before, name } = zoneIn(text) ?? { before: text, name: reading.timeZone };
  if (before === undefined || (name !== undefined && !isTimeZone(name)))
    return refused(`${name} is not a known zone: write UTC+1, or a name such as Europe/Lisbon.`);
  const zone = { timeZone: name };
  const base = { sense, now, zone, order: reading.order, today: dayNumber(now, zone) };
  const parts = partsIn(before.toLowerCase(), base);
  if (parts === undefined || "kind" in parts) return parts;
  return timeOf(parts, base);
}

function moment(at: number): TypedTime {
  return { kind: "time", from: at, to: at };
}

function refused(sentence: string): TypedTime {
  return { kind: "refused", sentence };
}

// The zone at the end of a text.

const utcOffset = /^(.*\d(?: ?[ap]m)?) ?(?:utc|gmt) ?([+-])(\d{1,2})(?::?(\d\d))?$/i;
const isoOffset = /^(\d{4}-\d\d-\d\d.*:\d\d(?:\.\d+)?) ?([+-])(\d\d):?(\d\d)$/;
const utc = /^(.*\d(?: ?[ap]m)?) ?(?:utc|gmt|z)$/i;
const named = /^(.*\S) ([a-z]+\/[\w/+-]+)$/i;
const lettered = /\d(?: ?[AaPp][Mm])? (?![AP]M$)([A-Z]{2,5})$/;

/** Undefined as `before`: letters that stand for several zones, or for none. */
type Zoned = { readonly before: string | undefined; readonly name: string };

function zoneIn(text: string): Zoned | undefined {
  const [, start, sign = "", hours = "", minutes = "00"] =
    utcOffset.exec(text) ?? isoOffset.exec(text) ?? [];
  if (start !== undefined)
    return { before: start, name: `${sign}${hours.padStart(2, "0")}:${minutes}` };
  const [, inUtc] = utc.exec(text) ?? [];
  if (inUtc !== undefined) return { before: inUtc, name: "UTC" };
  const [, before, name] = named.exec(text) ?? [];
  if (name !== undefined) return { before, name };
  const [, letters] = lettered.exec(text) ?? [];
  return letters === undefined ? undefined : { before: undefined, name: letters };
}

// What is understood, part by part.

type Base = {
  readonly sense: Sense;
  readonly now: number;
  readonly zone: Zone;
  readonly order: DateOrder | undefined;
  /** Days are numbered from 1970. */
  readonly today: number;
};

type Parts = {
  readonly day?: number;
  /** How long the day is if no time is typed: a month is many. */
  readonly days?: number;
  /** It is meant again after so many days. */
  readonly repeats?: number;
  /** A number behind it is an hour, and not a year. */
  readonly takesHour?: true;
  /** Of the day. */
  readonly seconds?: number;
  /** From now, or back from it; days and months keep the time of day. */
  readonly shift?: Shift;
  readonly towards?: 1 | -1;
};

type Shift = { readonly seconds: number; readonly days: number; readonly months: number };

/** Reads where the rest of a text begins with the pattern; undefined leaves that to another rule. */
type Rule = readonly [
  pattern: string,
  read: (match: readonly (string | undefined)[], base: Base) => Parts | TypedTime | undefined,
];

const minute = 60;
const hour = 60 * minute;
const morning = 9 * hour;
const evening = 20 * hour;
const timesOfDay: Readonly<Record<string, number>> = {
  morning,
  noon: 12 * hour,
  midday: 12 * hour,
  afternoon: 15 * hour,
  evening,
  night: evening,
  midnight: 0,
};
const partOfDay = "(morning|afternoon|evening|night)";
const days: Readonly<Record<string, number>> = {
  "day before yesterday": -2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  tom: 1,
  "day after tomorrow": 2,
};
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
const date = "(\\d\\d?)(?:st|nd|rd|th)?";
const name = "([a-z]{3,9})(?![a-z])\\.?";

const rules: readonly Rule[] = [
  ["now$", () => ({ shift: noShift, towards: 1 })],
  ["(?:(half an|an?) |(\\d{1,5}) ?)([a-z]+)", ([, one, count = one, unit]) => shiftOf(count, unit)],
  ["(next|last) (week|month|year)", ([, which, unit]) => shiftOf("a", unit, which)],
  ["in(?= (?:an?|half|\\d))|from now|later", () => ({ towards: 1 })],
  ["ago", () => ({ towards: -1 })],
  [
    `(${Object.keys(days).join("|")})`,
    ([, word = ""], { today }) => ({ day: today + (days[word] ?? 0), takesHour: true }),
  ],
  ["tonight", (_, { today }) => ({ day: today, seconds: evening })],
  [`this ${partOfDay}`, ([, part], { today }) => ({ day: today, ...timeNamed(part) })],
  [`(?:(next|last|this) )?${name}`, readWeekday],
  [
    "(\\d{4})([-/.])(\\d\\d?)\\2(\\d\\d?)(?:t(?=\\d))?",
    ([, year, , number, day]) => dayOf(year, number, day),
  ],
  ["(\\d\\d?)\\.(\\d\\d?)(?:\\.(\\d{4}|\\d\\d)?)?", readDotted],
  ["(\\d\\d?)/(\\d\\d?)(?:/(\\d{4}|\\d\\d))?", readOrdered],
  ["(\\d\\d?)-(\\d\\d?)-(\\d{4})", readOrdered],
  [
    `${date}\\.? ?(?:of )?${name}(?: (\\d{4}))?`,
    ([, day, of, year], base) => dayIn(base, year, monthOf(of), day),
  ],
  [
    `${name} ${date}(?: (\\d{4}))?`,
    ([, of, day, year], base) => dayIn(base, year, monthOf(of), day),
  ],
  [`${name}(?: (\\d{4}))?`, readMonth],
  [
    "(?:at )?(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:\\.\\d+)?)? ?(am|pm)?",
    ([, ...time]) => timeAt(...time),
  ],
  ["(?:at )?(\\d\\d?)()() ?(am|pm)", ([, ...time]) => timeAt(...time)],
  ["at (\\d\\d?)|(\\d\\d?) o'?clock", ([, one, other]) => timeAt(one ?? other)],
  ["noon|midday|midnight", ([word]) => timeNamed(word)],
  ["at|on|the|and", () => ({})],
];

const hourAlone: Rule = ["(\\d\\d?)$", ([, hours]) => timeAt(hours)];
const partAlone: Rule = [`(?:in the )?${partOfDay}`, ([, part]) => timeNamed(part)];

/** A part ends where another word or number begins. */
const compiled = (all: readonly Rule[]) =>
  all.map(([pattern, read]) => ({
    start: new RegExp(`^(?:${pattern})(?![a-z:./-]|(?<=\\d)\\d) ?`),
    read,
  }));
const first = compiled(rules);
const afterDate = compiled([partAlone, ...rules]);
const afterDay = compiled([hourAlone, partAlone, ...rules]);

function partsIn(text: string, base: Base): Parts | TypedTime | undefined {
  let parts: Parts = {};
  for (let rest = text; rest !== ""; ) {
    const [day, then] = [parts.day, parts.takesHour ? afterDay : afterDate];
    const start = readStart(day === undefined ? first : then, rest, base);
    if (start === undefined || "kind" in start.part) return start?.part;
    const both = joined(parts, start.part, base);
    if (both === undefined || "kind" in both) return both;
    parts = both;
    rest = rest.slice(start.length);
  }
  return parts;
}

function readStart(from: ReturnType<typeof compiled>, text: string, base: Base) {
  for (const { start, read } of from) {
    const match = start.exec(text);
    const part = match === null ? undefined : read(match, base);
    if (match !== null && part !== undefined) return { part, length: match[0].length };
  }
  return undefined;
}

/** Nothing is said twice, but the weekday of a date. */
function joined(one: Parts, other: Parts, { now }: Base): Parts | TypedTime | undefined {
  const { shift = noShift } = one;
  const isTwice = (key: keyof Parts) => one[key] !== undefined && other[key] !== undefined;
  if (isTwice("seconds") || isTwice("towards")) return undefined;
  const both = { ...one, ...other, ...(isTwice("shift") && { shift: sum(shift, other.shift) }) };
  if (!isTwice("day")) return both;
  const [week, date] = one.repeats === undefined ? [other, one] : [one, other];
  if (week.repeats === undefined || date.repeats !== undefined) return undefined;
  const { day = 0 } = date;
  if (((week.day ?? 0) - day) % 7 !== 0) {
    const label = labelOf(day, now);
    return refused(`${label.slice(4)} is a ${label.slice(0, 3)}.`);
  }
  const { repeats: _, ...rest } = both;
  return { ...rest, day };
}

// The parts.

const noShift: Shift = { seconds: 0, days: 0, months: 0 };

const units: readonly (readonly [words: string, keyof Shift, number])[] = [
  ["s sec secs second seconds", "seconds", 1],
  ["m min mins minute minutes", "seconds", minute],
  ["h hr hrs hour hours", "seconds", hour],
  ["d day days", "days", 1],
  ["w week weeks", "days", 7],
  ["month months", "months", 1],
  ["y year years", "months", 12],
];

function shiftOf(count = "", unit = "", which = ""): Parts | undefined {
  const row = units.find(([words]) => words.split(" ").includes(unit));
  if (row === undefined) return undefined;
  const [, key, size] = row;
  const number = /^\d/.test(count) ? Number(count) : 1;
  const amount = (count.startsWith("half") ? 0.5 : number) * size;
  if (!Number.isInteger(amount)) return undefined;
  const towards = which === "last" ? -1 : 1;
  return { shift: { ...noShift, [key]: amount }, ...(which !== "" && { towards }) };
}

function sum(one: Shift, { seconds, days, months }: Shift = noShift): Shift {
  return {
    seconds: one.seconds + seconds,
    days: one.days + days,
    months: one.months + months,
  };
}

function timeNamed(word = ""): Parts {
  return { seconds: timesOfDay[word] ?? 0 };
}

function timeAt(hours = "", minutes = "", seconds = "", half = ""): Parts | undefined {
  const [typed, past, left] = [Number(hours), Number(minutes), Number(seconds)];
  if (past > 59 || left > 59 || typed > 23 || (half !== "" && (typed === 0 || typed > 12)))
    return undefined;
  const hourOfDay = half === "" ? typed : (typed % 12) + (half === "pm" ? 12 : 0);
  return { seconds: hourOfDay * hour + past * minute + left };
}

/** 1 January 1970 was a Thursday. */
function weekdayOn(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function readWeekday(
  [, which, word = ""]: readonly (string | undefined)[],
  { today, sense }: Base,
): Parts | undefined {
  const wanted = weekdays.findIndex((one) => one.startsWith(word));
  if (wanted < 0) return undefined;
  const ahead = (wanted - weekdayOn(today) + 7) % 7;
  const isBack = which === "last" || (which === undefined && sense === "past" && ahead > 0);
  const monday = today - ((weekdayOn(today) + 6) % 7);
  const takesHour = true;
  if (which === "this" || which === "next") {
    const week = which === "next" ? monday + 7 : monday;
    return { day: week + ((wanted + 6) % 7), takesHour };
  }
  const day = today + ahead - (isBack ? 7 : 0);
  return { day, takesHour, ...(which === undefined && { repeats: 7 }) };
}

function monthOf(word = ""): number | undefined {
  const at = months.findIndex((one) => one.toLowerCase().startsWith(word));
  return at < 0 ? undefined : at + 1;
}

function dayOf(year: unknown, month: unknown, date: unknown): Parts | TypedTime {
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const name = months[m - 1];
  if (name === undefined) return refused(`There is no month ${m}.`);
  const day = dateNumber(y < 100 ? 2000 + y : y, m, d);
  return day === undefined ? refused(`There is no ${d} ${name} ${y}.`) : { day };
}

/** Without a year, the next such date or the latest one. */
function dayIn(
  { sense, today }: Base,
  year: string | undefined,
  month: number | string | undefined,
  date: number | string | undefined,
): Parts | TypedTime | undefined {
  if (month === undefined) return undefined;
  if (year !== undefined) return dayOf(year, month, date);
  const now = dateOf(today).year;
  const thisYear = dayOf(now, month, date);
  if (!("day" in thisYear) || thisYear.day === undefined) return thisYear;
  if (sense === "coming") return thisYear.day < today ? dayOf(now + 1, month, date) : thisYear;
  return thisYear.day > today ? dayOf(now - 1, month, date) : thisYear;
}

function readMonth([, word, year]: readonly (string | undefined)[], base: Base) {
  const firstDay = dayIn(base, year, monthOf(word), 1);
  if (firstDay === undefined || !("day" in firstDay) || firstDay.day === undefined) return firstDay;
  const { year: y, month } = dateOf(firstDay.day + 31);
  return { ...firstDay, days: (dateNumber(y, month, 1) ?? 0) - firstDay.day };
}

function readDotted([typed, date, month, year]: readonly (string | undefined)[], base: Base) {
  const isTime = year === undefined && Number(month) > 12 && Number(month) < 60;
  return isTime && Number(date) < 24
    ? refused(`${typed?.trim()} is not a date: write ${date}:${month} for a time.`)
    : dayIn(base, year, month, date);
}

/** The day first, or the month. */
function readOrdered([typed, one, two, year]: readonly (string | undefined)[], base: Base) {
  const [byDay, byMonth] = [dayIn(base, year, two, one), dayIn(base, year, one, two)];
  if (!(byDay && "day" in byDay)) return byMonth && "day" in byMonth ? byMonth : byDay;
  if (!(byMonth && "day" in byMonth) || byDay.day === byMonth.day) return byDay;
  if (base.order !== undefined) return base.order === "day" ? byDay : byMonth;
  const both = [byDay.day ?? 0, byMonth.day ?? 0];
  const labels = both.map((day) => labelOf(day, base.now)).join(" or ");
  return refused(`${typed?.trim()} could be ${labels}: write ${both.map(isoDate).join(" or ")}.`);
}

function labelOf(day: number, now: number): string {
  return dayLabel(day * daySeconds, now, { timeZone: "UTC" });
}

function isoDate(day: number): string {
  const { year, month, date } = dateOf(day);
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

// The time.

const daySeconds = 24 * hour;

function timeOf(parts: Parts, base: Base): TypedTime | undefined {
  const { sense, now, zone, today } = base;
  const { shift, towards, seconds, days = 1 } = parts;
  if (shift !== undefined)
    return parts.day === undefined ? shiftedTime(parts, shift, base) : undefined;
  const { day = seconds === undefined ? undefined : today } = parts;
  if (day === undefined || towards !== undefined) return undefined;
  const repeats = parts.day === undefined ? 1 : (parts.repeats ?? 0);
  if (sense === "coming") {
    const at = (on: number) => momentOn(on, seconds ?? morning, zone);
    return moment(at(at(day) <= now ? day + repeats : day));
  }
  const from = (on: number) => momentOn(on, seconds ?? 0, zone);
  const start = from(day) > now ? day - repeats : day;
  return {
    kind: "time",
    from: from(start),
    to: from(seconds === undefined ? start + days : start),
  };
}

function shiftedTime({ seconds, towards }: Parts, shift: Shift, base: Base): TypedTime | undefined {
  const { sense, now, zone, today } = base;
  const sign = towards ?? (sense === "coming" ? 1 : -1);
  const isExact = shift.days === 0 && shift.months === 0;
  if (isExact && seconds === undefined) return moment(now + sign * shift.seconds);
  if (seconds !== undefined && (isExact || shift.seconds !== 0)) return undefined;
  const { year, month, date } = dateOf(today);
  const number = year * 12 + month - 1 + sign * shift.months;
  const [y, m] = [Math.floor(number / 12), (((number % 12) + 12) % 12) + 1];
  // The last day of a shorter month.
  const day = [0, 1, 2, 3].map((less) => dateNumber(y, m, date - less)).find(Number.isInteger);
  if (day === undefined) return undefined;
  const ofDay = seconds ?? now + offsetAt(now, zone) - today * daySeconds;
  return moment(momentOn(day + sign * shift.days, ofDay, zone) + sign * shift.seconds);
}
