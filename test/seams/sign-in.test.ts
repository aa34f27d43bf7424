/** weir signs in through a browser at the embedded realm, over sockets: by its page's address, and by its copy button. */
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { openNetwork } from "#api/http.ts";
import { silent } from "#base/log.ts";
import { type LoginPorts, signIn } from "#cli/login.ts";
import type { Realm } from "#realm/realm.ts";
import { serveRealm } from "#realm/serve.ts";
import type { SignInWay } from "#realm/sign-in-ways.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

/** What a browser shows, or is sent to, once somebody has signed in at the page. */
async function browse(realm: Realm, address: string): Promise<string> {
  const page = await (await realm.fetch(new Request(address))).text();
  const [, email = ""] = /<option value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ email });
  const response = await realm.fetch(new Request(address, { method: "POST", body }));
  const copied = /<p id="token">([^<]+)/.exec(await response.text())?.[1];
  return response.headers.get("location") ?? copied ?? "";
}

async function world(signInWays: readonly SignInWay[], typed: readonly string[]) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, signIn: signInWays });
  const served = await serveRealm(realm);
  const network = await openNetwork(served.url);
  onTestFinished(async () => {
    await network.close();
    await served.close();
  });
  const said: string[] = [];
  const left = [...typed];
  let address = "";
  const ports: LoginPorts = {
    ask: async () => {
      const next = left.shift() ?? "";
      if (next !== "late" && next !== "paste") return next;
      const given = await browse(realm, address);
      if (next === "late") await clock.pass("16 s");
      return given;
    },
    say: (sentence) => void said.push(sentence),
    connect: (site, credentials) =>
      createConnection({
        ...{ site, credentials, clock, log: silent, userAgent: "weir-test/1" },
        send: network.send,
      }),
    browser: {
      clock,
      show: (lines) => {
        address = lines.find((line) => line.startsWith("http:")) ?? "";
        return () => undefined;
      },
      isKept: false,
      open: async () => false,
      handOver: async () => undefined,
    },
    readRc: async () => expect.fail("No file is asked for."),
  };
  const { email, api_key: key } = as(people.ana).account;
  const request = { server: served.url, email: undefined, allowsHttp: () => true };
  return { said, own: { email, key }, start: () => signIn(ports, request) };
}

test("where passwords are off: by the copy button, after one that was pressed too early", async () => {
  const { start, own, said } = await world(["saml"], ["late", "paste", "yes"]);
  expect(await start()).toMatchObject(own);
  expect(said).toEqual(["That took longer than 15 seconds: press the button again."]);
});

test("where passwords are on: by the address that the browser is sent to", async () => {
  const { start, own } = await world(["password", "google"], ["2", "paste", "yes"]);
  expect(await start()).toMatchObject(own);
});
