/** `weir accounts` with servers that answer, are gone, refuse the key, or never answer. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listAccounts } from "#app/account-verbs.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { readConfiguration } from "#cli/configuration.ts";
import type { Output } from "#cli/output.ts";
import { folders } from "#host/paths.ts";
import { serveRealm } from "#realm/serve.ts";
import { fakeClock } from "../support/clock.ts";
import { accountSection } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { listening } from "../support/https-server.ts";
import { startRealm } from "../support/realm.ts";

type Site = { readonly url: string; readonly key: string };

/** Starts `weir accounts` for a configuration with these accounts; `rows` resolves with its lines as JSON. */
async function listing(sites: Readonly<Record<string, Site>>) {
  const home = folder();
  const path = join(home, "config.toml");
  const sections = Object.entries(sites).map(([name, { url, key }]) => {
    const environment = { WEIR_SITE: url, WEIR_EMAIL: "ana@small.example", WEIR_API_KEY: key };
    return accountSection(name, { environment });
  });
  writeFileSync(path, sections.join("\n"), { mode: 0o600 });
  const clock = fakeClock();
  const runtime = {
    ...{ environment: {}, home, folders: folders({}, home), clock, random: () => 0 },
    ...{ userAgent: "weir-test/1", worker: () => new URL("file:///nowhere") },
  };
  const invocation = readCommandLine(["accounts"], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  const found: unknown[] = [];
  const output: Pick<Output, "rows"> = {
    rows: (rows, { json, cells }) =>
      void found.push(...rows.map((row) => ({ ...json(row), last: cells(row).at(-1) }))),
  };
  const configuration = await readConfiguration(runtime, path);
  const ended = listAccounts({ invocation, configuration, runtime }, output as Output);
  return { clock, rows: ended.then(() => found) };
}

test("each account is told by its state, and those that cannot be reached or are refused by the reason", async () => {
  const { realm } = startRealm();
  const { url, close } = await serveRealm(realm);
  onTestFinished(() => void close());
  const key = realm.accounts[0]?.api_key ?? "";
  const { rows } = await listing({
    work: { url, key },
    gone: { url: "http://127.0.0.1:1", key },
    refused: { url, key: "x".repeat(32) },
  });
  expect(await rows).toMatchObject([
    {
      name: "work",
      live: true,
      state: "connected",
      unread: expect.any(Number),
      problem: null,
      last: expect.stringMatching(/^server version \d/),
    },
    { name: "gone", live: true, state: "unreachable", unread: null },
    { name: "refused", live: true, state: "signed out", unread: null },
  ]);
});

test("a server that never answers is given up after five seconds", async () => {
  const url = `http://127.0.0.1:${await listening(createServer())}`;
  const { clock, rows } = await listing({ hung: { url, key: "x".repeat(32) } });
  await clock.pass("5 s");
  expect(await rows).toMatchObject([
    { name: "hung", state: "unreachable", problem: "No response within 5 seconds." },
  ]);
});
