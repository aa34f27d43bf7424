/** What a person can choose about the program, with its default and the sentence that explains it. */

type Choice<Value extends string> = {
  readonly kind: "choice";
  readonly choices: readonly Value[];
  readonly fallback: Value;
};
type Switch = { readonly kind: "switch"; readonly fallback: boolean };

export type Option = (Choice<string> | Switch) & {
  /** As it is written in the configuration file. */
  readonly name: string;
  readonly says: string;
};

/** Every option, in the order of the documentation. The type of the values follows from this table. */
export const options = {
  theme: {
    name: "theme",
    kind: "choice",
    choices: ["auto", "terminal", "dark", "light", "mono"],
    fallback: "auto",
    says: "Colours; auto asks the terminal whether its background is light.",
  },
  glyphs: {
    name: "glyphs",
    kind: "choice",
    choices: ["auto", "unicode", "ascii"],
    fallback: "auto",
    says: "Signs beside names; auto is ascii where the locale is not UTF-8.",
  },
  ambiguousWidth: {
    name: "ambiguous_width",
    kind: "choice",
    choices: ["1", "2"],
    fallback: "1",
    says: "Cells of a character whose width depends on the font; 2 for terminals that are set so.",
  },
  density: {
    name: "density",
    kind: "choice",
    choices: ["compact", "comfortable"],
    fallback: "compact",
    says: "Comfortable puts a blank line between the messages of different people.",
  },
  enterSends: {
    name: "enter_sends",
    kind: "choice",
    choices: ["server", "always", "never"],
    fallback: "server",
    says: "Whether Enter sends the message; server follows your setting there.",
  },
  mouse: {
    name: "mouse",
    kind: "switch",
    fallback: true,
    says: "Wheel and clicks; false leaves selecting text to the terminal.",
  },
} as const satisfies Record<string, Option>;

type ValueOf<Row> = Row extends { choices: readonly (infer Value)[] } ? Value : boolean;

export type OptionName = keyof typeof options;
export type Options = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]> };

export const defaults: Options = {
  theme: options.theme.fallback,
  glyphs: options.glyphs.fallback,
  ambiguousWidth: options.ambiguousWidth.fallback,
  density: options.density.fallback,
  enterSends: options.enterSends.fallback,
  mouse: options.mouse.fallback,
};

/** The sentence about a value that an option does not take; undefined when it does. Numbers count as their digits. */
export function optionComplaint(option: Option, value: unknown): string | undefined {
  if (option.kind === "switch") {
    return typeof value === "boolean" ? undefined : `${option.name} is true or false.`;
  }
  if (option.choices.includes(String(value))) return undefined;
  const choices = option.choices.join(", ");
  return `${option.name} is one of ${choices}.`;
}
