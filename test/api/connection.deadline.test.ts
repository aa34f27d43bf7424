/** How long an answer may take. */
import { expect, test } from "vitest";
import { timed } from "#api/connection.ts";
import type { HttpRequest } from "#api/transport.ts";
import { fakeClock } from "../support/clock.ts";

const request: HttpRequest = {
  method: "GET",
  url: "http://chat.test",
  headers: {},
  body: undefined,
};

/** An answer of which a part arrives every so often, `parts` times. */
async function outcome(parts: number, everyMs: number): Promise<string> {
  const clock = fakeClock();
  const answer = timed(
    async ({ onPart }, signal) => {
      for (let part = 0; part < parts; part += 1) {
        await clock.sleep(everyMs, signal);
        onPart?.();
      }
      return { status: 200, headers: {}, text: "" };
    },
    clock,
    request,
    15_000,
    undefined,
  );
  const ended = answer.then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
  await clock.pass("20 min");
  return ended;
}

test.each([
  ["is answered in time", 1, 14_000, "answered"],
  ["is silent for too long", 1, 16_000, "did not answer in time"],
  ["goes on arriving over a slow line", 20, 10_000, "answered"],
  ["stops in the middle", 2, 16_000, "did not answer in time"],
  ["never ends", 1_000, 1_000, "did not answer in time"],
])("a request that %s (%i parts, one in %i ms): %s", async (_, parts, everyMs, expected) => {
  expect(await outcome(parts, everyMs)).toContain(expected);
});
