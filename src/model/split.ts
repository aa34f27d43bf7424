/** Splits a text that exceeds the message limit. */

type Fence = { readonly opening: string; readonly mark: string };

/** The fence that is open after the line; `open` is the one before it. */
function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const [, mark = "", rest = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (mark === "") return open;
  if (open === undefined) return { opening: line, mark };
  const closes = rest.trim() === "" && mark.startsWith(open.mark);
  return closes ? undefined : open;
}

/**
 * Parts of at most `limit` code points, split between lines, preferably at blank ones; split code continues in a fence
 * of its own. A line that is too long is split anywhere.
 */
export function splitMessage(text: string, limit: number): readonly string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  let fence: Fence | undefined;
  const close = () => {
    if (fence !== undefined) part.push(fence.mark);
    const whole = part.join("\n").trim();
    if (whole !== "") parts.push(whole);
    part = fence === undefined ? [] : [fence.opening];
    size = fence === undefined ? 0 : lengthOf(fence.opening) + 1;
  };
  const room = () => limit - (fence === undefined ? 0 : lengthOf(fence.mark) + 1);
  const reserve = /^[ \t]*(?:`{3}|~{3})/m.test(text) ? Math.min(200, Math.floor(limit / 2)) : 0;
  const most = Math.max(1, limit - reserve);
  for (const line of text.split("\n").flatMap((each) => pieces(each, most))) {
    const length = lengthOf(line) + 1;
    const isNear = fence === undefined && line.trim() === "" && size > limit * 0.7;
    if (size + length - 1 > room() || isNear) close();
    part.push(line);
    size += length;
    fence = fenceAfter(line, fence);
  }
  fence = undefined;
  close();
  return parts;
}

function lengthOf(text: string): number {
  return [...text].length;
}

function pieces(line: string, most: number): readonly string[] {
  if (line.length <= most) return [line];
  const points = [...line];
  const count = Math.ceil(points.length / most);
  return Array.from({ length: count }, (_, at) =>
    points.slice(at * most, (at + 1) * most).join(""),
  );
}
