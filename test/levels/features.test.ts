/** Tries every feature with a realm of each version in use; a page has what held, and what older servers lack. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withPart } from "#build/docs.ts";
import { table } from "#cli/key-table.ts";
import { startRealm } from "../support/realm.ts";
import { streams } from "../support/small-blueprint.ts";
import { shellOn } from "../support/verb.ts";
import { versions } from "../support/versions.ts";
import { cellOf, features } from "./features.ts";

const page = new URL("../../assets/guide/servers.md", import.meta.url);

/** By feature, a cell for each version. */
const held = new Map<string, readonly string[]>();

test.for(features)("$name", async (feature) => {
  const cells = await Promise.all(
    versions.map(({ level }) =>
      cellOf(feature, level, () => {
        const started = startRealm({ level });
        // Who takes reports is for organizations to say.
        started.realm.control.setRealm("moderation_request_channel_id", streams.general);
        return shellOn(started, { email: `${feature.as ?? "cleo"}@small.example` });
      }),
    ),
  );
  held.set(feature.name, cells);
  // What came with a version stays.
  expect(cells.at(-1)).toBe("✓");
  expect(cells.slice(cells.indexOf("✓"))).toEqual(cells.slice(cells.indexOf("✓")).fill("✓"));
});

test("the page about servers has what held (`npm run docs` writes it)", () => {
  const rows = features.map(({ name }) => [name, ...(held.get(name) ?? [])]);
  const heads = ["", ...versions.map(({ version }) => version)];
  const before = readFileSync(page, "utf8");
  const after = withPart(before, "versions", table(heads, rows));
  if (process.env["WRITE_COVERAGE"] !== undefined) writeFileSync(page, after);
  expect(readFileSync(page, "utf8")).toBe(after);
});
