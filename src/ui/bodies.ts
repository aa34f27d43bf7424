/** The text of messages as painted lines. */
import { safeText } from "#base/safe-text.ts";
import type { Bodies } from "./reader-lines.ts";
import type { Style } from "./style.ts";

export function createBodies(style: Style): Bodies {
  const lines = (content: string, columns: number) => style.cells.wrap(safeText(content), columns);
  return {
    of: (_picture, message, columns) => lines(message.content, columns),
    ofText: (_picture, content, columns) => lines(content, columns),
  };
}
