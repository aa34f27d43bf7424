/** The form of weir's own options, which are kept in the configuration file, and what of them applies at once. */
import { titleOfAll } from "#base/counted.ts";
import { readDailyHours } from "#base/daily-hours.ts";
import type { Field, Form } from "#commands/forms/form.ts";
import { titleOfValue, yesNo } from "#commands/forms/form.ts";
import {
  type Option,
  type OptionName,
  type Options,
  optionError,
  options,
} from "#config/options.ts";
import type { FormValues } from "#store/forms.ts";
import type { Preferences } from "#store/screen.ts";

const sections: Readonly<Record<OptionName, string>> = {
  theme: "Looks",
  glyphs: "Looks",
  ambiguousWidth: "Looks",
  hyperlinks: "Looks",
  images: "Looks",
  density: "Looks",
  preview: "Looks",
  reducedMotion: "Looks",
  rightToLeft: "Looks",
  screenReader: "Looks",
  markRead: "Reading",
  readIsDone: "Reading",
  waitingHours: "Reading",
  replyMarksRead: "Reading",
  notifications: "Reading",
  notificationText: "Reading",
  quietHours: "Reading",
  enterSends: "Writing",
  undoSend: "Writing",
  mouse: "Keys and mouse",
  preset: "Keys and mouse",
  layout: "Keys and mouse",
  prefetch: "Network and disk",
  lean: "Network and disk",
  archive: "Network and disk",
  archiveSize: "Network and disk",
};

const order = [...new Set(Object.values(sections))];
const names = (Object.keys(options) as OptionName[]).toSorted(
  (one, other) => order.indexOf(sections[one]) - order.indexOf(sections[other]),
);

/** Those that weir looks up whenever it needs them; it reads the others when it starts. */
const applied: ReadonlySet<OptionName> = new Set([
  "preview",
  "markRead",
  "readIsDone",
  "waitingHours",
  "replyMarksRead",
  "notifications",
  "notificationText",
  "quietHours",
  "enterSends",
  "undoSend",
  "prefetch",
  "lean",
]);

/** What the screen follows of the options. */
export function preferencesOf(chosen: Options): Preferences {
  const { markRead, lean, enterSends } = chosen;
  return {
    enterSends: { server: undefined, always: true, never: false }[enterSends],
    markRead: markRead === "server" ? undefined : markRead,
    readIsDone: chosen.readIsDone,
    waitingHours: chosen.waitingHours,
    replyMarksRead: chosen.replyMarksRead,
    preview: chosen.preview,
    notifications: chosen.notifications,
    notificationText: chosen.notificationText,
    quietHours: readDailyHours(chosen.quietHours),
    prefetch: chosen.prefetch,
    lean: lean === "auto" ? undefined : lean === "true",
    undoSendSeconds: Number(chosen.undoSend),
    options: textsOf(chosen),
  };
}

function textsOf(chosen: Options): FormValues {
  return Object.fromEntries(names.map((name) => [name, String(chosen[name])]));
}

/** The options with the texts of fields. */
export function optionsFrom(texts: FormValues): Options {
  const all = names.map((name) => [name, readAs(options[name], texts[name] ?? "")]);
  return Object.fromEntries(all) as Options;
}

function readAs({ kind }: Option, text: string): string | number | boolean {
  if (kind === "switch") return text === "true";
  return kind === "number" ? Number(text) : text;
}

function titleOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).replaceAll("_", " ");
}

function fieldOf(name: OptionName): Field {
  const option: Option = options[name];
  const choices = option.kind === "choice" ? option.choices : [];
  const titled = choices.map((value) => ({ value, title: titleOf(value) }));
  return {
    key: name,
    label: option.name === "rtl" ? "Right to left" : titleOf(option.name),
    section: sections[name],
    about: applied.has(name) ? option.description : `${option.description} From the next start on.`,
    kind:
      option.kind === "number" || option.kind === "hours"
        ? { type: "text" }
        : { type: "choice", options: option.kind === "switch" ? yesNo : titled },
    problem: (text) => optionError(option, readAs(option, text)),
  };
}

const fields = names.map(fieldOf);

export const optionsForm: Form = {
  declared: [],
  now: (_, { options: truth }) =>
    truth && {
      title: "Your options of weir",
      explanation: ["They are the same for all accounts, and kept in the configuration file."],
      fields,
      truth,
    },
  save: (_, __, { values, changed }) => {
    const saved = names.filter((name) => changed.has(name));
    const what = titleOfAll(
      fields.filter(({ key }) => changed.has(key)),
      (only) => `${only.label}: ${titleOfValue(only, values[only.key] ?? "")}`,
      "option",
    );
    const isLater = saved.some((name) => !applied.has(name));
    return {
      options: Object.fromEntries(
        saved.map((name) => [options[name].name, readAs(options[name], values[name] ?? "")]),
      ),
      preferences: preferencesOf(optionsFrom(values)),
      report: `Saved ${what}${isLater ? "; what weir reads at its start changes then" : ""}`,
    };
  },
};
