/** `[text](target)`. */
import { relativeTarget, safeTarget } from "./address.ts";
import { keepLink, type Pattern, type Run } from "./run.ts";
import { holdsMark } from "./stash.ts";

export const namedLinks: Pattern = (text, run) => {
  if (!text.includes("](")) return text;
  const brackets = partners(text, /[[\]]/g);
  const parentheses = partners(text, /[()]/g);
  let marked = "";
  let done = 0;
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", Math.max(at + 1, done))) {
    const close = brackets.get(at);
    // There is no syntax for pictures: the text after an exclamation mark stays as it is.
    if (close === undefined || text[close + 1] !== "(" || text[at - 1] === "!") continue;
    const target = targetAfter(text, close + 2, parentheses.get(close + 1));
    const link = target && linkTo(run, text.slice(at + 1, close), target);
    if (target === undefined || link === undefined) continue;
    marked += text.slice(done, at) + link;
    done = target.end;
  }
  return marked + text.slice(done);
};

/** Where each opening bracket that has a partner is closed. */
function partners(text: string, either: RegExp): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(either)) {
    const partner = "[(".includes(bracket) ? undefined : open.pop();
    if ("[(".includes(bracket)) open.push(index);
    else if (partner !== undefined) found.set(partner, index);
  }
  return found;
}

type Target = {
  readonly href: string;
  readonly title: string | undefined;
  /** Behind the closing parenthesis. */
  readonly end: number;
};

const inAngles = /\s*<([^<>]*)>\s*(?:("[^"]*"|'[^']*')\s*)?\)/y;
const titled = /^(.*?)\s*("[^"]*"|'[^']*')\s*$/s;

/** The target that begins at `from`. `close` is the partner of the parenthesis before it, which quotes do not hide. */
function targetAfter(text: string, from: number, close: number | undefined): Target | undefined {
  inAngles.lastIndex = from;
  const angled = inAngles.exec(text);
  if (angled !== null) {
    const [, href = "", title] = angled;
    return { href: href.trim(), title: title?.slice(1, -1), end: inAngles.lastIndex };
  }
  if (close === undefined) return undefined;
  const whole = text.slice(from, close);
  const [, href = whole, title] = /["']\s*$/.test(whole) ? (titled.exec(whole) ?? []) : [];
  return { href: href.trim(), title: title?.slice(1, -1), end: close + 1 };
}

function linkTo(run: Run, text: string, { href, title }: Target): string | undefined {
  const target = holdsMark(href + title) ? undefined : safeTarget(href);
  if (target === undefined) return undefined;
  const relative = relativeTarget(target, run.context.realmUrl);
  const attributes = { href: relative, ...(title === undefined ? {} : { title: flat(title) }) };
  return keepLink(run, attributes, text.trim() === "" ? relative : text);
}

function flat(title: string): string {
  return title.trim().replace(/\s/g, " ");
}
