import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { base, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const notes = () => new File(["hello file\n"], "notes ü.txt", { type: "text/plain" });

test("an upload returns a URL at the realm's root, and sends an event to its owner only", async () => {
  const { as } = startRealm();
  const [ana, bo] = [as(people.ana), as(people.bo)];
  const [{ queue_id: mine }, { queue_id: other }] = [await ana.register(), await bo.register()];
  const { body } = await ana.upload("/user_uploads", { anything: notes() });
  expect(body["url"]).toMatch(/^\/user_uploads\/1\/[0-9a-f]{1,2}\/\w{24}\/notes-ü\.txt$/);
  expect(body["uri"]).toBe(body["url"]);
  const [event] = await ana.events(mine);
  expect(event).toMatchObject({
    type: "attachment",
    op: "add",
    attachment: { id: 1, name: "notes ü.txt", size: 11, message_ids: [] },
    upload_space_used: 11,
  });
  expect(await bo.events(other)).toEqual([]);
  const list = (await ana.get("/attachments")).body;
  expect(list).toMatchObject({ attachments: [event?.["attachment"]], upload_space_used: 11 });
  expect((await bo.get("/attachments")).body).toMatchObject({
    attachments: [],
    upload_space_used: 11,
  });
});

test("a file above the register's limit is rejected, one of exactly that size is accepted", async () => {
  const { as } = startRealm();
  const ana = as(people.ana);
  const limit = Number((await ana.register())["max_file_upload_size_mib"]);
  const sized = (bytes: number) => ({ file: new File([new Uint8Array(bytes)], "big.bin") });
  const full = await ana.upload("/user_uploads", sized(limit * 1024 * 1024));
  expect(full.status).toBe(200);
  const over = await ana.upload("/user_uploads", sized(limit * 1024 * 1024 + 1));
  expect([over.status, over.body["code"]]).toEqual([400, "BAD_REQUEST"]);
  expect(over.body["msg"]).toContain("25 MiB");
});

test("path segments and invisible characters are removed from file names", async () => {
  const { as } = startRealm();
  const ana = as(people.ana);
  const named = async (name: string) => {
    const { body } = await ana.upload("/user_uploads", { file: new File(["x"], name) });
    return String(body["url"]).split("/").slice(5).join("/");
  };
  expect(await named("../../etc/passwd")).toBe("passwd");
  expect(await named("x\u202egnp.exe")).toBe("xgnp.exe");
  expect(await named("$?!")).toBe("uploaded-file");
  expect(await named("<b> a?.html")).toBe("b-a.html");
  const long = await named(`${"n".repeat(300)}.txt`);
  expect([long.length, long.slice(-5)]).toEqual([255, "n.txt"]);
});

test("an attachment lists its author's messages that link to it, until an edit removes the link", async () => {
  const { as } = startRealm();
  const ana = as(people.ana);
  const { queue_id } = await ana.register();
  const { url } = (await ana.upload("/user_uploads", { file: notes() })).body;
  const id = await ana.say({ streamId: streams.dev, topic: "deploy" }, `see [this](${url})`);
  const [, update, message] = await ana.events(queue_id);
  expect([update?.["type"], update?.["op"], message?.["type"]]).toEqual([
    "attachment",
    "update",
    "message",
  ]);
  const linking = async () => (await ana.get("/attachments")).body["attachments"][0].message_ids;
  expect(update?.["attachment"].message_ids).toEqual([id]);
  expect(await linking()).toEqual([id]);
  await ana.patch(`/messages/${id}`, { content: "see nothing" });
  expect(await linking()).toEqual([]);
  await ana.patch(`/messages/${id}`, { content: `see [that](${url})`, topic: "elsewhere" });
  expect(await linking()).toEqual([id]);
  await ana.delete(`/messages/${id}`);
  const cleo = as(people.cleo);
  await cleo.delete(`/messages/${id}`);
  expect(await linking()).toEqual([]);
});

test("linking to another user's file does not grant access to it", async () => {
  const { realm, as } = startRealm();
  const [ana, bo] = [as(people.ana), as(people.bo)];
  const { url } = (await ana.upload("/user_uploads", { file: notes() })).body;
  await bo.say({ streamId: streams.dev, topic: "deploy" }, `[mine now](${url})`);
  expect((await fetched(realm, bo, url)).status).toBe(403);
  expect((await bo.get(String(url))).status).toBe(403);
});

type Started = ReturnType<typeof startRealm>;

async function fetched(
  realm: Started["realm"],
  who: ReturnType<Started["as"]> | undefined,
  path: string,
): Promise<Response> {
  const headers: Record<string, string> =
    who === undefined
      ? {}
      : { authorization: `Basic ${btoa(`${who.account.email}:${who.account.api_key}`)}` };
  return realm.fetch(new Request(new URL(path, base), { headers }));
}

test("a file is readable by its owner and by those who can read a message of the owner that links to it", async () => {
  const { realm, as } = startRealm();
  const { url } = (await as(people.ana).upload("/user_uploads", { file: notes() })).body;
  const status = async (id: number) => (await fetched(realm, as(id), url)).status;
  expect(await Promise.all([people.ana, people.bo, people.gus].map(status))).toEqual([
    200, 403, 403,
  ]);
  await as(people.ana).say([people.bo], `[for you](${url})`);
  expect(await Promise.all([people.bo, people.don].map(status))).toEqual([200, 403]);
  await as(people.bo).say({ streamId: streams.other, topic: "t" }, `[for all](${url})`);
  expect(await Promise.all([people.don, people.gus].map(status))).toEqual([200, 403]);
});

test("a file is served unchanged, inline only if a browser can display it", async () => {
  const { realm, as } = startRealm();
  const ana = as(people.ana);
  const { url } = (await ana.upload("/user_uploads", { file: notes() })).body;
  const text = await fetched(realm, ana, url);
  expect(await text.text()).toBe("hello file\n");
  expect(text.headers.get("content-disposition")).toBe(
    "attachment; filename*=utf-8''notes-%C3%BC.txt",
  );
  const picture = new File(["x"], "pic.png", { type: "image/png" });
  const { url: shown } = (await ana.upload("/user_uploads", { file: picture })).body;
  const inline = (await fetched(realm, ana, shown)).headers;
  expect(inline.get("content-disposition")).toBe('inline; filename="pic.png"');
  const saved = String(shown).replace("/user_uploads/", "/user_uploads/download/");
  const forced = (await fetched(realm, ana, saved)).headers;
  expect(forced.get("content-disposition")).toBe('attachment; filename="pic.png"');
});

test("a file without credentials redirects to the login", async () => {
  const { realm, as } = startRealm();
  const ana = as(people.ana);
  const { url } = (await ana.upload("/user_uploads", { file: notes() })).body;
  const nobody = await fetched(realm, undefined, url);
  expect(nobody.status).toBe(302);
  expect(nobody.headers.get("location")).toBe("/login/");
});

test("a temporary link serves the file for a minute without credentials", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const ana = as(people.ana);
  const { url } = (await ana.upload("/user_uploads", { file: notes() })).body;
  const { url: link } = (await ana.get(String(url))).body;
  expect(await (await fetched(realm, undefined, link)).text()).toBe("hello file\n");
  await clock.pass("61 s");
  const late = await fetched(realm, undefined, link);
  expect([late.status, (await late.json()).msg]).toEqual([400, "Invalid token"]);
});
