import { expect, test } from "vitest";
import { lookOf } from "#app/look.ts";
import { defaults } from "#config/options.ts";

test("what a person chose about density reaches the screen", () => {
  const density = (chosen: "compact" | "comfortable") =>
    lookOf({ ...defaults, density: chosen }, {}, {} as Parameters<typeof lookOf>[2]).density;
  expect([density("compact"), density("comfortable")]).toEqual(["compact", "comfortable"]);
});
