/** GET /events and every event that the document describes. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case, documentLevel } from "../case.ts";
import type { Asker, Ear } from "../scene.ts";

const call = "GET /events";

const settings = ["user_settings", "update_display_settings", "update_global_notifications"];

/** What clients that know nothing of one settings object hear. */
const older = { client_capabilities: { notification_settings_null: true } };

const plain = { default_language: "en", twenty_four_hour_time: false, enable_sounds: true };

/** What is heard when these settings of a person change from plain ones; they are plain again then. */
async function changing(asker: Asker, next: Body, wishes: Body = {}): Promise<readonly Body[]> {
  await asker.does("PATCH /settings", plain);
  const ear = await asker.listens(settings, wishes);
  await asker.does("PATCH /settings", next);
  const heard = await ear.hears();
  await asker.does("PATCH /settings", plain);
  return heard;
}

/** The first subscription that somebody is told of. */
async function firstAdded(ear: Ear): Promise<Body> {
  const added = (await ear.hears()).find(({ op }) => op === "add");
  return added?.["subscriptions"][0] ?? {};
}

export const queueCases: readonly Case[] = [
  {
    says: "a queue gives events newer than the last one, in the order of their IDs",
    play: async ({ member, other }) => {
      const { queueId } = await member.listens(["message"]);
      for (const content of ["one", "two"])
        await other.does("POST /messages", { type: "private", to: [member.id], content });
      const ask = { queue_id: queueId, dont_block: true };
      const { events, ...rest } = await member.does(call, { ...ask, last_event_id: -1 });
      expect(events).toMatchObject([
        { type: "message", message: { content: "one" } },
        { type: "message", message: { content: "two" } },
      ]);
      expect(rest["queue_id"] ?? queueId).toBe(queueId);
      expect(events[1].id).toBeGreaterThan(events[0].id);
      const later = await member.does(call, { ...ask, last_event_id: events[0].id });
      expect(later["events"]).toEqual([events[1]]);
    },
  },
  {
    says: "a queue without events is empty at once for whoever does not want to wait",
    play: async ({ member }) => {
      const { queueId } = await member.listens(["message"]);
      const ask = { queue_id: queueId, last_event_id: -1, dont_block: true };
      expect((await member.does(call, ask))["events"]).toEqual([]);
    },
  },
  {
    says: "a poll waits for the next event",
    needs: ["time"],
    play: async ({ member, other, pass }) => {
      const { queueId } = await member.listens(["message"]);
      const ask = { queue_id: queueId, last_event_id: -1, dont_block: false };
      const poll = member.does(call, ask);
      await pass("5 s");
      const wish = { type: "private", to: [member.id], content: "at last" };
      await other.does("POST /messages", wish);
      expect(await poll).toMatchObject({
        events: [{ type: "message", message: { content: "at last" } }],
        queue_id: queueId,
      });
    },
  },
  {
    says: "where nothing happens a heartbeat comes before the client's time is up",
    needs: ["time"],
    proves: ["limit Client timeout for event polling"],
    play: async ({ member, pass }) => {
      const { queueId, state } = await member.listens();
      const seconds = state["event_queue_longpoll_timeout_seconds"] as number;
      const poll = member.does(call, { queue_id: queueId, last_event_id: -1 });
      await pass(`${seconds - 1} s`);
      const outcome = await Promise.race([poll, Promise.resolve("still waiting")]);
      expect(outcome).toMatchObject({
        events: [{ type: "heartbeat", id: expect.any(Number) }],
      });
    },
  },
  {
    says: "a poll without a queue makes one of the parameters of a register",
    play: async ({ member, other }) => {
      const ask = { dont_block: true, event_types: ["message"], apply_markdown: true };
      const { queue_id: queue } = await member.does(call, { ...ask, last_event_id: -1 });
      expect(queue).toEqual(expect.any(String));
      await other.does("POST /messages", { type: "private", to: [member.id], content: "**yes**" });
      const next = { queue_id: queue, last_event_id: -1, dont_block: true };
      const { events } = await member.does(call, next);
      expect(events).toMatchObject([{ message: { content: "<p><strong>yes</strong></p>" } }]);
    },
  },
  {
    says: "a poll without a queue waits, and without a last event it has read nothing new",
    until: documentLevel,
    needs: ["time"],
    play: async ({ member, other, pass }) => {
      const poll = member.does(call, { event_types: ["message"] });
      await pass("1 s");
      await other.does("POST /messages", { type: "private", to: [member.id], content: "at last" });
      const { events, queue_id: queue } = await poll;
      expect(events).toMatchObject([{ message: { content: "at last" } }]);
      expect(queue).toEqual(expect.any(String));
      const again = { events, queue_id: queue };
      const ask = { queue_id: queue, dont_block: true };
      expect(await member.does(call, ask)).toMatchObject(again);
      const read = { ...ask, last_event_id: events[0].id };
      expect(await member.does(call, read)).toMatchObject({ events: [], queue_id: queue });
      expect(await member.does(call, ask)).toMatchObject({ events: [], queue_id: queue });
    },
  },
  {
    says: "somebody else's queue is none",
    play: async ({ member, other }) => {
      const { queueId } = await member.listens(["message"]);
      const ask = { queue_id: queueId, last_event_id: -1, dont_block: true };
      const { body } = await other.asks(call, ask);
      expect(body).toMatchObject({ result: "error", code: "BAD_EVENT_QUEUE_ID" });
    },
  },
  {
    says: "a queue holds only the types of event that it was registered for",
    play: async ({ member, other }) => {
      const ear = await member.listens(["alert_words"]);
      await other.does("POST /messages", { type: "private", to: [member.id], content: "no" });
      await member.does("POST /users/me/alert_words", { alert_words: ["narwhal"] });
      const types = (await ear.hears()).map(({ type }) => type);
      expect(types).toEqual(["alert_words"]);
      await member.does("DELETE /users/me/alert_words", { alert_words: ["narwhal"] });
    },
  },
  {
    says: "one's own clients, and no others', hear of one's alert words",
    play: async ({ member, other }) => {
      const [mine, theirs] = [
        await member.listens(["alert_words"]),
        await other.listens(["alert_words"]),
      ];
      await member.does("POST /users/me/alert_words", { alert_words: ["walrus"] });
      const [event] = await mine.hears();
      expect(event).toMatchObject({ type: "alert_words" });
      expect(event?.["alert_words"]).toContain("walrus");
      expect(await theirs.hears()).toEqual([]);
      await member.does("DELETE /users/me/alert_words", { alert_words: ["walrus"] });
    },
  },
  {
    says: "one's own clients hear of one's settings, a language with its name",
    from: 89,
    play: async ({ member, other }) => {
      const theirs = await other.listens(settings);
      const heard = await changing(member, {
        default_language: "de",
        twenty_four_hour_time: true,
      });
      const op = { type: "user_settings", op: "update" };
      expect(heard).toEqual([
        {
          ...op,
          id: expect.any(Number),
          property: "default_language",
          value: "de",
          language_name: "German",
        },
        { ...op, id: expect.any(Number), property: "twenty_four_hour_time", value: true },
      ]);
      expect(await theirs.hears()).toEqual([]);
    },
  },
  {
    says: "clients without the object of settings hear the two older events as well",
    play: async ({ member }) => {
      const next = { default_language: "de", enable_sounds: false };
      const heard = await changing(member, next, older);
      expect(heard).toContainEqual(
        expect.objectContaining({
          type: "update_display_settings",
          setting_name: "default_language",
          setting: "de",
          language_name: "German",
        }),
      );
      expect(heard).toContainEqual(
        expect.objectContaining({
          type: "update_global_notifications",
          notification_name: "enable_sounds",
          setting: false,
        }),
      );
    },
  },
  {
    says: "everybody hears of somebody's time zone",
    play: async ({ member, other }) => {
      const ear = await other.listens(["realm_user"]);
      await member.does("PATCH /settings", { timezone: "Asia/Tokyo" });
      expect(await ear.hears()).toEqual([
        {
          type: "realm_user",
          op: "update",
          id: expect.any(Number),
          person: { user_id: member.id, email: member.email, timezone: "Asia/Tokyo" },
        },
      ]);
      await member.does("PATCH /settings", { timezone: "UTC" });
    },
  },
  {
    says: "a draft that is made or changed is told to the other clients of its author",
    play: async ({ member, other }) => {
      const [mine, theirs] = [await member.listens(["drafts"]), await other.listens(["drafts"])];
      const draft = { type: "", to: [], topic: "", content: "a thought" };
      const { ids } = await member.does("POST /drafts", { drafts: [draft] });
      const next = { ...draft, content: "another" };
      await member.does("PATCH /drafts/{draft_id}", { draft_id: ids[0], draft: next });
      expect(await mine.hears()).toMatchObject([
        { type: "drafts", op: "add", drafts: [{ id: ids[0], content: "a thought" }] },
        { type: "drafts", op: "update", draft: { id: ids[0], content: "another" } },
      ]);
      expect(await theirs.hears()).toEqual([]);
    },
  },
  {
    says: "whoever comes into a stream is told all that a subscription has",
    play: async ({ member, stream, level }) => {
      const ear = await member.listens(["subscription"], { include_subscribers: true });
      const { id, name } = await stream([member]);
      expect(await firstAdded(ear)).toMatchObject({
        stream_id: id,
        name,
        description: "",
        rendered_description: "",
        date_created: expect.any(Number),
        invite_only: false,
        subscribers: expect.arrayContaining([member.id]),
        pin_to_top: false,
        // Newer servers tell it only to those who ask for it.
        ...(level < 226 ? { email_address: expect.any(String) } : {}),
        is_muted: false,
        in_home_view: true,
        is_announcement_only: false,
        is_web_public: false,
        color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        stream_post_policy: 1,
        message_retention_days: null,
        history_public_to_subscribers: true,
        desktop_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
        push_notifications: null,
        audible_notifications: null,
      });
      const bare = await member.listens(["subscription"]);
      await stream([member]);
      expect(await firstAdded(bare)).not.toHaveProperty("subscribers");
    },
  },
  {
    says: "a client that takes no null for notifications is told what is inherited",
    play: async ({ member, stream }) => {
      const wishes = { client_capabilities: { notification_settings_null: false } };
      const ear = await member.listens(["subscription"], wishes);
      await stream([member]);
      const told = await firstAdded(ear);
      for (const key of ["desktop", "email", "push", "audible"])
        expect(told).toHaveProperty(`${key}_notifications`, expect.any(Boolean));
      // Servers leave this one as it is, for every client.
      expect(told["wildcard_mentions_notify"]).toBeNull();
    },
  },
  ...bothSides({
    says: "one event tells of every setting instead of two",
    level: 89,
    before: async ({ member }) => {
      const next = { twenty_four_hour_time: true, enable_sounds: false };
      const types = (await changing(member, next)).map(({ type }) => type);
      expect(types).toContain("update_display_settings");
      expect(types).toContain("update_global_notifications");
      expect(types).not.toContain("user_settings");
    },
    since: async ({ member }) => {
      const next = { twenty_four_hour_time: true, enable_sounds: false };
      const types = (await changing(member, next)).map(({ type }) => type);
      expect(types).toEqual(["user_settings", "user_settings"]);
    },
  }),
];
