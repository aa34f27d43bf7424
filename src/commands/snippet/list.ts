/** The list of saved snippets, by name. */

import { memoizeEach } from "#base/memoize.ts";
import { rowsWithForm } from "#commands/forms/open-form.ts";
import { byFilter, type ListDefinition, withWords } from "#commands/lists/list.ts";
import { glyph, overRow, shrinking, snippetKey, snippetOfKey } from "#commands/lists/row.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/row-keys.ts";
import { since } from "#wire/levels.ts";
import type { SavedSnippet } from "#wire/personal.ts";

const byName = memoizeEach((snippets: Replica["snippets"]) =>
  [...snippets.values()]
    .map((snippet) => ({ snippet, name: snippet.title.toLowerCase() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ snippet }) => ({ key: snippetKey(snippet.id) })),
);

function snippetIn({ snippets }: Replica, key: RowKey): SavedSnippet | undefined {
  const id = snippetOfKey(key);
  return id === undefined ? undefined : snippets.get(id);
}

const definition: ListDefinition = {
  ...byFilter({ all: "All" }, ({ view }) => byName(view.snippets)),
  isEmpty: ({ view }) => view.snippets.size === 0,
  coming: { follows: ({ view }) => view.snippets },
  empty: ({ view }) => [
    view.realm.featureLevel < since.savedSnippets
      ? "This server does not store snippets."
      : "No snippets.",
    "A snippet is a text to be used again: / and its name complete it in the composer.| {list.add} creates one|.",
  ],
  columns: { times: 0 },
  row: ({ view }, { key }) => {
    const snippet = snippetIn(view, key);
    if (snippet === undefined) return overRow([], "deleted");
    return {
      sign: glyph("bullet", "dim"),
      subject: [shrinking(snippet.title, "text")],
      detail: [{ ownText: snippet.content }],
    };
  },
  peek: ({ view }, key) => {
    const snippet = snippetIn(view, key);
    return snippet && { text: snippet.content };
  },
  addition: { name: "new-snippet", id: 0 },
  keys: { words: () => ({ "list.delete": "delete" }) },
  ...rowsWithForm("snippet", snippetOfKey, (snippetId) => ({ kind: "delete-snippet", snippetId })),
};

export const snippetsDefinition = withWords(definition, "all snippets", ({ view }, key) => {
  const snippet = snippetIn(view, key);
  return snippet === undefined ? "" : `${snippet.title} ${snippet.content}`;
});
