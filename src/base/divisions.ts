/** Dividing a list among names, some of which contain what separates them. */

/** The parts from the first index to before the second are one name. */
export type Divided = readonly [from: number, to: number];

/** A name consists of no more parts than this. */
const mostParts = 4;

/** Names in their order, the rest of them behind the first; undefined at the end. */
type Chain = { readonly name: Divided; readonly next: Chain } | undefined;

/** The ways to read what begins at a part, at most two, and how many of its parts belong to no name. */
type Rest = { readonly unknown: number; readonly chains: readonly Chain[] };

/**
 * How a list of so many parts can be read, so that as few of them as possible belong to no name: each of these stands
 * alone. Of several ways two are returned.
 */
export function divisionsOf(
  count: number,
  isName: (...divided: Divided) => boolean,
): readonly (readonly Divided[])[] {
  const rests: Rest[] = [];
  rests[count] = { unknown: 0, chains: [undefined] };
  for (let from = count - 1; from >= 0; from -= 1) {
    let best: Rest | undefined;
    for (let to = from + 1; to <= Math.min(count, from + mostParts); to += 1) {
      const isKnown = isName(from, to);
      const rest = rests[to];
      if (rest !== undefined && (isKnown || to === from + 1))
        best = better(best, withName([from, to], rest, isKnown));
    }
    if (best !== undefined) rests[from] = best;
  }
  return (rests[0]?.chains ?? []).map(namesIn);
}

function withName(name: Divided, { unknown, chains }: Rest, isKnown: boolean): Rest {
  return {
    unknown: isKnown ? unknown : unknown + 1,
    chains: chains.map((next) => ({ name, next })),
  };
}

function better(one: Rest | undefined, other: Rest): Rest {
  if (one === undefined || other.unknown < one.unknown) return other;
  if (other.unknown > one.unknown) return one;
  return { ...one, chains: [...one.chains, ...other.chains].slice(0, 2) };
}

function namesIn(chain: Chain): readonly Divided[] {
  const names: Divided[] = [];
  for (let at = chain; at !== undefined; at = at.next) names.push(at.name);
  return names;
}
