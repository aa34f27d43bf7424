import { expect, test } from "vitest";
import { nodeVersionError } from "#app/node-version.ts";

test("the message for an old Node has its version, the required one and how to get it", () => {
  expect(nodeVersionError("20.20.2")).toBe(
    "weir needs Node 22.19 or newer, and this is Node 20.20.2. Install a newer one, for example from https://nodejs.org/.",
  );
});

test.each(["22.19.0", "22.20.1", "24.0.0"])("Node %s is new enough", (version) => {
  expect(nodeVersionError(version)).toBeUndefined();
});

test.each(["22.18.9", "8.17.0", "21.99.0"])("Node %s is too old", (version) => {
  expect(nodeVersionError(version)).toContain(version);
});
