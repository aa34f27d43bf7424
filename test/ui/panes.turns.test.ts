/** What is shown in turn is drawn once: of a place that comes back, only what has changed meanwhile. */
import { expect, test } from "vitest";
import { goTo } from "#commands/places/navigation.ts";
import type { Place } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { createPanes } from "#ui/panes.ts";
import type { Style } from "#ui/style.ts";
import { ownKeys } from "../support/key-presser.ts";
import { styleOf } from "../support/screen.tsx";
import { deploy, startSmall, withBo } from "../support/small-client.ts";

/** The sidebar marks the open place, title and composer name it. */
const parts = ["header", "sidebar", "rule", "title", "pane", "composer", "footer"] as const;

test("between a list and a conversation", async () => {
  const { client, clock } = await startSmall();
  const { store } = client;
  let painted = 0;
  const style = styleOf({});
  const counting: Style = {
    ...style,
    painter: {
      ...style.painter,
      paint: (tokens, text) => {
        painted += 1;
        return style.painter.paint(tokens, text);
      },
    },
  };
  const terminal = { columns: 120, rows: 40 };
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...terminal } }));
  const bodies = createMessageBodies(counting, () => undefined);
  const panes = createPanes({ style: counting, bodies, clock, keys: ownKeys });
  const places: readonly Place[] = [
    { kind: "inbox" },
    { kind: "narrow", narrow: deploy },
    { kind: "inbox" },
    { kind: "narrow", narrow: withBo },
  ];
  /** What each part paints of the place that is open now. */
  const counts = () => {
    const counted = parts.map((part): [string, number] => {
      const before = painted;
      panes[part](store.getState());
      return [part, painted - before];
    });
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  };
  const rounds: (readonly string[])[][] = [];
  for (let round = 0; round < 2; round += 1) {
    const drawn: (readonly string[])[] = [];
    for (const place of places) {
      goTo(store, place);
      await clock.pass("2 s");
      const { pane = 0, ...others } = counts();
      // The bar beside a selected row follows the focus.
      drawn.push(Object.keys(pane > 2 ? { pane, ...others } : others));
    }
    rounds.push(drawn);
  }
  const [first, second] = rounds;
  expect(first?.[0]).toEqual(expect.arrayContaining(["pane", "footer", "rule"]));
  expect(second).toEqual([
    ["sidebar", "title"],
    ["sidebar", "title", "composer"],
    ["sidebar", "title"],
    ["sidebar", "title", "composer"],
  ]);
});
