import { expect, test } from "vitest";
import { png } from "../../support/pictures.ts";
import { authorization, base, type Parameters, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;
const wish = { full_name: "Gull", short_name: "gull" };
/** The server's own two bots come behind the people. */
const id = 20;
const email = "gull-bot@realm.invalid";

test("a bot is told to everybody, with its groups, and with its key to those who keep it", async () => {
  const { as } = startRealm();
  const ears = [];
  for (const who of [ana, bo, cleo, gus]) {
    const { queue_id } = await as(who).register();
    ears.push(() => as(who).events(queue_id));
  }
  const { body } = await as(ana).post("/bots", wish);
  const defaults = {
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  };
  expect(body).toMatchObject({ user_id: id, ...defaults });
  expect(body["api_key"]).toMatch(/^[A-Za-z0-9]{32}$/);
  const [hers, his, administrators, guests] = await Promise.all(ears.map((hear) => hear()));
  expect(his).toMatchObject([
    {
      type: "realm_user",
      op: "add",
      person: {
        ...{ user_id: id, email, full_name: "Gull", is_bot: true, bot_type: 1, bot_owner_id: ana },
        ...{ is_active: true, role: 400, avatar_url: body["avatar_url"] },
      },
    },
    { type: "user_group", op: "add_members", group_id: 7, user_ids: [id] },
    { type: "user_group", op: "add_members", group_id: 6, user_ids: [id] },
  ]);
  expect(his?.[0]?.["person"]).not.toHaveProperty("profile_data");
  expect(guests).toEqual(his);
  const bot = { user_id: id, email, api_key: body["api_key"], owner_id: ana, services: [] };
  expect(hers?.slice(3)).toMatchObject([{ type: "realm_bot", op: "add", bot }]);
  expect(administrators).toEqual(hers);
  expect((await as(ana).register())["realm_bots"]).toMatchObject([bot]);
});

test("a bot signs in with its key, and its maker lists it", async () => {
  const { realm, as } = startRealm();
  const { api_key } = (await as(ana).post("/bots", wish)).body;
  const account = { ...as(ana).account, email, api_key };
  const headers = { authorization: authorization(account) };
  const answer = await realm.fetch(new Request(`${base}/users/me`, { headers }));
  expect(await answer.json()).toMatchObject({ user_id: id, is_bot: true });
  expect((await as(ana).get("/bots")).body["bots"]).toMatchObject([
    { username: email, full_name: "Gull", api_key },
  ]);
});

test("what a bot uses where it names nothing is told by name, and where it tells things with a token", async () => {
  const { as } = startRealm();
  const asks = {
    ...wish,
    ...{ bot_type: 3, payload_url: '"https://hook.example/"' },
    ...{ default_sending_stream: "dev", default_all_public_streams: true },
  };
  expect((await as(ana).post("/bots", asks)).body).toMatchObject({
    default_sending_stream: "dev",
    default_all_public_streams: true,
  });
  const [bot] = (await as(ana).register())["realm_bots"];
  expect(bot).toMatchObject({
    bot_type: 3,
    services: [{ base_url: "https://hook.example/", interface: 1, token: expect.any(String) }],
  });
});

test("a picture may come with a new bot, and is told once the bot is known", async () => {
  const { realm, as } = startRealm();
  const { queue_id } = await as(bo).register();
  const body = new FormData();
  for (const [name, text] of Object.entries(wish)) body.append(name, text);
  body.append("file", png());
  const headers = { authorization: authorization(as(ana).account) };
  const request = new Request(`${base}/bots`, { method: "POST", headers, body });
  const { avatar_url } = await (await realm.fetch(request)).json();
  expect(avatar_url).toMatch(/^\/user_avatars\//);
  const events = await as(bo).events(queue_id);
  expect(events.at(-1)).toMatchObject({ person: { user_id: id, avatar_url, avatar_source: "U" } });
});

test.each<[Parameters, string]>([
  [{ full_name: "x" }, "Name too short!"],
  [{ full_name: "Ana Ruiz" }, "Name is already in use!"],
  [{ short_name: " " }, "Bad name or username"],
  [{ short_name: "a b" }, "Bad name or username"],
  [{ short_name: "Notification" }, "Username already in use"],
  [{ bot_type: 4 }, "Embedded bots are not enabled."],
  [{ bot_type: 5 }, "Invalid bot type"],
  [{ bot_type: 3 }, "payload_url is not a URL"],
  [{ interface_type: 7 }, "Invalid interface type"],
  [{ default_sending_stream: "other one" }, "Invalid channel name 'other one'"],
])("a bot with %j is refused", async (asks, msg) => {
  const { realm, as } = startRealm();
  const { status, body } = await as(ana).post("/bots", { ...wish, ...asks });
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect(realm.control.server.state.people.byId.has(id)).toBe(false);
});

test("an address is given once", async () => {
  const { as } = startRealm();
  await as(ana).post("/bots", wish);
  const { body } = await as(bo).post("/bots", { ...wish, full_name: "Other" });
  expect(body["msg"]).toBe("Username already in use");
});

test("a stream that only its people know is no stream of a stranger's bot", async () => {
  const { as } = startRealm();
  const asks = { ...wish, default_sending_stream: "secret" };
  expect((await as(bo).post("/bots", asks)).body["msg"]).toBe("Invalid channel name 'secret'");
  expect((await as(ana).post("/bots", asks)).body["default_sending_stream"]).toBe("secret");
});
