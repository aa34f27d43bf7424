import { expect, test } from "vitest";
import { inboxOrder } from "#model/select/inbox.ts";
import { createBodies } from "#ui/bodies.ts";
import { inboxRowsOf } from "#ui/inbox-rows.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { acme, storeOf } from "../support/acme.ts";
import { styleOf } from "../support/screen.tsx";

const style = styleOf({});
const parts = { style, bodies: createBodies(style, () => undefined) } as PaneParts;

test("what the list does not hold has arrived since, whatever became of what it holds", () => {
  const picture = acme();
  const all = inboxOrder(picture);
  const store = storeOf(picture, {});
  const rows = inboxRowsOf(parts);
  const arrived = (order: typeof all) => {
    const state = store.getState();
    return rows({ ...state, screen: { ...state.screen, inbox: { ...state.screen.inbox, order } } })
      .arrived;
  };
  expect(all.length).toBeGreaterThan(4);
  expect(arrived(all)).toBe(0);
  expect(arrived(all.slice(2))).toBe(2);
  expect(arrived([])).toBe(all.length);
  const gone = ["stream:404:read meanwhile" as (typeof all)[number], ...all.slice(1)];
  expect(arrived(gone)).toBe(1);
});
