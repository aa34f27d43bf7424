/** A number with its noun: `1 message`, `3 people`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** What the only one is called; of several, how many there are: `#backend`, `12 streams`. */
export function titleOfAll<One>(
  all: readonly One[],
  titleOf: (only: One) => string,
  one: string,
  more?: string,
): string {
  const [only, another] = all;
  return only === undefined || another !== undefined
    ? counted(all.length, one, more)
    : titleOf(only);
}

/** `the numbers 1 to 3` */
export function numbersBetween(first: number, last: number): string {
  return first === last ? `the number ${first} only` : `the numbers ${first} to ${last}`;
}
