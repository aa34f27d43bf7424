/** A block of code. Its words are not coloured: what is a keyword is the reader's to find out. */
import { escapeAttribute, escapeCode } from "./escape.ts";
import { languageName } from "./languages.ts";

export function codeBlockHtml(source: string, language?: string): string {
  const code = escapeCode(source.replace(/^\n+|\n+$/g, ""));
  const name = language ? escapeAttribute(languageName(language)) : "";
  const attribute = name === "" ? "" : ` data-code-language="${name}"`;
  // Without a language no second writer has put the quotes back.
  const quoted = name === "" ? code.replaceAll('"', "&quot;").replaceAll("'", "&#39;") : code;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${quoted}\n</code></pre></div>`;
}
