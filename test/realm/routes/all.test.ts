import { expect, test } from "vitest";
import { allRoutes } from "#realm/routes/all.ts";
import { endpoints } from "#wire/endpoints/all.ts";

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("the realm answers every endpoint that is declared, each once", () => {
  const routed = allRoutes.map(({ endpoint }) => name(endpoint)).sort();
  expect(routed).toEqual(endpoints.map(name).sort());
});
