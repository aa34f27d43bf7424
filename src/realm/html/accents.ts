/** Bold, italic, struck, and the entities an author wrote. Stars only: underscores are letters. */
import { keepElement, type Pattern } from "./run.ts";
import { keepRaw } from "./stash.ts";

/** `***both***`, before all else that is made of stars. */
export const boldItalic: Pattern = (text, run, inner) =>
  text.includes("***")
    ? text.replace(/\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g, (_all, content: string) =>
        keepElement(run, "strong", {}, keepElement(run, "em", {}, inner(content))),
      )
    : text;

export const strong: Pattern = (text, run, inner) =>
  text.includes("**")
    ? text.replace(/\*\*([^\n]+?)\*\*/g, (_all, content: string) =>
        keepElement(run, "strong", {}, inner(content)),
      )
    : text;

export const emphasis: Pattern = (text, run, inner) =>
  text.includes("*")
    ? text.replace(/\*(?!\s)([^*^\n]+)(?<!\s)\*/g, (_all, content: string) =>
        keepElement(run, "em", {}, inner(content)),
      )
    : text;

export const deleted: Pattern = (text, run, inner) =>
  text.includes("~~")
    ? text.replace(/(?<!~)~~([^~\n]+)~~(?!~)/g, (_all, content: string) =>
        keepElement(run, "del", {}, inner(content)),
      )
    : text;

/** Kept aside, so that nothing later reads the `#65` in `&#65;`. */
export const entity: Pattern = (text, run) =>
  text.includes("&")
    ? text.replace(/&(?:#\d+|#x[\da-f]+|[\da-z]+);/gi, (all) => keepRaw(run.stash, all))
    : text;
