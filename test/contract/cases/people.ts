/** What is told of people, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import { byEmail, list, listed, one, seen, update, withField } from "../people-calls.ts";

export const peopleCases: readonly Case[] = [
  {
    says: "a person is told with everything that the document lists",
    from: 163,
    play: async ({ member, other }) => {
      const told = {
        user_id: member.id,
        delivery_email: expect.any(String),
        email: member.email,
        full_name: member.name,
        date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        is_active: true,
        is_owner: false,
        is_admin: false,
        is_guest: false,
        is_billing_admin: false,
        is_bot: false,
        role: 400,
        timezone: expect.any(String),
        avatar_url: null,
        avatar_version: expect.any(Number),
      };
      for (const found of [await seen(other, member.id), await listed(other, member.id)]) {
        expect(found).toMatchObject(told);
        expect(found).not.toHaveProperty("profile_data");
      }
    },
  },
  {
    says: "each role has its number and its flags",
    play: async ({ owner, administrator, moderator, member, guest }) => {
      const rows = [
        [owner, { role: 100, is_owner: true, is_admin: true, is_guest: false }],
        [administrator, { role: 200, is_owner: false, is_admin: true, is_guest: false }],
        [moderator, { role: 300, is_owner: false, is_admin: false, is_guest: false }],
        [member, { role: 400, is_owner: false, is_admin: false, is_guest: false }],
        [guest, { role: 600, is_owner: false, is_admin: false, is_guest: true }],
      ] as const;
      for (const [person, told] of rows) expect(await seen(member, person.id)).toMatchObject(told);
    },
  },
  {
    says: "a bot has a type, an owner, and no profile",
    play: async ({ bot, member }) => {
      const told = await seen(member, bot.id, { include_custom_profile_fields: true });
      expect(told).toMatchObject({
        is_bot: true,
        bot_type: 1,
        bot_owner_id: member.id,
        delivery_email: expect.any(String),
      });
      expect(told).not.toHaveProperty("profile_data");
      expect(await listed(member, bot.id)).toMatchObject({ bot_type: 1, bot_owner_id: member.id });
    },
  },
  {
    says: "a person is found by the address for writing to them, too",
    from: 39,
    play: async ({ member, other }) => {
      const { user } = await member.does(byEmail, { email: other.email });
      expect(user).toMatchObject({ user_id: other.id, email: other.email });
    },
  },
  {
    says: "pictures are left to the client or given as addresses, as it wants",
    play: async ({ member, other }) => {
      for (const [call, place] of [
        [one, { user_id: other.id }],
        [byEmail, { email: other.email }],
      ] as const) {
        const left = await member.does(call, { ...place, client_gravatar: true });
        expect(left["user"]).toHaveProperty("avatar_url", null);
        const given = await member.does(call, { ...place, client_gravatar: false });
        expect(given["user"]["avatar_url"]).toEqual(expect.any(String));
      }
      const { members } = await member.does(list, { client_gravatar: false });
      for (const person of members) expect(person["avatar_url"]).toEqual(expect.any(String));
    },
  },
  {
    says: "profiles are told when they are asked for, Markdown drawn",
    play: async (scene) => {
      const { administrator, member, other } = scene;
      await withField(scene, 2, async (id) => {
        const profile_data = [{ id, value: "I am **here**" }];
        await administrator.does(update, { user_id: other.id, profile_data });
        const wish = { include_custom_profile_fields: true };
        const told = {
          [id]: { value: "I am **here**", rendered_value: "<p>I am <strong>here</strong></p>" },
        };
        expect((await seen(member, other.id, wish))["profile_data"]).toMatchObject(told);
        const { user } = await member.does(byEmail, { email: other.email, ...wish });
        expect(user["profile_data"]).toMatchObject(told);
        const { members } = await member.does(list, wish);
        const found = members.find((person: Body) => person["user_id"] === other.id);
        expect(found["profile_data"]).toMatchObject(told);
        expect(await seen(member, other.id)).not.toHaveProperty("profile_data");
      });
    },
  },
  {
    says: "whoever hides their address is written to at another, and everybody hears what they may",
    from: 163,
    play: async ({ member, other, administrator }) => {
      const [ear, adminEar] = [
        await other.listens(["realm_user"]),
        await administrator.listens(["realm_user"]),
      ];
      await member.does("PATCH /settings", { email_address_visibility: 3 });
      const hidden = await seen(other, member.id);
      expect(hidden).toMatchObject({ delivery_email: null });
      expect(hidden["email"]).not.toBe(member.email);
      expect(await seen(administrator, member.id)).toMatchObject({ delivery_email: member.email });
      await member.does("PATCH /settings", { email_address_visibility: 1 });
      const shown = { email: member.email, delivery_email: member.email };
      expect(await seen(other, member.id)).toMatchObject(shown);
      const heard = (await ear.hears()).map(({ person }) => person);
      const user_id = member.id;
      for (const person of [
        { user_id, delivery_email: null },
        { user_id, new_email: hidden["email"] },
        { user_id, delivery_email: member.email },
        { user_id, new_email: member.email },
      ])
        expect(heard).toContainEqual(person);
      expect(heard).toContainEqual({
        user_id,
        avatar_url: expect.any(String),
        avatar_source: expect.stringMatching(/^[GU]$/),
        avatar_url_medium: expect.any(String),
        avatar_version: expect.any(Number),
      });
      const told = (await adminEar.hears()).map(({ person }) => person);
      expect(told).not.toContainEqual({ user_id, delivery_email: null });
    },
  },
  {
    says: "an address that is hidden is hidden wherever people are told of",
    from: 163,
    play: async ({ member, other, bot, stream, fresh }) => {
      await member.does("PATCH /settings", { email_address_visibility: 4 });
      const ear = await other.listens(["message", "reaction", "typing", "realm_user"]);
      const topic = fresh("talk");
      const { id: to } = await stream([member, other]);
      const asks = { type: "stream", to, topic, content: "hello" };
      const { id } = await member.does("POST /messages", asks);
      await member.does("POST /messages/{message_id}/reactions", {
        message_id: id,
        emoji_name: "car",
      });
      await member.does("POST /messages", { type: "private", to: [other.id], content: "psst" });
      await member.does("PATCH /settings", { timezone: "Asia/Tokyo" });
      const { messages } = await other.does("GET /messages", {
        anchor: "newest",
        num_before: 5,
        num_after: 0,
      });
      const { email } = await seen(other, member.id);
      const heard = [
        ...(await ear.hears()),
        messages,
        await other.does(list),
        await seen(other, member.id),
        (await other.does(byEmail, { email }))["user"],
        (await other.listens(["realm_user", "message", "realm_bot", "presence"])).state,
      ];
      for (const one of heard) expect(JSON.stringify(one)).not.toContain(member.email);
      expect(await seen(other, bot.id)).toMatchObject({ delivery_email: bot.email });
      await member.does("PATCH /settings", { email_address_visibility: 1, timezone: "" });
    },
  },
  {
    says: "a picture is left to the client of whoever sees the address",
    from: 163,
    until: 184,
    play: async ({ member, other, administrator }) => {
      await member.does("PATCH /settings", { email_address_visibility: 3 });
      expect(await seen(administrator, member.id)).toHaveProperty("avatar_url", null);
      expect((await seen(other, member.id))["avatar_url"]).toEqual(expect.any(String));
      await member.does("PATCH /settings", { email_address_visibility: 1 });
    },
  },
  ...bothSides({
    says: "a person's own address is always told, or null",
    level: 163,
    before: async ({ member, other }) => {
      const told = await seen(member, other.id);
      expect(told).not.toHaveProperty("delivery_email");
      const ignored = { timezone: "UTC", email_address_visibility: 3 };
      await other.does("PATCH /settings", ignored);
      expect(await seen(member, other.id)).toMatchObject({ email: other.email });
    },
    since: async ({ member, other }) => {
      const told = await seen(member, other.id);
      expect(told).toMatchObject({ delivery_email: other.email });
      await other.does("PATCH /settings", { email_address_visibility: 4 });
      expect(await seen(member, other.id)).toMatchObject({ delivery_email: null });
      await other.does("PATCH /settings", { email_address_visibility: 1 });
    },
  }),
  ...bothSides({
    says: "one person can be asked for",
    level: 1,
    before: async ({ member, other }) => {
      expect((await member.asks(one, { user_id: other.id })).status).toBe(404);
    },
    since: async ({ member, other }) => {
      expect(await seen(member, other.id)).toMatchObject({ user_id: other.id });
    },
  }),
  ...bothSides({
    says: "a bot's owner is told",
    level: 1,
    before: async ({ member, bot }) => {
      expect(await listed(member, bot.id)).not.toHaveProperty("bot_owner_id");
    },
    since: async ({ member, bot }) => {
      expect(await listed(member, bot.id)).toMatchObject({ bot_owner_id: member.id });
    },
  }),
  ...bothSides({
    says: "a person can be asked for by their address",
    level: 39,
    before: async ({ member, other }) => {
      expect((await member.asks(byEmail, { email: other.email })).status).toBe(404);
    },
    since: async ({ member, other }) => {
      const { user } = await member.does(byEmail, { email: other.email });
      expect(user).toMatchObject({ user_id: other.id });
    },
  }),
  ...bothSides({
    says: "a person is told with their role",
    level: 59,
    before: async ({ member, other }) => {
      expect(await listed(member, other.id)).not.toHaveProperty("role");
    },
    since: async ({ member, other }) => {
      expect(await listed(member, other.id)).toMatchObject({ role: 400 });
    },
  }),
  ...bothSides({
    says: "whether somebody pays the bills is told",
    level: 73,
    before: async ({ member }) => {
      expect(await seen(member, member.id)).not.toHaveProperty("is_billing_admin");
    },
    since: async ({ member }) => {
      expect(await seen(member, member.id)).toMatchObject({ is_billing_admin: false });
    },
  }),
  ...bothSides({
    says: "people's pictures are left to the client unless it wants their addresses",
    level: 92,
    before: async ({ member, other }) => {
      expect((await seen(member, other.id))["avatar_url"]).toEqual(expect.any(String));
    },
    since: async ({ member, other }) => {
      expect(await seen(member, other.id)).toHaveProperty("avatar_url", null);
    },
  }),
];
