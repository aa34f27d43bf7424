/** Which line or text outside of dialogs takes the letters that are typed. */
import { narrowKey } from "#model/narrow.ts";
import { openList } from "./lists.ts";
import type { Find, Screen } from "./screen.ts";

/** The search in the open narrow; undefined without one. */
export function openFind({ place, find }: Screen): Find | undefined {
  if (find === undefined || place.kind !== "narrow") return undefined;
  return find.narrow === narrowKey(place.narrow) ? find : undefined;
}

/** Returns undefined if letters are commands. */
export function typedInto(screen: Screen): "bar" | "composer" | "find" | "filter" | undefined {
  const { focus, sidebar } = screen;
  if (focus === "sidebar") return sidebar.filter?.typing ? "bar" : undefined;
  if (focus === "composer") return focus;
  if (openFind(screen)?.typing) return "find";
  return openList(screen)?.typing ? "filter" : undefined;
}
