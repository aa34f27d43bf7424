/** Random edits of one draft on two clients, with failing connections, expiring queues and crashes: no text is lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LineState, startClient } from "../../support/client.ts";
import { runs } from "../../support/runs.ts";
import { hello, sits } from "../../support/small-client.ts";
import { beside, reads, twoClients } from "../../support/two-clients.ts";

type Step =
  | { readonly kind: "type"; readonly by: number; readonly isEmpty: boolean }
  | { readonly kind: "line"; readonly by: number; readonly state: LineState }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "kill"; readonly by: number }
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
  fc.record({ kind: fc.constant("kill" as const), by: fc.nat(1) }),
  fc.record({ kind: fc.constant("expire" as const) }),
);

async function storm(steps: readonly Step[], atBoth = false): Promise<void> {
  const { clock, realm, first, second, serverDrafts } = await twoClients({ atBoth });
  const clients = [first, second];
  const clientOf = (by: number) => (by === 1 ? clients[1] : clients[0]) ?? first;
  /** Texts that no client has replaced after seeing them. */
  const remaining = new Set<string>();
  const write = async (client: typeof first, text: string) => {
    // Nobody switches between two clients faster than this.
    await clock.pass(50);
    remaining.delete(reads(client, hello));
    client.types(hello, text);
    if (text !== "") remaining.add(text);
  };
  const perform = async (one: Step, at: number) => {
    if (one.kind === "pass") return clock.pass(one.ms);
    if (one.kind === "expire") return realm.control.expireQueues();
    const client = clientOf(one.by);
    if (one.kind === "kill") {
      // What was typed is on disk after a second.
      await clock.pass("1 s");
      client.network.plug(false);
      client.disk.crash();
      clients[one.by] = startClient({ clock, realm, disk: client.disk, name: `start ${at}` });
      return;
    }
    if (one.kind === "line") return client.network.line(one.state);
    // No text is a prefix of another, which would make the other its continuation.
    return write(client, one.isEmpty ? "" : `text ${at}.`);
  };
  for (const [at, one] of steps.entries()) await perform(one, at);
  for (const client of clients) client.network.line("well");
  await clock.pass("3 min");
  for (const client of clients) sits(client, false);
  await clock.pass("3 min");
  const onServer = (await serverDrafts()).map(({ content }) => content);
  const shown = clients.map((client) => [reads(client, hello), ...beside(client, hello)]);
  const typed = clients.map((client) => reads(client, hello)).filter((text) => text !== "");
  expect(onServer).toEqual(expect.arrayContaining([...remaining, ...typed]));
  for (const texts of shown) expect(texts).toEqual(expect.arrayContaining([...remaining]));
}

test("after any network failures, composer texts are on the server, and only texts that a client saw and replaced are gone", async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 20 });
  await fc.assert(fc.asyncProperty(steps, fc.boolean(), storm), { numRuns: runs(0.05) });
});

test("another client's conflicting version is not mistaken for a late upload", async () => {
  await storm([
    { kind: "line", by: 1, state: "silent" },
    { kind: "type", by: 1, isEmpty: false },
    { kind: "line", by: 0, state: "deaf" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 3_500 },
  ]);
});

test("a text written on one client just before the other one empties the draft is not lost", async () => {
  await storm([
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 2_850 },
    { kind: "line", by: 0, state: "silent" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "type", by: 1, isEmpty: false },
    { kind: "type", by: 0, isEmpty: true },
  ]);
});

test("a text written while the other client empties the draft is not lost with the queue", async () => {
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

test("a text that the other client replaced before its event arrived is not lost, even if one answer contains both", async () => {
  await storm([
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 3_500 },
    { kind: "line", by: 1, state: "deaf" },
    { kind: "type", by: 0, isEmpty: false },
    { kind: "pass", ms: 4_950 },
    { kind: "type", by: 1, isEmpty: false },
  ]);
});
