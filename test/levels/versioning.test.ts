/** Every row of the document's table of versions is in the table of levels or in a declaration. */
import { describe, expect, test } from "vitest";
import type { Parameter } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { levels } from "#wire/levels.ts";
import { documented } from "./boundaries.ts";

function changesAt(level: number): string[] {
  const isAt = ({ since, deprecated, jsonUntil }: Partial<Parameter>) =>
    since === level || deprecated === level || jsonUntil === level - 1;
  return [
    ...Object.values(levels).flatMap((row) =>
      row.level === level ? [`${row.change} ${row.below} ${(row.keys ?? []).join(" ")}`] : [],
    ),
    ...endpoints.flatMap(({ method, path, since, parameters }) => [
      ...(since === level ? [`${method} ${path}`] : []),
      ...Object.entries(parameters).flatMap(([name, parameter]) => (isAt(parameter) ? [name] : [])),
    ]),
  ];
}

describe("the change of level", () => {
  test.for(documented.map(({ levels: cell, change }) => [cell.join(", "), change] as const))(
    "%s is declared in code: %s",
    ([cell, change]) => {
      const stated = cell.split(", ").map((level) => changesAt(Number(level)));
      for (const changes of stated) expect(changes, `level ${cell}`).not.toEqual([]);
      const words = stated.flat().join("\n");
      for (const [, name = ""] of change.matchAll(/`([^`]+)`/g)) expect(words).toContain(name);
    },
  );
});

test("the document's table has 31 rows, each with a level", () => {
  expect(documented).toHaveLength(31);
  expect(documented.flatMap((row) => row.levels).every(Number.isSafeInteger)).toBe(true);
});
