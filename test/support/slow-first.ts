/** Runs the slowest test files first, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

// vitest sorts files by their last duration, in a fresh clone by their size, although the smallest may be the slowest.
const slowest = [
  // Those that wait for clocks first, so that there is always one that computes.
  ...["e2e/slow-terminal", "e2e/hints", "e2e/archive", "e2e/compiled-code", "e2e/dev"],
  ...["e2e/message-keys", "e2e/archive.features", "e2e/outage", "e2e/verbs", "e2e/cable"],
  ...["e2e/plain", "e2e/paste", "e2e/from-elsewhere", "e2e/script", "e2e/conversation"],
  ...["e2e/packaged", "e2e/export", "e2e/login", "e2e/twelve-tasks", "e2e/one-draft"],
  ...["e2e/administration", "e2e/schedule", "e2e/triage", "e2e/own-account", "e2e/every-account"],
  ...["e2e/several-accounts", "e2e/mistakes", "e2e/cache-file", "e2e/stalled", "e2e/search"],
  ...["e2e/pictures", "e2e/realm-state", "e2e/waiting-verbs", "e2e/other-programs"],
  ...["e2e/console", "e2e/exits", "e2e/hostile"],
  // They collect the garbage of a thread several times, which is quick while it has run nothing else.
  ...["host/engine-memory", "model/unreads", "base/memoize"],
  ...["pairs/dialog-events", "pairs/composer-events", "seams/verb-faults", "seams/every-verb"],
  ...["ui/panes.everywhere", "ui/dialogs/table", "ui/bars/footer-keys.lists"],
  ...["plain/answers.both-ways", "contract/events", "levels/session", "cli/verbs"],
];

function rank({ moduleId }: TestSpecification): number {
  const at = slowest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return at < 0 ? slowest.length : at;
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
