/** `<time:…>`: a moment that each reader sees in their own zone. */
import { parseMoment, stamp } from "#base/time.ts";
import { keepElement, type Pattern } from "./run.ts";

/** Moments that four digits of a year can tell, in UNIX seconds. */
const firstMoment = -62_135_596_800;
const lastMoment = 253_402_300_799;

export const timestamps: Pattern = (text, run) =>
  text.includes("<time:")
    ? text.replace(/<time:([^>]*)>/g, (_all, typed: string) => {
        const datetime = utc(typed);
        return datetime === undefined
          ? keepElement(run, "span", { class: "timestamp-error" }, `Invalid time format: ${typed}`)
          : keepElement(run, "time", { datetime }, typed);
      })
    : text;

function utc(typed: string): string | undefined {
  const spelled = inFull(typed.trim());
  const moment = isOfCalendar(spelled) ? parseMoment(spelled) : undefined;
  if (moment === undefined || moment < firstMoment || moment > lastMoment) return undefined;
  return `${stamp(moment * 1000).slice(0, 19)}${fractionOf(spelled)}Z`;
}

const zones: Readonly<Record<string, string>> = {
  EST: "-0500",
  EDT: "-0400",
  CST: "-0600",
  CDT: "-0500",
  MST: "-0700",
  MDT: "-0600",
  PST: "-0800",
  PDT: "-0700",
};

/** Dates without dashes, hours without minutes, zones by letters and numbers with exponents, written out. */
function inFull(typed: string): string {
  if (/^\d+e\d{1,2}$/i.test(typed)) return String(Number(typed));
  return typed
    .replace(
      /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?(?=Z?$)/,
      (_all, year, month, day, hour = "00", minute = "00", second = "00") =>
        `${year}-${month}-${day}T${hour}:${minute}:${second}`,
    )
    .replace(/(?<![:\d])(\d{1,2}) ?([ap]m)\b/i, "$1:00 $2")
    .replace(/(?<=\d)\s*\b([ECMP][SD]T)$/, (all, zone: string) => zones[zone] ?? all);
}

/** Whether a date of numbers has such a day, and an hour that days have. */
function isOfCalendar(text: string): boolean {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d))?/.exec(text) ?? [];
  if (day === undefined) return true;
  const moment = parseMoment(day);
  return hour !== "24" && moment !== undefined && stamp(moment * 1000).startsWith(day);
}

/** Of a second, to the millionth, with its point; empty for whole ones. */
function fractionOf(text: string): string {
  const digits = /^\d+\.(\d+)$|:\d\d[.,](\d+)/.exec(text);
  const fraction = (digits?.[1] ?? digits?.[2] ?? "").padEnd(6, "0").slice(0, 6);
  return Number(fraction) === 0 ? "" : `.${fraction}`;
}
