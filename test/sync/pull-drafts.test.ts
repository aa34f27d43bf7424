/** Random histories of one draft on two clients, with lines that fail and queues that expire: no text is lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LineState } from "../support/client.ts";
import { runs } from "../support/runs.ts";
import { hello } from "../support/small-client.ts";
import { beside, reads, startTwo } from "../support/two-clients.ts";

type Step =
  | { readonly kind: "type"; readonly by: number; readonly isEmpty: boolean }
  | { readonly kind: "line"; readonly by: number; readonly state: LineState }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "expire" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("type" as const),
    by: fc.nat(1),
    isEmpty: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("line" as const),
    by: fc.nat(1),
    state: fc.constantFrom<LineState>("well", "silent", "deaf"),
  }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.oneof(fc.nat(5_000), fc.nat(120_000)) }),
  fc.record({ kind: fc.constant("expire" as const) }),
);

async function storm(steps: readonly Step[]): Promise<void> {
  const { clock, realm, here, there, kept } = await startTwo();
  const clients = [here, there];
  /** Texts that nobody has overwritten yet who saw them. */
  const wanted = new Set<string>();
  const writes = async (client: typeof here, text: string) => {
    // Two people at one keyboard are never faster than this.
    await clock.pass(50);
    wanted.delete(reads(client, hello));
    client.types(hello, text);
    if (text !== "") wanted.add(text);
  };
  const happens = async (one: Step, at: number) => {
    if (one.kind === "pass") return clock.pass(one.ms);
    if (one.kind === "expire") return realm.control.expireQueues();
    const client = one.by === 1 ? there : here;
    if (one.kind === "line") return client.network.line(one.state);
    // No text begins with another one: that would be its continuation.
    return writes(client, one.isEmpty ? "" : `text ${at}.`);
  };
  for (const [at, one] of steps.entries()) await happens(one, at);
  for (const client of clients) client.network.line("well");
  await clock.pass("6 min");
  const onServer = (await kept()).map(({ content }) => content);
  const shown = clients.map((client) => [reads(client, hello), ...beside(client, hello)]);
  const typed = clients.map((client) => reads(client, hello)).filter((text) => text !== "");
  expect(onServer).toEqual(expect.arrayContaining([...wanted, ...typed]));
  for (const texts of shown) expect(texts).toEqual(expect.arrayContaining([...wanted]));
}

test("whatever the network does, what stands in a composer is on the server, and no text is lost that nobody overwrote", async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 20 });
  await fc.assert(fc.asyncProperty(steps, storm), { numRuns: runs(0.05) });
});

test("a text that another client keeps beside its own is not taken for a late upload", async () => {
  await storm([
    { kind: "line", by: 1, state: "silent" },
    { kind: "type", by: 1, isEmpty: false },
    { kind: "line", by: 0, state: "deaf" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 3_500 },
  ]);
});

test("what was written here just before it was emptied there is not lost", async () => {
  await storm([
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 2_850 },
    { kind: "line", by: 0, state: "silent" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "type", by: 1, isEmpty: false },
    { kind: "type", by: 0, isEmpty: true },
  ]);
});

test("what was written here while it was emptied there is not lost with the queue", async () => {
  await storm([
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 3_400 },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "line", by: 0, state: "deaf" },
    { kind: "line", by: 1, state: "silent" },
    { kind: "type", by: 1, isEmpty: true },
    { kind: "expire" },
  ]);
});

test("what was replaced there before its event arrived is not lost, though one answer tells of both", async () => {
  await storm([
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 3_500 },
    { kind: "line", by: 1, state: "deaf" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 4_950 },
    { kind: "type", by: 1, isEmpty: false },
  ]);
});
