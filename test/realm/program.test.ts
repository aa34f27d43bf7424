import { expect, test } from "vitest";
import { productName } from "#realm/program.ts";
import { authorization, base, call, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

test.for([
  ["weir/0.1 (linux)", "weir"],
  ["website", "website"],
  ["Some Client/1.2", "Some Client"],
  ["Some Client (x)", "Some Client"],
  ["Some Client 3 x", "Some Client"],
  ["python-requests 2.0", "python-requests"],
  ["/1.0", ""],
  ["", ""],
] as const)("%j names a program %j", ([header, name]) => {
  expect(productName(header)).toBe(name);
});

test("what a program is called decides whether its own messages are read", async () => {
  const { realm, as } = startRealm();
  const ana = as(people.ana);
  const send = async (agent: string, more = {}) => {
    const headers = { authorization: authorization(ana.account), "user-agent": agent };
    const parameters = { type: "direct", to: [people.bo], content: "x", ...more };
    const { body } = await call(realm, "POST", "/messages", parameters, headers);
    const { message } = (await ana.get(`/messages/${body["id"]}`)).body;
    return [message.client, message.flags];
  };
  expect(await send("weir/0.1 (linux)")).toEqual(["weir", []]);
  expect(await send("SvcTerminal/1")).toEqual(["SvcTerminal", ["read"]]);
  expect(await send("weir/0.1", { read_by_sender: true })).toEqual(["weir", ["read"]]);
  expect(await send("x".repeat(40))).toEqual(["x".repeat(30), []]);
  expect(await send("weir/0.1", { client: "website" })).toEqual(["website", ["read"]]);
  expect(await send("")).toEqual(["", []]);
});

test("a program that does not say its name has none", async () => {
  const { realm, as } = startRealm();
  const headers = {
    authorization: authorization(as(people.ana).account),
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = String(new URLSearchParams({ type: "direct", to: "[12]", content: "x" }));
  const request = new Request(`${base}/messages`, { method: "POST", headers, body });
  const sent = (await (await realm.fetch(request)).json()) as { readonly id: number };
  const { message } = (await as(people.ana).get(`/messages/${sent.id}`)).body;
  expect(message.client).toBe("Unspecified");
});
