/** `weir completion`: scripts for shells, and the candidates that they request. */
import { safeLine } from "#base/safe-text.ts";
import { guideNames } from "./guide.ts";
import type { CachedNames } from "./names-cache.ts";
import { longNames, type Verb } from "./verb.ts";

/** The scripts run `weir __complete` with the words so far, the last of which is completed. */
const scripts = {
  bash: `# weir completion bash > ~/.local/share/bash-completion/completions/weir
_weir() {
  local cur=\${COMP_WORDS[COMP_CWORD]} typed=\${COMP_LINE:0:COMP_POINT} cut= line
  typed=\${typed##*[[:space:]]}
  # Bash breaks words at @ and =. It replaces what stands behind =, but @ with its word.
  if [[ $cur != [\\'\\"]* && $typed == *[@=]* ]]; then
    [[ $typed == *=* && $cur != -* ]] && cut=\${typed%"\${typed##*=}"}
    cur=$typed
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line ]] && COMPREPLY+=("$line")
  done < <(weir __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$cur" 2>/dev/null)
  # What all candidates have in common replaces what was typed. So if their case differs, they begin as
  # typed, except where bash lists them (63) or inserts one after the other (37).
  local begun=\${cur#[\\'\\"]} isMixed= i
  begun=\${begun//\\\\}
  for i in "\${!COMPREPLY[@]}"; do
    [[ \${COMPREPLY[i]} == "\${COMPREPLY[0]:0:\${#begun}}"* ]] || isMixed=1
  done
  if [[ $isMixed && $COMP_TYPE != @(37|63) ]]; then
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]=$begun\${COMPREPLY[i]:\${#begun}}; done
  fi
  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  # Names may contain commands. Bash inserts candidates as they are, so they are quoted unless it only lists them.
  [[ $COMP_TYPE == 63 || ( $cur == -* && $cur != --account=* ) ]] && return
  for i in "\${!COMPREPLY[@]}"; do
    line=\${COMPREPLY[i]}
    case $cur in
      \\'*) line=\${line//\\'/\\'\\\\\\'\\'} ;;
      \\"*)
        line=\${line//\\\\/\\\\\\\\}
        line=\${line//\\"/\\\\\\"}
        line=\${line//\\$/\\\\\\$}
        line=\${line//\\\`/\\\\\\\`}
        line=\${line//\\!/\\"\\\\!\\"}
        ;;
      *) printf -v line %q "$line" ;;
    esac
    COMPREPLY[i]=$line
  done
}
complete -o default -F _weir weir
`,
  zsh: `#compdef weir
# weir completion zsh > ~/.zfunc/_weir
_weir() {
  local -a found
  found=("\${(@f)$(weir __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n $found[1] ]] && compadd -M 'm:{a-zA-Z}={A-Za-z}' -- $found || _files
}
# The first call of an autoloaded function runs this file.
if [[ $funcstack[1] == _weir ]]; then _weir "$@"; else compdef _weir weir; fi
`,
  fish: `# weir completion fish > ~/.config/fish/completions/weir.fish
function __weir_complete
  set -l found (weir __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c weir -f -a '(__weir_complete)'
`,
} as const;

export type ShellName = keyof typeof scripts;
export const shellNames = Object.keys(scripts) as readonly ShellName[];

export function completionScript(shell: ShellName): string {
  return scripts[shell];
}

const maxCandidates = 200;

/** Candidates for the last of `words`. None for file names, which the scripts complete themselves. */
export function candidates(
  words: readonly string[],
  verbs: readonly Verb[],
  names: CachedNames,
  accounts: readonly string[] = [],
): readonly string[] {
  const current = unquoted(words.at(-1) ?? "");
  const before = words.slice(0, -1);
  const plain = withoutOptions(before, verbs);
  const verb = verbAt(plain.join(" "), verbs);
  const found = (): readonly string[] => {
    if (before.at(-1) === "--account") return accounts;
    if (takesValue(before.at(-1), verbs)) return wordsOf(verb, before.at(-1));
    if (current.startsWith("--account=")) return accounts.map((name) => `--account=${name}`);
    if (current.startsWith("-"))
      return optionsOf(verb ?? verbs.find(({ name }) => name === ""), current);
    if (verb?.name === "logout") return accounts;
    return [...wordsAfter(plain, verb, verbs), ...namesFor(verb, plain, current, names)];
  };
  const begun = current.toLowerCase();
  return found()
    .filter((one) => one.toLowerCase().startsWith(begun) && isPlain(one))
    .slice(0, maxCandidates);
}

/** Shells list candidates on the terminal, and take each line as one. */
function isPlain(candidate: string): boolean {
  return safeLine(candidate) === candidate;
}

/** Shells pass words as they were typed, including quotes. The last character may be half of an escaped one. */
function unquoted(word: string): string {
  return word.replace(/^(['"])(.*?)\1?$/, "$2").replace(/\\(.|$)/g, "$1");
}

/** The verb and its arguments. */
function withoutOptions(words: readonly string[], verbs: readonly Verb[]): readonly string[] {
  return words.filter((word, at) => !word.startsWith("-") && !takesValue(words[at - 1], verbs));
}

/** Whether the next word is the value of this one. */
function takesValue(word: string | undefined, verbs: readonly Verb[]): boolean {
  if (!word?.startsWith("-")) return false;
  return verbs.some(({ options }) =>
    options.some(({ flags }) => flags.includes("<") && flags.split(/,? /).includes(word)),
  );
}

/** The values that the verb's option accepts. */
function wordsOf(verb: Verb | undefined, word = ""): readonly string[] {
  return verb?.options.find(({ flags }) => flags.split(/,? /).includes(word))?.words ?? [];
}

/** The value of an option such as `--account`, in either of the two ways to write it. */
export function optionValue(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option);
  const value =
    at === -1
      ? words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1)
      : words[at + 1];
  return value === undefined ? undefined : unquoted(value);
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
  return verbs.flatMap(({ name, isHidden = false }) =>
    name.startsWith(prefix) && !isHidden ? [name.slice(prefix.length)] : [],
  );
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
  return options.filter(({ isHidden }) => isHidden !== true).map((option) => longNames([option]));
}

/** The verb's argument that is being typed, such as `[people...]`. */
function argumentAt({ name, argument = "" }: Verb, before: readonly string[]): string {
  const words = argument.split(" ");
  const given = before.length - name.split(" ").length;
  return words[Math.min(given, words.length - 1)] ?? "";
}

function namesFor(
  verb: Verb | undefined,
  before: readonly string[],
  current: string,
  { streams, people, topics }: CachedNames,
): readonly string[] {
  if (verb === undefined) return [];
  const { completes } = verb;
  const argument = argumentAt(verb, before);
  if (argument === "<shell>") return shellNames;
  if (argument === "[page]") return guideNames;
  if (argument === "[text...]") return [];
  const isPerson = completes === "person" || /people/.test(argument);
  if (isPerson || (completes !== undefined && current.startsWith("@")))
    return people.map(([, name]) => `@${name}`);
  if (completes === undefined) return [];
  const stream = /^#?(.*?)\s*>/.exec(current)?.[1]?.toLowerCase();
  const [id, name] = streams.find(([, one]) => one.toLowerCase() === stream) ?? [];
  if (id !== undefined && completes === "place")
    return (topics[id] ?? []).map((topic) => `#${name} > ${topic}`.trimEnd());
  return streams.map(([, one]) => `#${one}`);
}
