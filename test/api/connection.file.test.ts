/** Files below the realm's root, which are fetched with the account's key. */
import { expect, test } from "vitest";
import { getUser } from "#api/account.ts";
import { createConnection } from "#api/connection.ts";
import { fileLink } from "#api/files.ts";
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
  const file = () =>
    connection.file(["user_uploads", "1", "a b.png"], async () => {}, { limitMb: 3 });
  return { connection, file, requests };
}

test("a file is requested from the realm itself, with its limit", async () => {
  const { file, requests } = answering({ status: 200, headers: {}, text: "" });
  await file();
  expect(requests[0]).toMatchObject({
    url: "https://acme.example/user_uploads/1/a%20b.png",
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

test.each(["..", ".", ""])(
  "a step %j, which would lead to another request, is refused",
  async (step) => {
    const { connection, requests } = answering({ status: 200, headers: {}, text: "" });
    const steps = ["user_uploads", "thumbnail", step, "a.png"];
    await expect(connection.file(steps, async () => {}, { limitMb: 3 })).rejects.toThrow(
      `A server cannot be asked for "${step}".`,
    );
    await expect(fileLink(connection, { realm_id: "1", path: `ab/${step}/x` })).rejects.toThrow(
      "A server cannot",
    );
    connection.setLevel(500);
    await expect(getUser(connection, { email: step }, {})).rejects.toThrow("A server cannot");
    expect(requests).toEqual([]);
  },
);
