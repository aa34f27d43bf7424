/** Which parts of the verbs' command lines name people, places and things: a new verb that acts is among them. */
import { isCommon, type Verb } from "#cli/verb.ts";
import { allVerbs } from "./verb.ts";
import { changingVerbs, exampleOf } from "./verb-lines.ts";

/** What a part of a command line names. */
export type Slot =
  | "recipient"
  | "to be done"
  | "to be muted"
  | "topic"
  | "any topic"
  | "target"
  | "stream"
  | "archived"
  | "person"
  | "people"
  | "deactivated"
  | "holder"
  | "group"
  | "folder"
  | "field"
  | "message"
  | "snippet"
  | "view"
  | "stored";

/** By the words of the verbs' arguments and options. */
const slots: Readonly<Record<string, Slot | ((verb: Verb) => Slot | undefined) | undefined>> = {
  recipient: "recipient",
  conversation: "to be muted",
  place: "to be done",
  what: "to be muted",
  topic: ({ name }) => (/follow|mute/.test(name) ? "any topic" : "topic"),
  target: "target",
  stream: "stream",
  "archived-stream": "archived",
  person: "person",
  "deactivated-person": "deactivated",
  people: "people",
  who: "holder",
  group: "group",
  folder: "folder",
  field: "field",
  message: "message",
  snippet: "snippet",
  view: "view",
  draft: "stored",
  scheduled: "stored",
  // Texts, queries, choices and new words.
  ...Object.fromEntries(
    "text query name zone word role emoji file time pattern option"
      .split(" ")
      .map((word) => [word, undefined]),
  ),
};

/** A level at which permissions are people and groups. */
const withPermissions = 500;

export type NamedPart = {
  readonly verb: Verb;
  readonly part: string;
  readonly slot: Slot;
  /** The command line with this in the part. */
  readonly with: (typed: string) => readonly string[];
  /** What stands there in the verb's example; absent: nothing. */
  readonly example?: string | undefined;
  /** Of servers on which the part means something. */
  readonly level?: number;
};

function slotOf(verb: Verb, part: string): Slot | undefined {
  const word = part.replaceAll(/[^a-z-]/g, "");
  if (!(word in slots)) throw new RangeError(`What may stand for ${part} of weir ${verb.name}?`);
  const slot = slots[word];
  return typeof slot === "function" ? slot(verb) : slot;
}

/** The parts of a verb's command line that name something. */
function namedBy(verb: Verb): readonly NamedPart[] {
  const { args, options } = exampleOf(verb);
  const words = verb.name.split(" ");
  const byArgument = (verb.argument?.split(" ") ?? []).flatMap((part, at): readonly NamedPart[] => {
    const slot = slotOf(verb, part);
    const before = args.slice(0, at);
    const after = [...args.slice(at + 1), ...options, "-v"];
    const line = (typed: string) => [...words, ...before, typed, ...after];
    return slot === undefined ? [] : [{ verb, part, slot, with: line, example: args[at] }];
  });
  // A place in an option leaves the first argument to the text; a form changes what is named, and nothing else.
  const others = verb.argument?.startsWith("[recipient]") ? args.slice(1) : args;
  const needed = verb.form === undefined ? options : [];
  const seen = new Set<Slot>();
  const byOption = verb.options.flatMap((option): readonly NamedPart[] => {
    const [, name = "", part = ""] = /(--[\w-]+) (<\w+>)/.exec(option.flags) ?? [];
    const word = part === "<person>" ? "<people>" : part;
    const slot = part === "" || isCommon(option) ? undefined : slotOf(verb, word);
    // Those of a kind go the same way.
    if (slot === undefined || seen.has(slot)) return [];
    seen.add(slot);
    const line = (typed: string) => [...words, ...others, name, typed, ...needed, "-v"];
    return [{ verb, part: name, slot, with: line, ...(verb.form && { level: withPermissions }) }];
  });
  return [...byArgument, ...byOption];
}

export const namedParts = changingVerbs.flatMap(({ name }) => {
  const verb = allVerbs.find((one) => one.name === name);
  return verb === undefined ? [] : namedBy(verb);
});
