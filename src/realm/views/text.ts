/** What people wrote as HTML: those who want it get pictures for their emoticons. */
import type { Server } from "#realm/server.ts";

export function htmlBy({ state, draw }: Server, authorId: number, content: string): string {
  const settings = state.personal.get(authorId)?.settings;
  return draw(content, settings?.get("translate_emoticons") === true).html;
}
