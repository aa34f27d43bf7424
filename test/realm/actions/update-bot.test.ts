import { expect, test } from "vitest";
import { type Parameters, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus, eva, robot } = people;

/** A realm in which Ana has made a bot; gives its ID, and what several people hear from then on. */
async function withBot(asks: Parameters = {}) {
  const { realm, as } = startRealm();
  const wish = { full_name: "Gull", short_name: "gull", ...asks };
  const { user_id: id } = (await as(ana).post("/bots", wish)).body;
  const queues = new Map<number, string>();
  for (const who of [ana, bo, cleo, gus])
    queues.set(who, (await as(who).register())["queue_id"] ?? "");
  const heard = (who: number) => as(who).events(queues.get(who) ?? "");
  return { realm, as, id, heard };
}

test("a new name is answered, and told to everybody and to those who keep the bot", async () => {
  const { as, id, heard } = await withBot();
  const { body } = await as(ana).patch(`/bots/${id}`, { full_name: "Tern" });
  expect(body).toMatchObject({
    full_name: "Tern",
    service_interface: 1,
    service_payload_url: null,
    config_data: null,
    bot_owner: "ana@small.example",
  });
  const name = { user_id: id, full_name: "Tern" };
  const everybody = { type: "realm_user", op: "update", person: name };
  expect(await heard(bo)).toMatchObject([everybody]);
  expect(await heard(ana)).toMatchObject([everybody, { type: "realm_bot", bot: name }]);
});

test("a bot that goes to another keeper comes to them with its key, and leaves the old one", async () => {
  const { as, id, heard } = await withBot();
  await as(ana).patch(`/bots/${id}`, { bot_owner_id: bo });
  const told = { type: "realm_user", person: { user_id: id, bot_owner_id: bo } };
  expect(await heard(ana)).toMatchObject([
    { type: "realm_bot", op: "delete", bot: { user_id: id } },
    told,
  ]);
  expect(await heard(bo)).toMatchObject([
    { type: "realm_bot", op: "add", bot: { user_id: id, api_key: expect.any(String) } },
    told,
  ]);
  expect(await heard(cleo)).toMatchObject([
    { type: "realm_bot", op: "update", bot: { user_id: id, owner_id: bo } },
    told,
  ]);
  expect(await heard(gus)).toMatchObject([told]);
  expect((await as(ana).patch(`/bots/${id}`, {})).body["msg"]).toBe("Insufficient permission");
});

test("what it uses where it names nothing is told one by one to those who keep it", async () => {
  const { as, id, heard } = await withBot({ bot_type: 3, payload_url: '"https://a.example/"' });
  const asks = {
    ...{ default_sending_stream: "dev", default_events_register_stream: "general" },
    ...{ default_all_public_streams: true, service_payload_url: '"https://b.example/"' },
  };
  expect((await as(ana).patch(`/bots/${id}`, asks)).body).toMatchObject({
    default_sending_stream: "dev",
    default_events_register_stream: "general",
    default_all_public_streams: true,
  });
  expect((await heard(ana)).map(({ bot }) => bot)).toMatchObject([
    { user_id: id, default_sending_stream: "dev" },
    { default_events_register_stream: "general" },
    { default_all_public_streams: true },
    { services: [{ base_url: "https://b.example/" }] },
  ]);
  expect(await heard(bo)).toEqual([]);
  await as(ana).patch(`/bots/${id}`, { default_sending_stream: "" });
  expect((await as(ana).register())["realm_bots"]).toMatchObject([
    { default_sending_stream: null },
  ]);
});

test("a bot is switched off once, and its key is void when it gets another", async () => {
  const { as, id, heard } = await withBot();
  const { api_key } = (await as(ana).post(`/bots/${id}/api_key/regenerate`)).body;
  await as(ana).delete(`/bots/${id}`);
  expect((await as(ana).delete(`/bots/${id}`)).status).toBe(200);
  expect(await heard(ana)).toMatchObject([
    { type: "realm_bot", bot: { user_id: id, api_key } },
    { type: "realm_user", person: { user_id: id, is_active: false } },
    { type: "realm_bot", bot: { user_id: id, is_active: false } },
  ]);
  expect((await as(ana).get("/bots")).body["bots"]).toEqual([]);
});

test.each<[Parameters, string]>([
  [{ full_name: "Ana Ruiz" }, "Name is already in use!"],
  [{ role: 333 }, "Invalid role: Value error, Not in the list of possible values"],
  [{ bot_owner_id: 99 }, "Failed to change owner, no such user"],
  [{ bot_owner_id: eva }, "Failed to change owner, user is deactivated"],
  [{ bot_owner_id: robot }, "Failed to change owner, bots can't own other bots"],
  [{ default_sending_stream: "nowhere" }, "Invalid channel name 'nowhere'"],
  [{ service_payload_url: '"nowhere"' }, "service_payload_url is not a URL"],
])("%j is refused", async (asks, msg) => {
  const { as, id, heard } = await withBot();
  const { status, body } = await as(cleo).patch(`/bots/${id}`, asks);
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect(await heard(cleo)).toEqual([]);
});
