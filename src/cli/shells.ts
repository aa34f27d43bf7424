/** The completion scripts of shells, what they ask for, and how each gets the answer. */

export type Candidate = {
  readonly text: string;
  /** What the text does not say by itself, such as the place of a draft. */
  readonly about?: string;
};

/** `files`: those that begin so, which the shell finds. */
export type Candidates = readonly Candidate[] | "files";

/** They run `weir __complete` with the name of the shell. A line that begins with a tab asks for files. */
const scripts = {
  bash: `# weir completion bash > ~/.local/share/bash-completion/completions/weir
_weir() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(weir __complete bash "$COMP_TYPE" "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  if [[ \${COMPREPLY[0]} == $'\\t'* ]]; then
    COMPREPLY=()
    compopt -o default 2>/dev/null
  fi
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -F _weir weir
`,
  zsh: `#compdef weir
# weir completion zsh > ~/.zfunc/_weir
_weir() {
  local -a lines texts shown options
  lines=("\${(@f)$(weir __complete zsh "\${(@Q)words[2,CURRENT-1]}" "$words[CURRENT]" 2>/dev/null)}")
  [[ -n $lines[1] ]] || return 1
  if [[ $lines[1] == $'\\t'* ]]; then
    compset -P 1 '--*='
    _files
    return
  fi
  texts=("\${(@)lines%%$'\\t'*}")
  shown=("\${(@mr:COLUMNS-1:)\${(@)lines/$'\\t'/  -- }}")
  [[ "$lines" == *$'\\t'* ]] && options=(-l -d shown)
  [[ $texts[1] == *= ]] && options+=(-S '')
  # Candidates whose accents or case differ from what was typed have nothing in common with it: they are tried one by one.
  (( $#texts > 1 && \${#\${(@M)texts:#\${(b)\${(Q)words[CURRENT]}}*}} < $#texts )) && compstate[insert]=menu
  compadd -U -V weir "$options[@]" -- $texts
}
# The first call of an autoloaded function runs this file.
if [[ $funcstack[1] == _weir ]]; then _weir "$@"; else compdef _weir weir; fi
`,
  fish: `# weir completion fish > ~/.config/fish/completions/weir.fish
function __weir_complete
  set -l token (commandline -ct)
  set -l found (weir __complete fish (commandline -opc)[2..] "$token" 2>/dev/null)
  if string match -q \\t'*' -- "$found[1]"
    set -l option (string match -r -- '^--[\\w-]+=' "$token")
    __fish_complete_path (string sub -s (math 1 + (string length -- "$option")) -- "$token") | string replace -r -- '^' "$option"
  else if set -q found[1]
    printf '%s\\n' $found
  end
end
complete -c weir -f -k -a '(__weir_complete)'
`,
} as const;

export type ShellName = keyof typeof scripts;
export const shellNames = Object.keys(scripts) as readonly ShellName[];

export function completionScript(shell: ShellName): string {
  return scripts[shell];
}

type CompletionRequest = {
  /** Without quotes; the last one is completed. */
  readonly words: readonly string[];
  /** The lines that answer the script. */
  readonly replies: (found: Candidates) => readonly string[];
};

/** What a script asks for; undefined for one of another version. */
export function completionRequest([shell, ...request]: readonly string[]):
  | CompletionRequest
  | undefined {
  switch (shell) {
    case "bash": {
      const [type = "", breaks = "", line = ""] = request;
      return askedByBash(type, breaks, line);
    }
    case "zsh":
      return { words: withoutQuotes(request), replies: withAbout };
    case "fish": {
      const words = withoutQuotes(request);
      const begun = words.at(-1) ?? "";
      return {
        words,
        replies: (found) => withAbout(found === "files" ? found : begunAs(begun, found)),
      };
    }
    default:
      return undefined;
  }
}

/** Only the last word is as it was typed. */
function withoutQuotes(request: readonly string[]): readonly string[] {
  return [...request.slice(0, -1), unquoted(request.at(-1) ?? "").text];
}

const filesLine = "\tfiles";

function withAbout(found: Candidates): readonly string[] {
  if (found === "files") return [filesLine];
  return found.map(({ text, about }) => (about === undefined ? text : `${text}\t${about}`));
}

/** Shells that compare letter by letter drop `@Élodie` for `@el`: weir finds her by the name as it was begun, too. */
function begunAs(begun: string, found: readonly Candidate[]): readonly Candidate[] {
  const asBegun = ({ text, about }: Candidate): Candidate =>
    text.toLowerCase().startsWith(begun.toLowerCase())
      ? { text, ...(about !== undefined && { about }) }
      : { text: begun + text.slice(begun.length), about: text };
  const texts = new Set(found.map(({ text }) => text));
  return found.flatMap((one) => {
    const written = asBegun(one);
    return written.text === one.text || !texts.has(written.text) ? [written] : [];
  });
}

type Line = {
  readonly words: readonly string[];
  /** How many characters of the last word the shell keeps: it replaces those behind them. */
  readonly kept: number;
  /** The quote that is open. */
  readonly quote: string;
  /** Whether the last word is the target of a redirection. */
  readonly isRedirected: boolean;
};

/** Redirections, and words with their quotes, the last of which may be open. */
const rawWords = /\d*[<>]+|(?:'[^']*'?|"(?:\\.|[^\\"])*"?|\\.?|[^\s<>'"\\])+/gs;
const isRedirection = (raw = "") => /^\d*[<>]+$/.test(raw);

/** The words of a command line up to the cursor; `breaks`: where words are broken besides blanks. */
function readLine(line: string, breaks = ""): Line {
  const matches = [...line.matchAll(rawWords)];
  const { index = 0, 0: last = "" } = matches.at(-1) ?? {};
  const isOver = index + last.length < line.length || isRedirection(last);
  const all = [...matches.map(([raw]) => raw), ...(isOver || last === "" ? [""] : [])];
  const before = all
    .slice(0, -1)
    .filter((raw, at) => !isRedirection(raw) && !isRedirection(all[at - 1]));
  const { text, ...current } = unquoted(all.at(-1) ?? "", breaks);
  const words = [...before.map((raw) => unquoted(raw).text), text];
  return { ...current, words, isRedirected: isRedirection(all.at(-2)) };
}

/** What is in either quotes, an escaped character, or one that stands for itself. */
const pieces =
  /'(?<single>[^']*)(?<end>'?)|"(?<double>(?:\\.|[^\\"])*)(?<stop>"?)|\\(?<escaped>.?)|(?<sign>[^\\])/gsu;

function unquoted(raw: string, breaks = ""): Pick<Line, "kept" | "quote"> & { text: string } {
  let [text, kept, quote] = ["", 0, ""];
  for (const { 0: piece, groups = {} } of raw.matchAll(pieces)) {
    const { single, double, escaped, sign, end, stop } = groups;
    const before = text.length;
    text += single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? sign ?? "";
    if (escaped !== undefined || (sign !== undefined && !breaks.includes(sign))) continue;
    const isOpen = (end ?? stop) === "";
    quote = isOpen ? piece.slice(0, 1) : "";
    kept = isOpen || sign === "@" ? before : text.length;
  }
  return { text, kept, quote };
}

// What Bash passes as the type of a completion: it lists the candidates, or inserts one after the other.
const listing = "63";
const inserting = "37";

function askedByBash(type: string, wordBreaks: string, line: string): CompletionRequest {
  const breaks = [..."@=:"].filter((sign) => wordBreaks.includes(sign)).join("");
  const { words: all, kept, quote, isRedirected } = readLine(line, breaks);
  const words = all.slice(1);
  const begun = words.at(-1) ?? "";
  const replies = (found: Candidates): readonly string[] => {
    if (found === "files" || isRedirected) return [filesLine];
    if (type === listing)
      return found.map(({ text, about }) => {
        const shown = text.slice(kept);
        // A number says nothing.
        return about !== undefined && /^\d+$/.test(text) && found.length > 1
          ? `${shown} (${about})`
          : shown;
      });
    // What all candidates have in common replaces what was typed. So if they begin differently, they begin as typed.
    const heads = new Set(found.map(({ text }) => text.slice(0, begun.length)));
    const isMixed = heads.size > 1 && type !== inserting;
    return found.map(({ text }) => {
      const whole = isMixed ? begun + text.slice(begun.length) : text;
      return quoted(whole.slice(kept), quote);
    });
  };
  return { words, replies };
}

/** Names may contain commands. Bash inserts candidates as they are, behind the quote that is open. */
function quoted(text: string, quote: string): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/[\\"$`]/g, "\\$&").replaceAll("!", '"\\!"');
  return text.replace(/[^\w@%+=:,./\-\u{80}-\u{10ffff}]/gu, "\\$&");
}
