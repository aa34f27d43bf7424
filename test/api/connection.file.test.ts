/** Files below the realm's root, which are fetched with the account's key. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import type { HttpAnswer, HttpRequest } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { fakeClock } from "../support/clock.ts";

function answering(answer: HttpAnswer) {
  const requests: HttpRequest[] = [];
  const connection = createConnection({
    site: "https://acme.example",
    credentials: { email: "ana@acme.example", key: "k" },
    send: async (request) => {
      requests.push(request);
      return answer;
    },
    clock: fakeClock(),
    log: silent,
    userAgent: "weir-test/1",
  });
  const file = () => connection.file("/user_uploads/1/a.png", async () => {}, { limitMb: 3 });
  return { file, requests };
}

test("a file is requested from the realm itself, with its limit", async () => {
  const { file, requests } = answering({ status: 200, headers: {}, text: "" });
  await file();
  expect(requests[0]).toMatchObject({
    url: "https://acme.example/user_uploads/1/a.png",
    limitMb: 3,
    headers: { authorization: `Basic ${btoa("ana@acme.example:k")}`, accept: "image/*" },
  });
});

test.each([
  { status: 302, headers: { location: "https://elsewhere.example/" }, text: "" },
  { status: 404, headers: {}, text: "" },
  { status: 200, headers: {}, text: "", exceededMb: 3 },
])("%j is no file, and nothing else is requested", async (answer) => {
  const { file, requests } = answering(answer);
  await expect(file()).rejects.toThrow();
  expect(requests).toHaveLength(1);
});
