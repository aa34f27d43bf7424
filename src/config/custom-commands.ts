/** The user's own commands in the configuration file: each `[[command]]` runs a program with values of the screen. */
import {
  among,
  type Fields,
  oneOf,
  readTables,
  someOf,
  type TableComplaint,
  textOf,
  textsOf,
  titleField,
} from "./tables.ts";
import { isTable, type TomlTable } from "./toml-value.ts";

/** Where the key works, and what the command is about. */
export const customContexts = ["list", "conversation", "message", "composer", "stream"] as const;
export type CustomContext = (typeof customContexts)[number];

/** What happens with what the program prints. */
export const customOutputs = ["none", "notice", "reader", "composer", "terminal"] as const;
export type CustomOutput = (typeof customOutputs)[number];

/** Texts in which values stand in braces, such as `{topic}`. */
type Words = readonly [string, ...string[]];

export type Run =
  /** The program and its arguments. */
  | { readonly kind: "words"; readonly words: Words }
  /** For `/bin/sh`; values are variables of its environment. */
  | { readonly kind: "shell"; readonly line: string };

/** What is asked before; the answer is the value `prompt.NAME`. */
export type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly kind: "text" | "choice" | "lines";
  /** What is chosen from, or the program whose lines are; empty: it is a text. */
  readonly words: readonly string[];
};

export type CustomCommand = {
  readonly title: string;
  /** If empty, it is in the palette only. */
  readonly keys: readonly string[];
  /** At least one. */
  readonly contexts: readonly CustomContext[];
  readonly run: Run;
  /** What the programs read on their standard input, if anything. */
  readonly input?: string;
  readonly prompts: readonly Prompt[];
  readonly output: CustomOutput;
  /** Whether it is asked first, with what will run. */
  readonly confirm: boolean;
  /** Which `[[command]]` of the file it is, from 0. */
  readonly at: number;
};

/** The commands that can be used, and a sentence for each that cannot, and for each key that is ignored. */
export function readCustomCommands(written: unknown): {
  readonly commands: readonly CustomCommand[];
  readonly complaints: readonly TableComplaint[];
} {
  const { rows, complaints } = readTables("command", fields, written);
  const commands = rows.map(({ key: keys, context: contexts, input, ...rest }): CustomCommand => {
    return { keys, contexts, ...rest, ...(input !== "" && { input }) };
  });
  return { commands, complaints };
}

/** The keys of the table, with their values. */
type Values = {
  readonly title: string;
  readonly run: Run;
  readonly key: readonly string[];
  readonly context: readonly CustomContext[];
  readonly input: string;
  readonly prompts: readonly Prompt[];
  readonly output: CustomOutput;
  readonly confirm: boolean;
};

/** Completes "it must be". */
export const runExpected = "a shell line, or a list of a program and arguments, each a quoted text";

const fields: Fields<Values> = {
  title: titleField,
  run: { read: runOf, expected: runExpected },
  key: { read: textsOf, expected: "a quoted key, or a list of them", otherwise: [] },
  context: {
    read: (written) => someOf(customContexts, written),
    expected: oneOf(customContexts),
    otherwise: ["message"],
  },
  input: { read: textOf, expected: "a quoted text", otherwise: "" },
  prompts: {
    read: (written) => {
      const prompts = promptsOf(written);
      return typeof prompts === "string" ? undefined : prompts;
    },
    expected: (written) => `${promptsOf(written)}`,
    otherwise: [],
  },
  output: {
    read: (written) => among(customOutputs, written),
    expected: oneOf(customOutputs),
    otherwise: "none",
  },
  confirm: {
    read: (written) => (typeof written === "boolean" ? written : undefined),
    expected: "true or false",
    otherwise: false,
  },
};

/** What runs: undefined if it is neither a shell line nor a list. */
export function runOf(value: unknown): Run | undefined {
  const words = textsOf(value);
  const [program = "", ...rest] = words ?? [];
  if (program.trim() === "") return undefined;
  return typeof value === "string"
    ? { kind: "shell", line: value }
    : { kind: "words", words: [program, ...rest] };
}

/** The line, for a shell. */
export function inShell(line: string): Words {
  return ["/bin/sh", "-c", line];
}

/** What they must be if one of them cannot be asked. */
function promptsOf(value: unknown): readonly Prompt[] | string {
  if (!Array.isArray(value)) return "a list of prompts";
  const prompts: Prompt[] = [];
  for (const table of value) {
    const prompt = isTable(table) ? promptOf(table) : "a list of tables";
    if (typeof prompt === "string") return prompt;
    if (prompts.some(({ name }) => name === prompt.name))
      return "a list of prompts, each with a name of its own";
    prompts.push(prompt);
  }
  return prompts;
}

function promptOf({ name, title = name, ...asked }: TomlTable): Prompt | string {
  if (typeof name !== "string" || !/^[a-z]\w*$/i.test(name))
    return "a list of prompts, each with a name of letters and digits";
  if (typeof title !== "string") return "a list of prompts whose title is a text";
  const [[key, written] = [], other] = Object.entries(asked);
  if (key === undefined) return { name, title, kind: "text", words: [] };
  const words = textsOf(written) ?? [];
  const isList = words.length > 0 && other === undefined;
  if (key === "choices" && isList) return { name, title, kind: "choice", words };
  if (key === "lines" && isList) return { name, title, kind: "lines", words };
  return "a list of prompts with a name and a title, and either choices or lines, a list of texts";
}
