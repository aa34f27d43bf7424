/** `weir completion`: what a shell needs, and the candidates that it then asks for. */
import type { CachedNames } from "./names-cache.ts";
import type { Verb, VerbOption } from "./verb.ts";

/** They ask `weir __complete` with the words so far, the last one being completed. */
const scripts = {
  bash: `# weir completion bash > ~/.local/share/bash-completion/completions/weir
_weir() {
  local IFS=$'\\n'
  COMPREPLY=($(weir __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//[@=]/}
complete -o filenames -o default -F _weir weir
`,
  zsh: `#compdef weir
# weir completion zsh > ~/.zfunc/_weir
_weir() {
  local -a found
  found=("\${(@f)$(weir __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -- $found
}
# The first call of an autoloaded function runs this file.
if [[ $funcstack[1] == _weir ]]; then _weir "$@"; else compdef _weir weir; fi
`,
  fish: `# weir completion fish > ~/.config/fish/completions/weir.fish
complete -c weir -f -a '(weir __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

export type ShellName = keyof typeof scripts;
export const shellNames = Object.keys(scripts) as readonly ShellName[];

export function completionScript(shell: ShellName): string {
  return scripts[shell];
}

const maxCandidates = 200;

/** Candidates for the last of `words`. */
export function candidates(
  words: readonly string[],
  verbs: readonly Verb[],
  names: CachedNames,
): readonly string[] {
  // Shells hand over what was typed, quotes included.
  const current = (words.at(-1) ?? "").replace(/^['"]/, "").replace(/\\(.)/g, "$1");
  const before = words.slice(0, -1);
  const verb = verbAt(before.join(" "), verbs);
  const found = current.startsWith("-")
    ? optionsOf(verb ?? verbs.find(({ name }) => name === ""), current)
    : [...wordsAfter(before, verb, verbs), ...placesFor(verb, current, names)];
  return found
    .filter((one) => one.toLowerCase().startsWith(current.toLowerCase()))
    .slice(0, maxCandidates);
}

/** The longest verb that the words begin with. */
function verbAt(line: string, verbs: readonly Verb[]): Verb | undefined {
  const known = verbs.flatMap((verb) =>
    [verb.name, verb.alias ?? ""].map((name) => ({ name, verb })),
  );
  const fitting = known.filter(({ name }) => name !== "" && `${line} `.startsWith(`${name} `));
  return fitting.sort((one, other) => other.name.length - one.name.length)[0]?.verb;
}

function wordsAfter(before: readonly string[], verb: Verb | undefined, verbs: readonly Verb[]) {
  if (before.length === 0)
    return verbs.map(({ name }) => name).filter((name) => name !== "" && !name.includes(" "));
  if (verb === undefined || before.length > 1) return [];
  const prefix = `${verb.name} `;
  return verbs.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

function optionsOf(verb: Verb | undefined, current: string): readonly string[] {
  const { options = [], fields = [] } = verb ?? {};
  if (current.startsWith("--json=")) {
    const chosen = current.slice(
      0,
      Math.max(current.lastIndexOf("="), current.lastIndexOf(",")) + 1,
    );
    return fields.map((name) => chosen + name);
  }
  return options.map(longName);
}

/** `--count` of `-n, --count <number>`. */
function longName({ flags }: VerbOption): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function placesFor(
  verb: Verb | undefined,
  current: string,
  { streams, people, topics }: CachedNames,
): readonly string[] {
  const { completes } = verb ?? {};
  if (completes === undefined) return [];
  if (current.startsWith("@") || completes === "person")
    return people.map(([, name]) => `@${name}`);
  const stream = /^#?(.*?)\s*>/.exec(current)?.[1]?.toLowerCase();
  const [id, name] = streams.find(([, one]) => one.toLowerCase() === stream) ?? [];
  if (id !== undefined && completes === "place")
    return (topics[id] ?? []).map((topic) => `#${name} > ${topic}`);
  return streams.map(([, one]) => `#${one}`);
}
