/** Every endpoint has an example, and all examples are valid. */
import { expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { defaultLevel } from "#wire/limits.ts";
import { requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

test("the example of every endpoint succeeds", async () => {
  for (const endpoint of endpoints) {
    const { since = 0, until = Number.POSITIVE_INFINITY } = endpoint;
    const level = Math.min(until, Math.max(since, defaultLevel));
    const { status, text } = await ask(await startWorld(level), requestOf(endpoint));
    expect(status, `${endpoint.method} ${endpoint.path}: ${text}`).toBe(200);
  }
});
