/** What happens to a draft that another client changed: every combination, and who may lose a text. */
import { expect, test } from "vitest";
import { type Base, type Here, type There, type Verdict, verdictOn } from "#sync/draft-verdict.ts";

test.each<[There, Here, Base, Verdict]>([
  ["edited", "unchanged", "seen", "take theirs"],
  ["edited", "unchanged", "unseen", "keep both"],
  ["edited", "changed", "seen", "keep both"],
  ["edited", "changed", "unseen", "keep both"],
  ["edited", "emptied", "seen", "take theirs"],
  ["edited", "emptied", "unseen", "take theirs"],
  ["deleted", "unchanged", "seen", "remove"],
  ["deleted", "unchanged", "unseen", "keep ours"],
  ["deleted", "changed", "seen", "keep ours"],
  ["deleted", "changed", "unseen", "keep ours"],
  ["deleted", "emptied", "seen", "remove"],
  ["deleted", "emptied", "unseen", "remove"],
])("%s there, %s here, the base %s: %s", (there, here, base, verdict) => {
  expect(verdictOn(there, here, base)).toBe(verdict);
});
