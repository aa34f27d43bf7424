/** Errors that scripts get from servers with endless answers, redirects or untrusted certificates. */
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { answerWithoutEnd, startHttp, startHttps } from "../support/https-server.ts";

const account = { WEIR_EMAIL: "ada@chat.test", WEIR_API_KEY: "k".repeat(32) };

/** Calls the API of a server by `weir api`. */
const call = (WEIR_SITE: string) =>
  run(["api", "GET", "/users/me"], { HOME: folder(), ...account, WEIR_SITE });

const endless: RequestListener = (_, response) => answerWithoutEnd(response);

const settings = JSON.stringify({ result: "success", msg: "", svc_feature_level: 278 });
const moved: RequestListener = (request, response) =>
  void response.writeHead(301, { location: `https://new.test${request.url}` }).end();

test.each<[string, RequestListener, RegExp]>([
  ["an endless answer", endless, /^weir: The answer is larger than 32 MB/],
  [
    "a redirect",
    moved,
    /redirects to https:\/\/new\.test .*run: weir login https:\/\/new\.test\n$/,
  ],
])("%s is reported with a message", async (_, answer, sentence) => {
  const { code, err } = await call(await startHttp(answer));
  expect(err).toMatch(sentence);
  expect(code).toBe(1);
});

test("an untrusted certificate is reported with how to trust it", async () => {
  const { url } = await startHttps((_, response) => void response.end(settings));
  const told = /Cannot connect: untrusted certificate; trust its CA with --cert-bundle/;
  const { code, err } = await call(url);
  expect(err).toMatch(told);
  expect(code).toBe(3);
});

test("a host that does not exist is reported as such", async () => {
  const { code, err } = await call("https://nobody.invalid");
  expect(err).toMatch(/^weir: Cannot connect: no such host/);
  expect(code).toBe(3);
});
