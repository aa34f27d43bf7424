import { expect, test } from "vitest";
import { endpoints, findEndpoint, methodsAt } from "#wire/endpoints/all.ts";

test.for([
  ["GET", "/users/me", "/users/me"],
  ["GET", "/users/8", "/users/{user_id}"],
  ["GET", "/users/iris@acme.test", "/users/{email}"],
  ["GET", "/users/me/subscriptions", "/users/me/subscriptions"],
  ["GET", "/users/me/3/topics", "/users/me/{stream_id}/topics"],
  ["PATCH", "/users/me/subscriptions/muted_topics", "/users/me/subscriptions/muted_topics"],
  ["GET", "/messages/matches_narrow", "/messages/matches_narrow"],
  ["GET", "/user_uploads/2/ab/cd/a b.txt", "/user_uploads/{realm_id}/{path}"],
] as const)("%s %s is found as %s", ([method, path, declared]) => {
  expect(findEndpoint(method, path)?.endpoint.path).toBe(declared);
});

test("the values in a path are returned by name", () => {
  expect(findEndpoint("PATCH", "/streams/3")?.values).toEqual({ stream_id: "3" });
  expect(findEndpoint("GET", "/user_uploads/2/ab/c.txt")?.values).toEqual({
    realm_id: "2",
    path: "ab/c.txt",
  });
});

test("a word instead of an ID, another method and a trailing slash are not found", () => {
  expect(findEndpoint("GET", "/messages/abc")).toBeUndefined();
  expect(findEndpoint("PUT", "/messages")).toBeUndefined();
  expect(findEndpoint("GET", "/users/")).toBeUndefined();
});

test("the methods of a path are listed", () => {
  expect([...methodsAt("/drafts/7")].sort()).toEqual(["DELETE", "PATCH"]);
  expect(methodsAt("/nowhere")).toEqual([]);
});

test("method and path of endpoints are unique", () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
