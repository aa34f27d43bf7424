/** Errors that scripts get from servers with redirects or untrusted certificates. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { startHttp, startHttps } from "../support/https-server.ts";

const account = { WEIR_EMAIL: "ada@chat.test", WEIR_API_KEY: "k".repeat(32) };

/** Calls the API of a server by `weir api`. */
const call = (WEIR_SITE: string) =>
  run(["api", "GET", "/users/me"], { HOME: folder(), ...account, WEIR_SITE });

const settings = JSON.stringify({ result: "success", msg: "", svc_feature_level: 278 });

test("a redirect is reported with where to sign in", async () => {
  const site = await startHttp(
    (request, response) =>
      void response.writeHead(301, { location: `https://new.test${request.url}` }).end(),
  );
  const { code, err } = await call(site);
  expect(err).toMatch(/redirects to https:\/\/new\.test .*run: weir login https:\/\/new\.test\n$/);
  expect(code).toBe(1);
});

test("an untrusted certificate is reported with how to trust it", async () => {
  const { url } = await startHttps((_, response) => void response.end(settings));
  const told = /Cannot connect: untrusted certificate; trust its CA with --cert-bundle/;
  const { code, err } = await call(url);
  expect(err).toMatch(told);
  expect(code).toBe(3);
});
