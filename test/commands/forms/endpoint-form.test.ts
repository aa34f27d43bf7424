import { expect, test } from "vitest";
import { encode } from "#api/connection.ts";
import { formNow, formOf } from "#commands/forms/definitions.ts";
import { callProblem, levelProblem } from "#commands/forms/endpoint-form.ts";
import { changeOf } from "#commands/forms/form.ts";
import { emptyReplica } from "#model/replica.ts";
import type { FormName, FormValues } from "#store/forms.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { deactivateGroup, deleteGroup } from "#wire/endpoints/groups.ts";
import { updateStream } from "#wire/endpoints/streams.ts";
import { documentLevel, textAt } from "#wire/error-texts.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";
import { beforePermissions } from "../../support/versions.ts";

/** The requests that saving makes, each with the field that shows its refusal. */
async function callsOf(name: FormName, id: number, typed: FormValues, level?: number) {
  const { store } = await startSmall({ who: "cleo", level });
  const { view } = store.getState();
  const now = formNow(view, { name, id });
  if (now === undefined) throw new RangeError("The form has no object.");
  const { calls = [] } = formOf({ name }).save(view, { name, id }, changeOf(now, { typed }));
  return calls.map(({ endpoint, values, field }) => [endpoint.path, values, field]);
}

test("changes are sent in one request per endpoint, and one with a single field shows its refusal there", async () => {
  const members = "Ana Ruiz, Don Marsh";
  expect(await callsOf("group", 1, { description: "Oars", members })).toEqual([
    ["/user_groups/{user_group_id}", { user_group_id: 1, description: "Oars" }, "description"],
    [
      "/user_groups/{user_group_id}/members",
      { user_group_id: 1, add: [people.don], delete: [people.bo] },
      "members",
    ],
  ]);
  expect(
    await callsOf("stream", streams.dev, { name: "devel", posting: "2" }, beforePermissions),
  ).toEqual([
    [
      "/streams/{stream_id}",
      { stream_id: streams.dev, new_name: "devel", stream_post_policy: 2 },
      undefined,
    ],
  ]);
});

test("an older server is also sent the unchanged fields that it requires", async () => {
  const [[, values] = []] = await callsOf("group", 1, { description: "Oars" }, 164);
  expect(values).toEqual({ user_group_id: 1, name: "crew", description: "Oars" });
});

test("values that only administrators change are locked in the own profile of other people", async () => {
  const lockOf = async (who: "ana" | "cleo") => {
    const { store } = await startSmall({
      who,
      level: 296,
      first: async (as) => {
        const badge = { name: "Badge", field_type: 1, editable_by_user: false };
        await as(people.cleo).post("/realm/profile_fields", badge);
      },
    });
    const now = formNow(store.getState().view, { name: "settings", id: 0 });
    return now?.fields.find(({ label }) => label === "Badge")?.locked;
  };
  expect(await lockOf("ana")).toBe(
    "You are not allowed to change this field. Contact an administrator to update it.",
  );
  expect(await lockOf("cleo")).toBeUndefined();
});

test("reordering the names of members is not a change", async () => {
  expect(await callsOf("group", 1, { members: "Bo Lindt, Ana Ruiz" })).toEqual([]);
});

async function at(keys: readonly string[], level?: number) {
  const world = await startSmall({ who: "cleo", level });
  world.press(...keys);
  return { ...world, ...formKeys(world) };
}

const long = "x".repeat(3000);

/** A form and a field, an invalid value for it, and the request with that value. */
const refusals = [
  ["stream", streams.dev, "name", " ", "/streams/2", "new_name"],
  ["stream", streams.dev, "name", long, "/streams/2", "new_name"],
  ["stream", streams.dev, "name", "de\u0007v", "/streams/2", "new_name"],
  ["stream", streams.dev, "description", long, "/streams/2", "description"],
  ["group", 1, "name", "role:cox", "/user_groups/1", "name"],
  ["group", 1, "name", long, "/user_groups/1", "name"],
  ["person", people.bo, "name", "B", "/users/12", "full_name"],
  ["person", people.bo, "name", "Bo|12", "/users/12", "full_name"],
  ["person", people.bo, "name", "Bo*", "/users/12", "full_name"],
  ["settings", 0, "timezone", "Mars", "/settings", "timezone"],
  ["settings", 0, "name", long, "/settings", "full_name"],
] as const;

test("a form rejects a text with the same message as the realm, in which a stream is called so", async () => {
  const { store, cleo } = await at(["g", "b"]);
  const { view } = store.getState();
  for (const [name, id, key, typed, path, parameter] of refusals) {
    const field = formNow(view, { name, id })?.fields.find((one) => one.key === key);
    const { body } = await cleo.patch(path, { [parameter]: typed });
    const said = textAt(documentLevel, String(body["msg"]));
    expect([key, typed, field?.problem?.(typed, {})]).toEqual([key, typed, said]);
  }
});

test("overlong alert words and invalid colours are reported", async () => {
  const { press, fills, problems, goes } = await at(["g", ","]);
  fills("alerts", `oar, ${"x".repeat(101)}`);
  expect(problems()).toEqual(["alert_words is too long (limit: 100 characters)"]);
  press("Esc", "g", "b");
  goes(`browse:${streams.dev}`);
  press("E");
  fills("color", "blue");
  expect(problems()).toEqual(["color is not a valid hex color code"]);
});

test("a choice offers the options that the server's level supports", async () => {
  const titles = async (level: number) => {
    const { shown } = await at(["g", "f", "+"], level);
    const type = shown()?.now.fields.find(({ key }) => key === "type")?.kind;
    return type?.type === "choice" ? type.options.map(({ title }) => title) : [];
  };
  expect(await titles(150)).not.toContain("Pronouns");
  expect(await titles(151)).toContain("Pronouns");
});

test("a parameter is sent and offered only from its level to its level", () => {
  const { stream_post_policy: policy } = updateStream.parameters;
  const sentAt = (level: number) =>
    encode(updateStream, { stream_id: streams.dev, stream_post_policy: 2 }, level).form.toString();
  expect([1, 332].map(sentAt)).toEqual(Array(2).fill("stream_post_policy=2"));
  for (const level of [0, 333])
    expect(() => sentAt(level)).toThrow("cannot change the stream post");
  const problemAt = (featureLevel: number, declared: { since?: number; until?: number }) =>
    levelProblem({ realm: { ...emptyReplica.realm, featureLevel } }, declared);
  expect([problemAt(0, policy), problemAt(332, policy), problemAt(333, policy)]).toEqual([
    "This server is too old for it (from level 1 on).",
    undefined,
    "This server no longer supports it (only up to level 332).",
  ]);
  expect(problemAt(294, deleteGroup)).toBe(
    "This server no longer supports it (only up to level 293).",
  );
});

test("what another level has is refused with its level, whichever end is declared", () => {
  const at = (featureLevel: number) => ({
    ...emptyReplica,
    realm: { ...emptyReplica.realm, featureLevel },
  });
  const declared = endpoints.flatMap((endpoint) => [
    endpoint,
    ...Object.values(endpoint.parameters),
  ]);
  const ends = { since: 0, until: 0 };
  for (const { since = 0, until } of declared) {
    const problem = (level: number) =>
      callProblem(at(level), { since, ...(until !== undefined && { until }) }, "do it");
    if (since > 0) {
      ends.since += 1;
      expect(problem(since - 1)).toBe(`This server is too old for it (from level ${since} on).`);
    }
    expect(problem(since)).toBeUndefined();
    if (until === undefined) continue;
    ends.until += 1;
    expect(problem(until)).toBeUndefined();
    expect(problem(until + 1)).toBe(
      `This server no longer supports it (only up to level ${until}).`,
    );
  }
  expect(Math.min(ends.since, ends.until)).toBeGreaterThan(5);
});

test.each([
  [deleteGroup, 294, "delete groups", /only up to level 293/],
  [deactivateGroup, 289, "deactivate groups", /from level 290 on/],
] as const)("a form for $method $path is locked at level %d", (endpoint, level, deed, sentence) => {
  const view = { ...emptyReplica, realm: { ...emptyReplica.realm, featureLevel: level } };
  expect(callProblem(view, endpoint, deed)).toMatch(sentence);
});
