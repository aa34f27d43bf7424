/** Which rows of a simple list are visible: rows of one line each, and a cursor that is always visible. */

/** The first visible row of `count`: `before`, moved only as far as needed to show the selected row. */
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
