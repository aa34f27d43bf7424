/** Every endpoint has an example, and all examples are valid. */
import { expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { levelOf, requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

test("the example of every endpoint succeeds", async () => {
  for (const endpoint of endpoints) {
    const world = await startWorld(levelOf(endpoint));
    const { status, text } = await ask(world, requestOf(endpoint));
    expect(status, `${endpoint.method} ${endpoint.path}: ${text}`).toBe(200);
  }
});
