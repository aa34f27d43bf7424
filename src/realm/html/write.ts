/** Renders tokens to HTML. All tags are generated here, none is copied from the source. */
import { parseMoment, stamp } from "#base/time.ts";
import type { Rendering } from "./context.ts";
import type { Cell, MessageToken } from "./dialect.ts";
import { escapeAttribute, escapeHtml, escapeText } from "./escape.ts";
import { emojiHtml, mentionHtml, streamHtml } from "./names.ts";
import { linkHtml, wordsHtml } from "./words.ts";

type Tokens = readonly MessageToken[];

export function blocksHtml(tokens: Tokens, run: Rendering): string {
  return tokens.map((token) => blockHtml(token, run)).join("");
}

function blockHtml(token: MessageToken, run: Rendering): string {
  switch (token.type) {
    case "space":
      return "";
    case "hr":
      return "<hr>\n";
    case "paragraph":
      return `<p>${inlineHtml(token.tokens, run)}</p>\n`;
    case "heading":
      return `<h${token.depth}>${inlineHtml(token.tokens, run)}</h${token.depth}>\n`;
    case "code":
      return codeHtml(token.text, token.lang ?? "");
    case "blockquote":
      return `<blockquote>\n${quotedHtml(token.tokens, run)}</blockquote>\n`;
    case "spoiler": {
      const header = `<p>${inlineHtml(token.header, run)}</p>`;
      return `<div class="spoiler-block"><div class="spoiler-header">\n${header}\n</div><div class="spoiler-content" aria-hidden="true">\n${blocksHtml(token.tokens, run)}</div></div>\n`;
    }
    case "mathblock":
      return `<p>${formulaHtml(token.text, true)}</p>\n`;
    case "list": {
      const begin = token.loose ? "<li>\n" : "<li>";
      const items = token.items.map(({ tokens }) => `${begin}${blocksHtml(tokens, run)}</li>\n`);
      const start = token.ordered && token.start !== 1 ? ` start="${token.start}"` : "";
      const tag = token.ordered ? "ol" : "ul";
      return `<${tag}${start}>\n${items.join("")}</${tag}>\n`;
    }
    case "table": {
      const head = rowHtml("th", token.header, run);
      const rows = token.rows.map((row) => rowHtml("td", row, run)).join("");
      return `<table>\n<thead>\n${head}</thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
    }
    default:
      return inlineHtml([token], run);
  }
}

function quotedHtml(tokens: Tokens, run: Rendering): string {
  run.quotes += 1;
  const html = blocksHtml(tokens, run);
  run.quotes -= 1;
  return html;
}

function rowHtml(tag: "th" | "td", cells: readonly Cell[], run: Rendering): string {
  const html = cells.map(({ align, tokens }) => {
    const style = align === null ? "" : ` style="text-align: ${align};"`;
    return `<${tag}${style}>${inlineHtml(tokens, run)}</${tag}>\n`;
  });
  return `<tr>\n${html.join("")}</tr>\n`;
}

function codeHtml(text: string, language: string): string {
  if (text.trim() === "") return "";
  const named = language === "" ? "" : ` data-code-language="${escapeAttribute(language)}"`;
  return `<div class="codehilite"${named}><pre><span></span><code>${escapeHtml(text.replace(/\n+$/, ""))}\n</code></pre></div>\n`;
}

function formulaHtml(source: string, isBlock: boolean): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeHtml(source)}</annotation>`;
  const math = `<math xmlns="http://www.w3.org/1998/Math/MathML"${isBlock ? ' display="block"' : ""}><semantics>${annotation}</semantics></math>`;
  const html = `<span class="katex"><span class="katex-mathml">${math}</span></span>`;
  return isBlock ? `<span class="katex-display">${html}</span>` : html;
}

/** Joins adjacent text tokens, because a pattern may match across them. */
function inlineHtml(tokens: Tokens, run: Rendering): string {
  let html = "";
  let words = "";
  for (const token of tokens) {
    if (token.type === "text" && token.tokens === undefined) words += token.raw;
    else {
      html += wordsHtml(words, run) + tokenHtml(token, run);
      words = "";
    }
  }
  return html + wordsHtml(words, run);
}

function tokenHtml(token: MessageToken, run: Rendering): string {
  switch (token.type) {
    case "br":
      return "<br>\n";
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${inlineHtml(token.tokens, run)}</${token.type}>`;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "formula":
      return formulaHtml(token.text, false);
    case "link":
      return linkHtml(token.href, token.text || token.href, token.raw, run);
    case "mention":
      return mentionHtml(token, run) ?? unknownHtml(token, run);
    case "stream":
      return (
        streamHtml(token, run) ?? `#<strong>${wordsHtml(token.raw.slice(3, -2), run)}</strong>`
      );
    case "emoji":
      return emojiHtml(token.name, run.context) ?? escapeText(token.raw);
    case "time":
      return timeHtml(token.value);
    default:
      return "tokens" in token && token.type === "text"
        ? inlineHtml(token.tokens ?? [], run)
        : escapeText(token.raw);
  }
}

function unknownHtml(
  token: Extract<MessageToken, { readonly type: "mention" }>,
  run: Rendering,
): string {
  const tag = token.isGroup ? "em" : "strong";
  const sign = token.isSilent ? "@_" : "@";
  return `${sign}<${tag}>${wordsHtml(token.name, run)}</${tag}>`;
}

function timeHtml(typed: string): string {
  const moment = parseMoment(typed);
  // Only years with four digits.
  if (moment === undefined || moment < -62_135_596_800 || moment > 253_402_300_799)
    return `<span class="timestamp-error">Invalid time format: ${escapeText(typed)}</span>`;
  return `<time datetime="${stamp(moment * 1000).slice(0, 19)}Z">${escapeText(typed)}</time>`;
}
