/**
 * Text within a block while it is read: what has been recognized is cut out, so that no later rule looks into it.
 *
 * Each part that was cut out leaves one character, which safe text never holds, and the parts are in the order of these.
 */
import type { SafeText } from "#base/safe-text.ts";
import type { Role, Target } from "./document.ts";
import { TooManySteps } from "./steps.ts";

export const hole = "\u0001";

export type Fragment = { readonly text: string; readonly parts: readonly Part[] };

export type Part =
  | { readonly kind: "code" | "math"; readonly text: string }
  | { readonly kind: "named"; readonly named: Named }
  | { readonly kind: "time"; readonly value: string }
  /** `url` as the author wrote it; absent where the text is the address, or where a pattern made the link. */
  | {
      readonly kind: "link";
      readonly target: Target;
      readonly label: Fragment;
      readonly url?: string;
    }
  /** Characters that no rule reads any more: entities. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "emoji"; readonly text: SafeText }
  | { readonly kind: "stressed"; readonly stress: number; readonly inside: Fragment };

/** Somebody or something that the realm knows, by the name it has now. */
export type Named = {
  readonly text: SafeText;
  readonly role: Role;
  readonly target?: Target;
  readonly colour?: string;
};

type Builder = { text: string; readonly parts: Part[] };

function addTo(builder: Builder, { text, parts }: Fragment): void {
  builder.text += text;
  for (const part of parts) builder.parts.push(part);
}

function addPart(builder: Builder, part: Part): void {
  builder.text += hole;
  builder.parts.push(part);
}

/** Reads `fragment` from its start: `take(to)` is what lies between the last place and `to`, with its parts. */
function reader({ text, parts }: Fragment): (to: number) => Fragment {
  let at = 0;
  let used = 0;
  return (to) => {
    const slice = text.slice(at, to);
    at = to;
    if (used === parts.length) return { text: slice, parts: [] };
    const from = used;
    for (let next = slice.indexOf(hole); next >= 0; next = slice.indexOf(hole, next + 1)) used += 1;
    return { text: slice, parts: from === used ? [] : parts.slice(from, used) };
  };
}

/** What stands from `start` to `end` becomes a part, made of what stands from `from` to `to` within. */
export type Replacement = {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly make: (inside: Fragment) => Part;
};

/** `fragment` with parts in place of what was found, in order and never overlapping. */
export function replaced(fragment: Fragment, found: readonly Replacement[]): Fragment {
  if (found.length === 0) return fragment;
  const builder: Builder = { text: "", parts: [] };
  const take = reader(fragment);
  for (const { start, from, to, end, make } of found) {
    addTo(builder, take(start));
    take(from);
    addPart(builder, make(take(to)));
    take(end);
  }
  addTo(builder, take(fragment.text.length));
  return builder;
}

/** Marks of `width` characters around a text. Pairs may stand within others, and do not cross. */
export type Pair = { readonly open: number; readonly close: number; readonly width: number };

/** Nobody sees deeper stress; whoever writes it wants to exhaust the stack. */
const deepestPairs = 50;

/** `fragment` with each pair and what it encloses as a part. */
export function enclosed(
  fragment: Fragment,
  pairs: readonly Pair[],
  make: (inside: Fragment) => Part,
): Fragment {
  if (pairs.length === 0) return fragment;
  const edges = pairs
    .flatMap(({ open, close, width }) => [
      { at: open, width, opens: true },
      { at: close, width, opens: false },
    ])
    .sort((a, b) => a.at - b.at);
  const outer: Builder = { text: "", parts: [] };
  const open = [outer];
  const take = reader(fragment);
  for (const { at, width, opens } of edges) {
    addTo(open.at(-1) ?? outer, take(at));
    take(at + width);
    if (opens) {
      if (open.length > deepestPairs) throw new TooManySteps("Too many marks within each other.");
      open.push({ text: "", parts: [] });
      continue;
    }
    const inside = open.pop() ?? outer;
    addPart(open.at(-1) ?? outer, make(inside));
  }
  addTo(outer, take(fragment.text.length));
  return outer;
}
