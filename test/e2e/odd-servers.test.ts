/** Servers that answer without end, send elsewhere or cannot be trusted: what a script is told, and a person on the screen. */
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { answerWithoutEnd, startHttp, startHttps } from "../support/https-server.ts";
import { sitDown } from "../support/terminal.ts";

const account = { WEIR_EMAIL: "ada@chat.test", WEIR_API_KEY: "k".repeat(32) };

/** Calls the API of a server as a script does. */
const call = (WEIR_SITE: string, ...argv: readonly string[]) =>
  run(["api", ...argv], { HOME: folder(), ...account, WEIR_SITE });

const endless: RequestListener = (_, response) => answerWithoutEnd(response);

const settings = JSON.stringify({ result: "success", msg: "", svc_feature_level: 278 });
/** Settings like any other server's, and everything else without end. */
const endlessLater: RequestListener = (request, response) =>
  request.url === "/api/v1/server_settings"
    ? void response.end(settings)
    : endless(request, response);
const moved: RequestListener = (request, response) =>
  void response.writeHead(301, { location: `https://new.test${request.url}` }).end();

test.each<[string, RequestListener, readonly string[], RegExp]>([
  ["endless settings", endless, ["GET", "/users/me"], /^weir: The answer is larger than 32 MB/],
  [
    "an endless answer",
    endlessLater,
    ["GET", "/users/me"],
    /^weir: The answer is larger than 32 MB/,
  ],
  [
    "an endless register",
    endlessLater,
    ["POST", "/register"],
    /^weir: The answer is larger than 128 MB/,
  ],
  [
    "a redirect",
    moved,
    ["GET", "/users/me"],
    /redirects to https:\/\/new\.test .*run: weir login https:\/\/new\.test\n$/,
  ],
])("%s ends a call with a sentence", async (_, answer, argv, sentence) => {
  const { code, err } = await call(await startHttp(answer), ...argv);
  expect(err).toMatch(sentence);
  expect(code).toBe(1);
});

test("a certificate that nobody here trusts is told with how to trust it", async () => {
  const { url } = await startHttps((_, response) => void response.end(settings));
  const told = /Cannot connect: untrusted certificate; name its authority with --cert-bundle/;
  const { code, err } = await call(url, "GET", "/users/me");
  expect(err).toMatch(told);
  expect(code).toBe(3);
  const environment = { ...account, WEIR_SITE: url };
  const person = await sitDown({ environment, columns: 100 });
  await person.sees(told);
  await person.sees("offline");
});
