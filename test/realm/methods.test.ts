import { expect, test } from "vitest";
import { authorization, call, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const html = "text/html; charset=utf-8";
const json = (...methods: string[]) => ({
  result: "error",
  msg: "Method Not Allowed",
  allowed_methods: methods,
});

/** What a path says to a method that it does not take: the body, the header `allow`, the kind, whether it may be kept. */
test.for([
  ["PUT", "/messages", json("GET", "POST", "HEAD"), html, true],
  ["GET", "/register", json("POST"), html, true],
  ["DELETE", "/register", json("POST"), html, true],
  ["HEAD", "/register", { text: "" }, html, true],
  ["GET", "/fetch_api_key", json("POST"), html, false],
  ["OPTIONS", "/fetch_api_key", json("POST"), html, false],
  ["POST", "/server_settings", { text: "" }, html, false],
  ["OPTIONS", "/server_settings", { text: "" }, html, false],
  ["POST", "/events", { text: expect.stringContaining("405 Not Allowed") }, "text/html", false],
  ["HEAD", "/events", { text: "" }, "text/html", false],
] as const)("%s %s is refused", async ([method, path, body, type, isNever]) => {
  const answer = await call(startRealm().realm, method, path);
  expect([answer.status, answer.body]).toEqual([405, body]);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.has("cache-control")).toBe(isNever);
  expect(answer.headers.get("allow")).not.toContain(method);
});

test.for([
  ["/messages", "GET, HEAD, POST"],
  ["/messages/1", "DELETE, GET, HEAD, PATCH"],
  ["/register", "POST"],
  ["/events", "OPTIONS, GET, DELETE"],
] as const)("%s tells whoever asks for its options: %s", async ([path, allowed]) => {
  const answer = await call(startRealm().realm, "OPTIONS", path);
  expect([answer.status, answer.body["text"]]).toEqual([204, ""]);
  expect(answer.headers.get("allow")).toBe(allowed);
});

test("a head is an answer without its body", async () => {
  const head = await call(startRealm().realm, "HEAD", "/server_settings");
  expect([head.status, head.body["text"]]).toEqual([200, ""]);
  expect(head.headers.get("content-type")).toBe("application/json");
});

test("a POST may mean another method, and is told that the word was not needed", async () => {
  const { as } = startRealm();
  const id = await as(people.ana).say([people.bo], "oops");
  const { body } = await as(people.ana).post(`/messages/${id}`, { method: "DELETE" });
  expect(body).toEqual({ result: "success", msg: "", ignored_parameters_unsupported: ["method"] });
});

test("the method that is meant is written as methods are, and in the form", async () => {
  const { realm, as } = startRealm();
  const ana = as(people.ana);
  const id = await ana.say([people.bo], "stays");
  expect((await ana.post(`/messages/${id}`, { method: "delete" })).status).toBe(405);
  expect((await ana.patch(`/messages/${id}`, { method: "DELETE" })).status).toBe(400);
  const headers = { authorization: authorization(ana.account) };
  const inQuery = await call(realm, "POST", `/messages/${id}?method=DELETE`, {}, headers);
  expect(inQuery.status).toBe(405);
  const read = await ana.post(`/messages/${id}`, { method: "GET", apply_markdown: false });
  expect(read.body["message"].content).toBe("stays");
});
