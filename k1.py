def sub(p,a,b,n=1):
    s=open(p).read(); assert s.count(a)>=1,(p,a); s=s.replace(a,b,n); open(p,'w').write(s)
p='src/store/list.ts'
sub(p,'''  readonly rows: readonly GroupedRow[];
  /** Numbers of rows''','''  readonly rows: readonly GroupedRow[];
  /**
   * By filter, the rows that were listed under it last, without words: those of them that were dealt with stay where they
   * were until the list is left or refreshed. Absent: there was no other filter, and no words.
   */
  readonly seen?: ReadonlyMap<string, readonly GroupedRow[]> | undefined;
  /** Numbers of rows''')
sub(p,'''export function withRenamedRow(list: List, from: RowKey, to: RowKey): List {
  const at = from === to ? -1 : indexOfRow(list, from, list.cursor?.at);
  if (at < 0) return list;
''','''export function withRenamedRow(listed: List, from: RowKey, to: RowKey): List {
  const list = from === to ? listed : withoutSeen(listed, from);
  const at = from === to ? -1 : indexOfRow(list, from, list.cursor?.at);
  if (at < 0) return list;
''')
sub(p,'''/** The index of a row; -1 if''','''function withoutSeen(list: List, gone: RowKey): List {
  const isGone = ({ key }: GroupedRow) => key === gone;
  const { seen } = list;
  if (seen === undefined || ![...seen.values()].some((rows) => rows.some(isGone))) return list;
  const left = [...seen].map(([filter, rows]) => [filter, rows.filter((row) => !isGone(row))]);
  return { ...list, seen: new Map(left as [string, GroupedRow[]][]) };
}

/** The index of a row; -1 if''')
p='src/store/others.ts'
sub(p,'''    known: whole.known,
    cursor: inWhole''','''    known: whole.known,
    seen: whole.seen,
    cursor: inWhole''')
sub(p,'''    knownBefore: undefined,
  };''','''    knownBefore: undefined,
    seen: undefined,
  };''')
p='src/commands/lists/lists.ts'
sub(p,'''/** The list with current rows, with its active filter. */
export function freshList(state: State, place: ListPlace, list: List): List {
  const definition = definitionOf(place);
  return refreshed(list, definition.fresh(state, filterOf(definition, list), list.input.text));
}
''','''/** The list with current rows, with its active filter. */
function freshList(state: State, place: ListPlace, list: List): List {
  const definition = definitionOf(place);
  const fresh = definition.fresh(state, filterOf(definition, list), list.input.text);
  return { ...refreshed(list, fresh), seen: undefined };
}

/**
 * The list with the current rows of another filter, or of other words. Back under a filter without words, those that were
 * dealt with since are where they were.
 */
export function relisted(
  state: State,
  place: ListPlace,
  list: List,
  changed: Partial<Pick<List, "filter" | "input">>,
): List {
  const definition = definitionOf(place);
  const seen = seenIn(definition, list);
  const after = { ...list, ...changed, seen, top: undefined };
  const filter = filterOf(definition, after);
  const fresh = definition.fresh(state, filter, after.input.text);
  const rows = after.input.text === "" ? seen?.get(filter.key) : undefined;
  if (rows === undefined) return refreshed(after, fresh);
  const isOver = overIn(definition, state, after);
  return refreshed(after, withOverRows({ ...after, rows }, fresh, isOver));
}

function seenIn(definition: ListDefinition, list: List): List["seen"] {
  if (definition.isOver === undefined || list.input.text !== "") return list.seen;
  return new Map(list.seen).set(filterOf(definition, list).key, list.rows);
}
''')
sub(p,'''    withList(screen, place, (list) => freshList(state, place, { ...list, filter, top: undefined })),
''','''    withList(screen, place, (list) => relisted(state, place, list, { filter })),
''')
p='src/commands/lists/list-words.ts'
sub(p,'''      const changed = { ...list, input };
      if (input.text === list.input.text) return changed;
      return placeCursor(freshList(state, place, { ...changed, top: undefined }));
''','''      if (input.text === list.input.text) return { ...list, input };
      return placeCursor(relisted(state, place, list, { input }));
''')
sub(p,'import { freshList, setFilter }','import { relisted, setFilter }')
p='src/README.md'
sub(p,'''Another filter, and words typed after `/`, list afresh, as `^L` does: what arrived
comes in, and rows that were dealt with go.''','''Another filter, and words typed after `/`, list afresh: what arrived comes in.
Back under the filter, rows that were dealt with are where they were, until `^L`, or until the list is left.''')
