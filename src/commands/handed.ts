/** Tables of nouns for what works on any of them and imports none: each is empty until its file is loaded. */

export type Handed<Table> = {
  readonly give: (table: Table) => void;
  readonly get: () => Table;
};

/** `file` is the one that gives the table. */
export function handed<Table>(file: string): Handed<Table> {
  let own: Table | undefined;
  return {
    give: (table) => {
      own = table;
    },
    get: () => {
      if (own === undefined) throw new Error(`${file} is not loaded.`);
      return own;
    },
  };
}
