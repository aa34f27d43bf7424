import { expect, onTestFinished, test } from "vitest";
import { askFirst } from "#app/ask-first.ts";
import { realmServerOptions } from "#app/realm-options.ts";
import { openRealmServer } from "#app/realm-server.ts";
import { readRuntime } from "#app/runtime.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { defaultSecurity } from "#config/account.ts";
import { defaults } from "#config/options.ts";

test("the answer, as large as the realm, is handed over once and then kept by nobody", async () => {
  const invocation = readCommandLine(["realm", "--seed", "empty", "--no-residents"], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  const options = realmServerOptions(invocation);
  const server = await openRealmServer(options, systemClock, unpredictable, silent);
  onTestFinished(() => server.close());
  const [{ email, api_key } = { email: "", api_key: "" }] = server.accounts;
  const account = { ...defaultSecurity, site: server.url, email, key: api_key };
  const place = { kind: "environment" } as const;
  const never = new Promise<void>(() => undefined);
  const runtime = readRuntime(import.meta.url);
  const asked = await askFirst({ account, place }, runtime, silent, defaults, never);
  onTestFinished(() => asked.close());
  expect((await asked.firstRequest.take())?.queue_id).toBeDefined();
  expect(asked.firstRequest.take()).toBeUndefined();
});
