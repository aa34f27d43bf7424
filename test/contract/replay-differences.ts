/** In what the embedded realm is known to differ from a real server, each with its reason. */

export type Difference = {
  /** Method and path. */
  readonly request: RegExp;
  /** How the difference is told. */
  readonly differs: RegExp;
  readonly because: string;
  /** A recording that shows it: once it does not, the row has to go. */
  readonly seen: string;
};

/** A difference that was found: in which recording, at which request, and in words. */
export type Found = { readonly name: string; readonly request: string; readonly differs: string };

export function explains({ request, differs }: Difference, found: Found): boolean {
  return request.test(found.request) && differs.test(found.differs);
}

// biome-ignore format: a table is read by rows.
export const knownDifferences: readonly Difference[] = [
  { request: /./, differs: /^status \d+ instead of 500$/, because: "a fault of the real server, which nobody relies on", seen: "exchanges/get-messages-narrow/err-dm-empty-list" },

  // What the realm leaves out.
  { request: /^GET \/user_uploads\/thumbnail\//, differs: /^header (?:content-type|content-disposition)/, because: "the realm makes no thumbnails: the picture itself is a good one", seen: "exchanges/user-uploads/get-thumbnail" },

  // What the situation cannot have.
  { request: /^POST .*\/flags\/narrow$/, differs: /_processed_id is null instead of number$/, because: "no recording tells what was unread then", seen: "exchanges/post-messages-flags-narrow/add-read-unread-loop-first" },
  { request: /^POST .*\/reactions$/, differs: /^status 200 instead of 400$/, because: "the realm's emoji have more names, which only refuses less", seen: "exchanges/reactions/err-add-alias-of-existing" },
];
