/** The declaration of a verb, from which parser, help, guide, completion and manual page are derived. */
import type { VerbForm, VerbOption } from "./form-options.ts";
import type { Invocation } from "./invocation.ts";
import type { FieldName } from "./json-schema.ts";
import type { VerbContext } from "./verb-context.ts";
import type { verbModules } from "./verbs/modules.ts";

export type Verb = {
  /** It is empty for weir without a verb. A sub-verb has two words, such as `streams create`. */
  readonly name: string;
  /** The verb's arguments, such as `[server]` or `<place...>`: see `placeholders.ts`. */
  readonly argument?: string;
  readonly alias?: string;
  /** What other programs call it, comma-separated: who types that is told its name. */
  readonly alsoCalled?: string;
  readonly description: string;
  /** Except those for the fields of its form, which `cli/form-options.ts` adds. */
  readonly options: readonly VerbOption[];
  readonly form?: VerbForm;
  /** True: accepted for the sake of older scripts, and documented nowhere. */
  readonly isHidden?: boolean;
  readonly examples?: readonly string[];
  /** The fields of `--json=…` in the order of the output. If absent, the verb prints no rows. */
  readonly fields?: readonly FieldName[];
  /** It prints a row for each of many things; -n limits them. */
  readonly lists?: true;
  /** It can run for every account of the configuration file at once; its rows have the account's name. */
  readonly everyAccount?: true;
  /** With which options a weir that runs with the account answers it; else it asks the server. Both print the same. */
  readonly isAnswered?: (options: Invocation["options"]) => boolean;
  /** What it has done stays: others may have seen it. All other changes can be undone. */
  readonly isFinal?: true;
  /** The time limit of the verb in milliseconds, if it is not a minute. */
  readonly deadlineMs?: number;
  /** The code of a verb that needs an account. That of the others is in `app/main.ts`. */
  readonly run?: (modules: VerbModules) => (context: VerbContext) => Promise<void>;
};

export type VerbModules = typeof verbModules;

// The options that many verbs share.

export const configOption: VerbOption = {
  flags: "--config <file>",
  description: "read this configuration file instead of the default one",
};

/** Of verbs that send a text to a place. */
export const toOption: VerbOption = {
  flags: "--to <recipient>",
  description: "the recipients; all arguments are the text then",
};

/** Connection options. */
export const securityOptions: readonly VerbOption[] = [
  {
    flags: "--cert-bundle <file>",
    description: "trust the certificate authorities in this PEM file instead of the default ones",
  },
  {
    flags: "--allow-http",
    description: "allow sending the key unencrypted to an http address",
  },
];

export const accountOptions: readonly VerbOption[] = [
  {
    flags: "--rc <file>",
    description: "sign in with the [api] section (email, key, site) of this file",
  },
  { flags: "--account <account>", description: "open this account of the configuration file" },
  ...securityOptions,
  configOption,
];

export const jsonOption: VerbOption = {
  flags: "--json",
  description: "print one line of JSON for each row; --json=FIELDS prints only these fields",
};

export const countOption: VerbOption = {
  flags: "-n, --count <number>",
  description: "print at most this many",
};

const allAccountsOption: VerbOption = {
  flags: "--all-accounts",
  description: "for every account of the configuration file, except those with live = false",
};

const timeoutOption = { flags: "--timeout <seconds>", description: "give up after this time" };

const verboseOption: VerbOption = {
  flags: "-v, --verbose",
  description: "say on standard error what was changed, and whom it reached, in a pipe too",
};

/** Options of every verb that talks to a server. */
export const listOptions: readonly VerbOption[] = [
  jsonOption,
  verboseOption,
  timeoutOption,
  ...accountOptions,
];

/** Whether most verbs have it. */
export function isCommon(option: VerbOption): boolean {
  return listOptions.includes(option);
}

/** `--count, --json` */
export function longNames(options: readonly VerbOption[]): string {
  return options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? flags).join(", ");
}

export type ServerVerb = Omit<Verb, "options"> & { readonly options?: readonly VerbOption[] };

/**
 * Verbs that talk to a server: `listOptions` are added to their own options, `-n` to those of lists, and to those for
 * every account their option and field. One with a form and without code of its own saves the form.
 */
export function serverVerbs(rows: readonly ServerVerb[]): readonly Verb[] {
  return rows.map(({ options: added = [], form, ...row }) => {
    const { everyAccount, fields = [] } = row;
    const own = everyAccount ? [...added, allAccountsOption] : added;
    const verb = everyAccount ? { ...row, fields: [...fields, "account" as const] } : row;
    const options = verb.lists ? [countOption, ...own] : own;
    const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
    const shared = listOptions.filter((option) => !isEndless || option !== timeoutOption);
    const filled = form && { form, run: (all: VerbModules) => all.fillForm.filling(form) };
    return { ...filled, ...verb, options: [...options, ...shared] };
  });
}

export const yesOption: VerbOption = {
  flags: "--yes",
  description: "confirm: this cannot be undone",
};

export const rawOption: VerbOption = {
  flags: "--raw",
  description: "print only the raw source of the messages",
};

export const plainOption: VerbOption = {
  flags: "--plain",
  description: "print a line for each message, worded for screen readers",
};
