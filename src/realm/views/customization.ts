/** The wire format of custom emoji and link patterns. */
import type { Server } from "#realm/server.ts";
import { emojiPath, type LinkPattern } from "#realm/state/customization.ts";
import { since } from "#wire/levels.ts";

/** By ID, including deactivated ones. */
export function realmEmojiView({ state }: Server) {
  const entries = [...state.customization.emoji.values()].map((one) => [
    String(one.id),
    {
      id: String(one.id),
      name: one.name,
      source_url: emojiPath(one),
      deactivated: !one.isActive,
      author_id: null,
      still_url: null,
    },
  ]);
  return Object.fromEntries(entries);
}

export function linkifiersView({ state }: Server) {
  return state.customization.linkifiers.map(({ id, pattern, template }) => ({
    pattern,
    url_template: template,
    id,
  }));
}

/** LEVEL(176): triples before it, with Python format placeholders; always empty since then. */
export function filtersView({ level, state }: Server) {
  if (level >= since.linkifierTemplates) return [];
  return state.customization.linkifiers.map(({ id, pattern, template }: LinkPattern) => [
    pattern,
    template.replace(/\{(\w+)\}/g, "%($1)s"),
    id,
  ]);
}
