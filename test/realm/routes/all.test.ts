import { expect, test } from "vitest";
import { allRoutes } from "#realm/routes/all.ts";
import { endpoints } from "#wire/endpoints/all.ts";

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Declared and not answered yet. */
const unanswered = new Set([
  "POST /realm/emoji/{emoji_name}",
  "DELETE /realm/emoji/{emoji_name}",
  "POST /realm/filters",
  "PATCH /realm/filters/{filter_id}",
  "DELETE /realm/filters/{filter_id}",
  "POST /user_uploads",
  "GET /user_uploads/{realm_id}/{path}",
  "GET /attachments",
  "DELETE /attachments/{attachment_id}",
]);

test("the realm answers every endpoint that is declared but those listed here, each once", () => {
  const routed = allRoutes.map(({ endpoint }) => name(endpoint)).sort();
  const expected = endpoints.map(name).filter((each) => !unanswered.has(each));
  expect(routed).toEqual(expected.sort());
});
