/** Every endpoint has an example, and all examples are valid. */
import { expect, test } from "vitest";
import { isKnownAt } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

test("the example of every endpoint succeeds", async () => {
  for (const endpoint of endpoints.filter((one) => isKnownAt(one, 278))) {
    const { status, text } = await ask(await startWorld(), requestOf(endpoint));
    expect(status, `${endpoint.method} ${endpoint.path}: ${text}`).toBe(200);
  }
});
