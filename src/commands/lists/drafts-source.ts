/** All drafts, newest first, including those in topics that do not exist yet and the one without a recipient. */
import type { Draft } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import { writtenDrafts } from "#store/drafts.ts";
import type { RowKey } from "#store/list.ts";
import { bySection, type ListSource } from "./list.ts";

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

function rowsIn(journal: Pick<Journal, "drafts">): readonly GroupedRow[] {
  const keys = [...writtenDrafts(journal).keys()];
  return keys.map((key) => ({ key: key === "" ? unaddressed : key, section: "" }));
}

export const draftsSource: ListSource = {
  ...bySection(filters, ({ journal }) => rowsIn(journal)),
  isOver: ({ journal }, key) => draftOf(journal, key) === undefined,
};
