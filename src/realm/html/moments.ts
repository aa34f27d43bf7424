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
  const moment = parseMoment(typed);
  if (moment === undefined || moment < firstMoment || moment > lastMoment) return undefined;
  return `${stamp(moment * 1000).slice(0, 19)}Z`;
}
