/** Which rows of a plain list stand on the screen: rows of one line each, and a cursor that is always among them. */

/** The first row to show of `count`, moved from `before` only as far as the selected row needs. */
export function firstShown(
  before: number,
  selected: number | undefined,
  count: number,
  height: number,
): number {
  const most = Math.max(0, count - height);
  const first = Math.min(Math.max(0, before), most);
  if (selected === undefined || selected < 0) return first;
  if (selected < first) return selected;
  return selected >= first + height ? Math.min(most, selected - height + 1) : first;
}
