/** PATCH and GET /streams, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import type { Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const update = "PATCH /streams/{stream_id}";
const list = "GET /streams";
const refused = { code: "BAD_REQUEST" };

/** The stream as somebody sees it among all; undefined when they do not. */
export async function seen(asker: Asker, id: number, wishes: Body = {}): Promise<Body | undefined> {
  const { streams } = await asker.does(list, wishes);
  return streams.find((one: Body) => one["stream_id"] === id);
}

/** The ID of the realm's own group of that name. LEVEL(93): there were none before it. */
export async function systemGroup(asker: Asker, name: string): Promise<number> {
  const { state } = await asker.listens(["realm_user_groups", "user_group", "realm"]);
  const found = state["realm_user_groups"]?.find((group: Body) =>
    new RegExp(`^@?role:${name}$`).test(group["name"]),
  );
  return found?.["id"];
}

/** Makes spectators possible for as long as `work` takes. */
export async function withSpectators({ control }: Scene, work: () => Promise<void>): Promise<void> {
  await control.setRealm("enable_spectator_access", true);
  await control.setRealm("create_web_public_stream_policy", 2);
  try {
    await work();
  } finally {
    await control.setRealm("enable_spectator_access", false);
    await control.setRealm("create_web_public_stream_policy", 7);
  }
}

export const streamCases: readonly Case[] = [
  {
    says: "a stream gets another name and description, and whoever is in it hears",
    play: async ({ administrator, member, stream, fresh }) => {
      const { id, name } = await stream([member]);
      const ear = await member.listens(["stream"]);
      const new_name = fresh("renamed");
      const wish = { stream_id: id, new_name, description: "All **about** it" };
      await administrator.does(update, wish);
      expect(await seen(member, id)).toMatchObject({
        name: new_name,
        description: "All **about** it",
        rendered_description: "<p>All <strong>about</strong> it</p>",
      });
      const events = await ear.hears();
      const same = { type: "stream", op: "update", stream_id: id };
      expect(events).toContainEqual(
        expect.objectContaining({ ...same, property: "name", value: new_name, name }),
      );
      expect(events).toContainEqual(
        expect.objectContaining({ ...same, property: "description", value: "All **about** it" }),
      );
    },
  },
  {
    says: "a stream becomes private, and public again",
    proves: ["state Stream privacy: PATCH /streams/{stream_id} with is_private or is_web_public"],
    play: async ({ administrator, member, other, stream }) => {
      const { id } = await stream([member]);
      expect(await seen(other, id)).toMatchObject({ invite_only: false });
      await administrator.does(update, { stream_id: id, is_private: true });
      expect(await seen(other, id)).toBeUndefined();
      expect(await seen(member, id)).toMatchObject({
        invite_only: true,
        history_public_to_subscribers: false,
      });
      await administrator.does(update, { stream_id: id, is_private: false });
      expect(await seen(other, id)).toMatchObject({
        invite_only: false,
        history_public_to_subscribers: true,
      });
    },
  },
  {
    says: "a stream becomes web-public where the realm lets spectators in",
    from: 98,
    needs: ["control"],
    proves: ["state Stream privacy: PATCH /streams/{stream_id} with is_private or is_web_public"],
    play: async (scene) => {
      const { administrator, member, stream } = scene;
      const { id } = await stream([member]);
      const wish = { stream_id: id, is_web_public: true };
      const { body } = await administrator.asks(update, wish);
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      await withSpectators(scene, async () => {
        await administrator.does(update, wish);
        expect(await seen(member, id)).toMatchObject({ is_web_public: true, invite_only: false });
        const { streams } = await member.does(list, {
          include_public: false,
          include_subscribed: false,
          include_web_public: true,
        });
        expect(streams.map((one: Body) => one["stream_id"])).toContain(id);
        await administrator.does(update, { stream_id: id, is_private: true });
      });
      expect(await seen(member, id)).toMatchObject({ is_web_public: false, invite_only: true });
    },
  },
  {
    says: "web-public streams are made by those whom the realm's policy names",
    from: 98,
    needs: ["control"],
    play: async ({ administrator, owner, stream, control }) => {
      const { id } = await stream([owner]);
      await control.setRealm("enable_spectator_access", true);
      const wish = { stream_id: id, is_web_public: true };
      const { body } = await administrator.asks(update, wish);
      expect(body).toMatchObject({ result: "error" });
      await owner.does(update, wish);
      await control.setRealm("enable_spectator_access", false);
    },
  },
  {
    says: "no stream becomes web-public where the server does not have such streams",
    from: 98,
    needs: ["control"],
    play: async (scene) => {
      const { administrator, stream, control } = scene;
      const { id } = await stream([]);
      await withSpectators(scene, async () => {
        await control.setRealm("web_public_streams_enabled", false);
        const wish = { stream_id: id, is_web_public: true };
        const { body } = await administrator.asks(update, wish);
        const { state } = await administrator.listens(["realm"]);
        await control.setRealm("web_public_streams_enabled", true);
        expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
        expect(state).toMatchObject({ server_web_public_streams_enabled: false });
      });
    },
  },
  {
    says: "the history of a private stream may be for all who are in it",
    play: async ({ administrator, member, stream }) => {
      const { id } = await stream([member], { invite_only: true });
      const wish = { stream_id: id, is_private: true, history_public_to_subscribers: true };
      await administrator.does(update, wish);
      expect(await seen(member, id)).toMatchObject({ history_public_to_subscribers: true });
    },
  },
  {
    says: "permissions that contradict each other are refused",
    from: 136,
    play: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const msg = "Invalid parameters";
      const isRefused = (wish: Body) =>
        administrator.isRefused(update, { stream_id: id, ...wish }, { ...refused, msg });
      await isRefused({ history_public_to_subscribers: false });
      await isRefused({ is_private: false, history_public_to_subscribers: false });
      await isRefused({ is_private: true, is_web_public: true });
      await isRefused({ is_web_public: true, history_public_to_subscribers: false });
    },
  },
  {
    says: "who may post is one of four kinds of people",
    play: async ({ administrator, moderator, member, stream }) => {
      const { id } = await stream([member, moderator]);
      const post = async (asker: Asker) => {
        const wish = { type: "stream", to: id, topic: "t", content: "c" };
        return (await asker.asks("POST /messages", wish)).body["result"] === "success";
      };
      const rows = [
        [1, true, true, true],
        [2, false, false, true],
        [3, true, true, true],
        [4, false, true, true],
      ] as const;
      for (const [policy, ...allowed] of rows) {
        await administrator.does(update, { stream_id: id, stream_post_policy: policy });
        const told = { stream_post_policy: policy, is_announcement_only: policy === 2 };
        expect(await seen(member, id)).toMatchObject(told);
        const may = [];
        for (const asker of [member, moderator, administrator]) may.push(await post(asker));
        expect(may, `policy ${policy}`).toEqual(allowed);
      }
    },
  },
  {
    says: "the deprecated parameter leaves posting to administrators",
    play: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      await administrator.does(update, { stream_id: id, is_announcement_only: true });
      expect(await seen(administrator, id)).toMatchObject({ stream_post_policy: 2 });
    },
  },
  {
    says: "messages are kept for days, for ever, or as long as the realm says",
    from: 91,
    play: async ({ owner, stream, level }) => {
      const { id } = await stream([owner]);
      expect(await seen(owner, id)).toMatchObject({ message_retention_days: null });
      const rows = [
        [30, 30],
        ['"unlimited"', -1],
        ['"realm_default"', null],
        // The document calls them strings, which need no quotes; newer servers ask for JSON.
        ...(level <= 184
          ? ([
              ["unlimited", -1],
              ["realm_default", null],
            ] as const)
          : []),
      ] as const;
      for (const [value, days] of rows) {
        await owner.does(update, { stream_id: id, message_retention_days: value });
        expect(await seen(owner, id)).toMatchObject({ message_retention_days: days });
      }
      for (const value of ["0", "-1", '"forever"', '"30"', "1.5", "nonsense"]) {
        const { body } = await owner.asks(update, { stream_id: id, message_retention_days: value });
        expect(body, value).toMatchObject({ result: "error" });
      }
      expect(await seen(owner, id)).toMatchObject({ message_retention_days: null });
    },
  },
  {
    says: "a group of the realm may take people out of a stream, but not everybody's or the owners'",
    from: 161,
    until: 196,
    play: async ({ administrator, moderator, member, stream }) => {
      const { id } = await stream([moderator, member]);
      const moderators = await systemGroup(administrator, "moderators");
      const wish = { stream_id: id, can_remove_subscribers_group_id: moderators };
      await administrator.does(update, wish);
      expect(await seen(member, id)).toMatchObject({ can_remove_subscribers_group_id: moderators });
      for (const name of ["internet", "owners"]) {
        const group = await systemGroup(administrator, name);
        const { body } = await administrator.asks(update, {
          ...wish,
          can_remove_subscribers_group_id: group,
        });
        expect(body, name).toMatchObject({ result: "error" });
      }
      const made = { name: `crew ${id}`, description: "", members: [member.id] };
      await administrator.does("POST /user_groups/create", made);
      const { user_groups: groups } = await administrator.does("GET /user_groups");
      const own = groups.find(({ name }: Body) => name === made.name);
      const { body } = await administrator.asks(update, {
        ...wish,
        can_remove_subscribers_group_id: own.id,
      });
      expect(body).toMatchObject({ result: "error" });
    },
  },
  {
    says: "newer servers name the group that may take people out by a shorter name",
    from: 197,
    play: async ({ administrator, moderator, member, stream }) => {
      const { id } = await stream([moderator, member]);
      const moderators = await systemGroup(administrator, "moderators");
      const wish = { stream_id: id, can_remove_subscribers_group: moderators };
      await administrator.does(update, wish);
      const told = await seen(member, id);
      expect(told).toMatchObject({ can_remove_subscribers_group: moderators });
      expect(told).not.toHaveProperty("can_remove_subscribers_group_id");
    },
  },
  {
    says: "a stream that does not exist cannot be changed",
    play: async ({ administrator }) => {
      const wish = { stream_id: 999_999, description: "x" };
      const later = { ...refused, msg: "Invalid channel ID" };
      await administrator.isRefused(update, wish, { ...refused, msg: "Invalid stream ID", later });
    },
  },
  {
    says: "only administrators change streams",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const { body } = await member.asks(update, { stream_id: id, description: "x" });
      expect(body).toMatchObject({ result: "error" });
      expect(await seen(member, id)).toMatchObject({ description: "" });
    },
  },
  {
    says: "names and descriptions of streams are as long as the register says, and not longer",
    proves: ["limit Stream name length", "limit Stream description length"],
    play: async ({ administrator, stream, fresh }) => {
      const { id } = await stream([]);
      const { state } = await administrator.listens();
      const name = fresh("n").padEnd(state["max_stream_name_length"], "n");
      const description = "d".repeat(state["max_stream_description_length"]);
      await administrator.does(update, { stream_id: id, new_name: name });
      await administrator.does(update, { stream_id: id, description });
      const error = { ...refused, msg: /too long/ };
      await administrator.isRefused(update, { stream_id: id, new_name: `${name}n` }, error);
      await administrator.isRefused(
        update,
        { stream_id: id, description: `${description}d` },
        error,
      );
      expect(await seen(administrator, id)).toMatchObject({ name, description });
    },
  },
  {
    says: "a stream is told with everything that the document lists",
    play: async ({ member, stream }) => {
      const { id, name } = await stream([member]);
      const wish = { type: "stream", to: id, topic: "first", content: "c" };
      const { id: messageId } = await member.does("POST /messages", wish);
      const told = await seen(member, id, { include_default: true });
      expect(told).toMatchObject({
        stream_id: id,
        name,
        description: "",
        rendered_description: "",
        date_created: expect.any(Number),
        invite_only: false,
        is_web_public: false,
        stream_post_policy: 1,
        is_announcement_only: false,
        message_retention_days: null,
        history_public_to_subscribers: true,
        is_default: false,
      });
      expect(told?.["first_message_id"]).toBeLessThanOrEqual(messageId);
      expect(await seen(member, id)).not.toHaveProperty("is_default");
    },
  },
  {
    says: "a stream says which group may take people out of it",
    from: 142,
    until: 196,
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const told = await seen(member, id);
      expect(told?.["can_remove_subscribers_group_id"]).toEqual(expect.any(Number));
    },
  },
  {
    says: "whoever asks for public or own streams is given those, and by default both",
    play: async ({ member, other, stream }) => {
      const [open, closed] = [await stream([other]), await stream([member], { invite_only: true })];
      const ids = async (wishes: Body) => {
        const { streams } = await member.does(list, wishes);
        return [open, closed].map(({ id }) => streams.some((one: Body) => one["stream_id"] === id));
      };
      expect(await ids({})).toEqual([true, true]);
      expect(await ids({ include_public: false })).toEqual([false, true]);
      expect(await ids({ include_subscribed: false })).toEqual([true, false]);
      expect(await ids({ include_public: false, include_subscribed: false })).toEqual([
        false,
        false,
      ]);
    },
  },
  {
    says: "all active streams are listed for administrators, and for nobody else",
    play: async ({ owner, member, stream }) => {
      const { id } = await stream([member], { invite_only: true });
      expect(await seen(owner, id, { include_all_active: true })).toMatchObject({ stream_id: id });
      await member.isRefused(
        list,
        { include_all_active: true },
        { ...refused, msg: "User not authorized for this query" },
      );
    },
  },
  {
    says: "a bot may ask for the streams of its owner",
    play: async ({ bot, member, stream }) => {
      const { id } = await stream([member], { invite_only: true });
      expect(await seen(bot, id)).toBeUndefined();
      const told = await seen(bot, id, { include_owner_subscribed: true });
      expect(told).toMatchObject({ stream_id: id });
    },
  },
];
