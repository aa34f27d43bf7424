/** The commands of the user's own configuration, as commands like any others. */
import { nearest } from "#base/nearest.ts";
import type { Command, Context } from "#commands/command.ts";
import { type Overrides, strokesOf } from "#commands/keymap.ts";
import { isStroke, keyConflicts, suggestedStroke } from "#commands/keys/overrides.ts";
import { withoutMessage } from "#commands/message/selected.ts";
import { currentStream } from "#commands/stream/current.ts";
import type { CustomCommand, CustomContext } from "#config/custom-commands.ts";
import type { TableComplaint } from "#config/tables.ts";
import type { State } from "#store/state.ts";
import { begin, textsOf } from "./running.ts";
import { argumentProblem, namesIn, shellLine } from "./template.ts";
import { offers } from "./values.ts";

const wheres: Readonly<Record<CustomContext, readonly Context[]>> = {
  list: ["list"],
  conversation: ["reader"],
  message: ["reader", "list"],
  composer: ["composer"],
  stream: ["sidebar", "list"],
};

/** Those that can run, and a sentence about each that cannot, or has a key that no terminal sends. */
export function customCommands(configured: readonly CustomCommand[]): {
  readonly commands: readonly Command[];
  readonly complaints: readonly TableComplaint[];
} {
  const complaints: TableComplaint[] = [];
  const commands: Command[] = [];
  for (const custom of configured) {
    const { at, title, contexts } = custom;
    const complain = (key: string, sentence: string) => void complaints.push({ at, key, sentence });
    const id = `custom.${slug(title) || at + 1}`;
    const problem = problemOf(custom);
    if (problem !== undefined) complain("run", `The command ${title} cannot run: ${problem}.`);
    else if (commands.some((other) => other.id === id))
      complain("title", `There is another command named ${title}.`);
    else {
      const where = [...new Set(contexts.flatMap((context) => wheres[context]))];
      const keys = custom.keys.filter((key) => {
        const wrong = keyProblem(key, where);
        if (wrong !== undefined)
          complain("key", `The command ${title} has no key "${key}": ${wrong}.`);
        return wrong === undefined;
      });
      commands.push({
        id,
        title,
        keys,
        where,
        custom,
        // In a list it is about the row, and runs in that row's account.
        onRows: "cursor",
        disabled: (state) => lack(contexts, state),
        run: (context) => begin(context, id, custom),
      });
    }
  }
  return { commands, complaints };
}

/**
 * About keys of these commands that never reach one, or that hide more than one of weir's. That a key is no longer that of
 * a command of weir's is what the user wrote.
 */
export function hiddenKeys(
  commands: readonly Command[],
  overrides: Overrides,
): readonly TableComplaint[] {
  const customs = commands.filter(({ custom, keys }) => custom !== undefined && keys.length > 0);
  // Mostly there are none, and the start need not look for conflicts.
  if (customs.length === 0) return [];
  const customOf = (id: string) => customs.find((command) => command.id === id)?.custom;
  const told = keyConflicts(commands, overrides).flatMap((conflict) => {
    const [used, other] = conflict.commands.map(customOf);
    const [usedKey, otherKey] = conflict.keys;
    const about = other ?? (usedKey === otherKey ? undefined : used);
    return about === undefined ? [] : [{ conflict, about }];
  });
  const byKey = Map.groupBy(told, ({ about, conflict }) => `${about.at} ${conflict.keys[0]}`);
  return [...byKey.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { about, conflict } = first;
    const more = all.length === 1 ? "" : ` ${all.length - 1} more keys never reach theirs.`;
    return [{ at: about.at, key: "key", sentence: `${conflict.sentence}${more}` }];
  });
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function problemOf({ run, prompts, ...rest }: CustomCommand): string | undefined {
  const names = [...Object.keys(offers), ...prompts.map(({ name }) => `prompt.${name}`)];
  const strange = textsOf({ run, prompts, ...rest })
    .flatMap(namesIn)
    .find((name) => !names.includes(name));
  if (strange !== undefined) {
    const close = nearest(strange, names);
    const hint =
      close === undefined ? `for the text itself write {{${strange}}}` : `there is {${close}}`;
    return `there is no value {${strange}}; ${hint}`;
  }
  const lists = prompts.flatMap(({ kind, words }) => (kind === "lines" ? [words] : []));
  if (run.kind === "words") lists.unshift(run.words);
  const read = lists
    .map((words) => argumentProblem(words, rest.input))
    .find((problem) => problem !== undefined);
  if ([run.kind === "words" ? run.words : [run.line], ...lists].flat().some(hasNull))
    return "a NUL stands in it, which no program can be given";
  if (read !== undefined || run.kind === "words") return read;
  const shell = shellLine(run.line);
  return typeof shell === "string" ? shell : undefined;
}

function hasNull(word: string): boolean {
  return word.includes("\0");
}

/** Why it cannot be pressed there: no terminal sends it, or it is a letter of the text. */
function keyProblem(key: string, where: readonly Context[]): string | undefined {
  const strokes = strokesOf(key);
  const strange = strokes.find((stroke) => !isStroke(stroke));
  if (strange !== undefined) {
    const close = suggestedStroke(strange);
    return close === undefined ? "no terminal sends it" : `it is written ${close}`;
  }
  const isText = where.includes("composer") && /^.$/su.test(strokes[0] ?? "");
  return isText ? "in the composer it is a letter of the text" : undefined;
}

/** Why none of its contexts is here. */
function lack(contexts: readonly CustomContext[], state: State): string | undefined {
  const lacks = contexts.map((context) => {
    if (context === "message") return withoutMessage(state);
    if (context !== "stream") return undefined;
    return currentStream(state) === undefined ? "select a stream" : undefined;
  });
  return lacks.includes(undefined) ? undefined : lacks[0];
}
