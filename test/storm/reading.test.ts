/**
 * Random scrolling and changes of focus while others write: only messages whose last line was on the focused, uncovered
 * screen for 300 ms are marked as read. Checked by the terminal's cells alone.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import { changeScreen } from "#store/store.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop } from "../support/no-ports.ts";
import { runs } from "../support/runs.ts";
import { showScreen } from "../support/screen.tsx";
import { people } from "../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../support/small-client.ts";
import { anyLevel } from "../support/versions.ts";

const lookMs = 300;
const presentMs = 60_000;

const deed = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("key" as const),
      strokes: fc.constantFrom(["j"], ["k"], ["J"], ["K"], ["^D"], ["^U"], ["G"], ["g", "g"]),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(700) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "wait" as const, ms: 90_000 }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("focus" as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: "help" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("say" as const), lines: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("resize" as const),
      rows: fc.integer({ min: 8, max: 40 }),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Some messages are taller than the screen. */
const height = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(25) });

const text = (name: number, lines: number) =>
  [...Array.from({ length: lines }, (_, at) => `line ${at}`), `end-${name}.`].join("\n");

async function startReading(heights: readonly number[], reportsFocus: boolean, level: number) {
  let lastKeyAt = 0;
  const attention = { lastKeyAt: () => lastKeyAt, reportsFocus: () => reportsFocus };
  const world = await startSmall({ level }, { attention });
  const { store, clock, bo, control, client } = world;
  client.open({ kind: "starred" });
  const idOf = new Map<number, number>();
  const say = async (lines: number) => {
    const name = idOf.size;
    idOf.set(name, await bo.say(inDeploy, text(name, lines)));
  };
  for (const lines of heights) await say(lines);
  await clock.pass("2 s");
  const screen = await showScreen(store, { clock });
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  openNarrow(store, deploy);
  await screen.settles();

  let isHelpOpen = false;
  /** Milliseconds for which the last line of each message has been visible. */
  const lookedAt = new Map<number, number>();
  const allowed = new Set<number>();
  /** Messages whose last line is visible; none if the user is away or a dialog covers the pane. */
  const endsInSight = (ms: number) => {
    const { focused } = store.getState().screen.terminal;
    const isPresent = reportsFocus || clock.now() - lastKeyAt < presentMs + lookMs + ms;
    const isThere = focused && isPresent && screen.pane.lines().length > 0 && !isHelpOpen;
    const lines = isThere ? screen.pane.lines() : [];
    return new Set(lines.flatMap((line) => /end-(\d+)\./.exec(line)?.[1] ?? []).map(Number));
  };
  /** Records that the screen has been unchanged for `ms`. */
  const look = (ms: number) => {
    const seen = endsInSight(ms);
    for (const name of idOf.keys()) {
      const since = seen.has(name) ? (lookedAt.get(name) ?? 0) + ms : 0;
      lookedAt.set(name, since);
      if (since >= lookMs) allowed.add(name);
    }
  };
  const passes = async (ms: number) => {
    await screen.settles();
    look(0);
    await clock.pass(ms);
    await screen.settles();
    look(ms);
  };
  const does = async (one: Deed) => {
    switch (one.kind) {
      case "key":
        lastKeyAt = clock.now();
        press(...one.strokes);
        break;
      case "help":
        lastKeyAt = clock.now();
        press("?");
        isHelpOpen = true;
        await passes(1_000);
        press("Esc");
        isHelpOpen = false;
        break;
      case "focus":
        changeScreen(store, (now) => ({ ...now, terminal: { ...now.terminal, focused: one.on } }));
        break;
      case "say":
        await say(one.lines);
        break;
      case "leave":
        openNarrow(store, { kind: "starred" });
        await passes(500);
        openNarrow(store, deploy);
        break;
      case "resize":
        await screen.resizes(80, one.rows);
        break;
      case "wait":
        await passes(one.ms);
    }
    // Shorter than any change, so that the recorded screen is the displayed one.
    await passes(10);
  };
  const unread = () => control.server.state.personal.get(people.ana)?.unread ?? new Set<number>();
  return {
    does,
    allowed,
    marked: () => [...idOf].filter(([, id]) => !unread().has(id)).map(([name]) => name),
    ends: () => screen.ends(),
  };
}

test.each([true, false])(
  "only messages that were visible for long enough are marked as read (focus is reported: %s)",
  async (reportsFocus) => {
    let everMarked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(height, { minLength: 3, maxLength: 20 }),
        fc.array(deed, { minLength: 5, maxLength: 25 }),
        anyLevel,
        async (heights, deeds, level) => {
          const world = await startReading(heights, reportsFocus, level);
          for (const one of deeds) await world.does(one);
          const allowed = new Set(world.allowed);
          const marked = world.marked();
          world.ends();
          expect(marked.filter((name) => !allowed.has(name))).toEqual([]);
          everMarked += marked.length;
        },
      ),
      { numRuns: runs(0.06) },
    );
    expect(everMarked).toBeGreaterThan(10);
  },
);
