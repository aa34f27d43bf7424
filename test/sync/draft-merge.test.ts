/** Merging a draft that another client changed: all combinations. */
import { expect, test } from "vitest";
import { type LocalChange, type Merge, mergeOf, type RemoteChange } from "#sync/draft-merge.ts";

test.each<[RemoteChange, LocalChange, boolean, Merge]>([
  ["edited", "unchanged", true, "use remote"],
  ["edited", "unchanged", false, "keep both"],
  ["edited", "changed", true, "keep both"],
  ["edited", "changed", false, "keep both"],
  ["edited", "emptied", true, "use remote"],
  ["edited", "emptied", false, "use remote"],
  ["deleted", "unchanged", true, "use remote"],
  ["deleted", "unchanged", false, "keep local"],
  ["deleted", "changed", true, "keep local"],
  ["deleted", "changed", false, "keep local"],
  ["deleted", "emptied", true, "use remote"],
  ["deleted", "emptied", false, "use remote"],
])(
  "a draft %s remotely and %s locally, with its base seen: %s: %s",
  (remote, local, isBaseSeen, merge) => {
    expect(mergeOf(local, remote, isBaseSeen)).toBe(merge);
  },
);
