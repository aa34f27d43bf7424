/** All drafts, newest first, including those in topics that do not exist yet and the one without a recipient. */
import type { Draft } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { writtenDrafts } from "#store/drafts.ts";
import { isListed, type RowKey } from "#store/list.ts";
import type { ListSource } from "./source.ts";

/** The row of the draft without a recipient, whose key is empty. */
const unaddressed: RowKey = "unaddressed";

const filters = [{ key: "all", title: "All", sections: [""] }];

/** The key of a row's draft. */
export function draftKeyOf(key: RowKey): string {
  return key === unaddressed ? "" : key;
}

/** Undefined if it was sent or deleted. */
export function draftOf(journal: Pick<Journal, "drafts">, key: RowKey): Draft | undefined {
  return writtenDrafts(journal).get(draftKeyOf(key));
}

function keysIn(journal: Pick<Journal, "drafts">): readonly RowKey[] {
  return [...writtenDrafts(journal).keys()].map((key) => (key === "" ? unaddressed : key));
}

export const draftsSource: ListSource = {
  filters,
  fresh: ({ journal }) => {
    const keys = keysIn(journal);
    return { rows: keys.map((key) => ({ key, section: "" })), counts: { "": keys.length } };
  },
  arrived: ({ journal }, list) => keysIn(journal).filter((key) => !isListed(list, key)).length,
  isEmpty: ({ journal }) => writtenDrafts(journal).size === 0,
  isOver: ({ journal }, key) => draftOf(journal, key) === undefined,
};
