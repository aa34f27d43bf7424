import { expect, test } from "vitest";
import { startAgent } from "../../support/agent.ts";
import { startSmall } from "../../support/small-client.ts";
import { shellOn } from "../../support/verb.ts";

test("what a program proposes is in an open window at once", async () => {
  const { realm, client, clock, store } = await startSmall();
  const { call } = await startAgent(shellOn({ realm }, { clock, disk: client.disk }), { clock });
  const now = clock.now();
  await call("propose_message", { place: "#dev > deploy", text: "All green." });
  const proposals = () => [...store.getState().journal.proposals.values()];
  await expect.poll(proposals).toMatchObject([{ action: { content: "All green." } }]);
  expect(clock.now()).toBe(now);
});
