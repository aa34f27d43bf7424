/** All drafts, newest first: also those in topics that do not exist yet, and the one without a recipient. */
import type { Draft } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { writtenDrafts } from "#store/drafts.ts";
import { isListed, type RowKey } from "#store/list.ts";
import type { ListSource } from "./source.ts";

/** The row of the text without a recipient: the key of its draft is empty. */
const unaddressed: RowKey = "unaddressed";

const filters = [{ key: "all", title: "All", sections: [""] }];

/** The key of the draft that a row stands for. */
export function draftKeyOf(key: RowKey): string {
  return key === unaddressed ? "" : key;
}

/** Undefined when it was sent or deleted. */
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
