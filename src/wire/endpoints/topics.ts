/** Endpoints for muting, following and pinning. */
import * as z from "zod";
import { errorsOf, that } from "#wire/checks.ts";
import { endpoint, json, plain } from "#wire/endpoint.ts";
import { noSuchStream, noSuchUser, refused } from "#wire/error-rows.ts";
import { streamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { visibilityPolicy } from "#wire/stream.ts";

export const setTopicPolicy = endpoint("POST /user_topics", {
  heading: "POST /user_topics — update personal preferences for a topic",
  summary: "mutes, unmutes or follows a topic",
  since: 170,
  parameters: {
    stream_id: json(streamId),
    topic: plain(z.string()),
    visibility_policy: json(visibilityPolicy, {
      description: "0 none, 1 muted, 2 unmuted, 3 followed (from level 219)",
    }),
  },
  errors: [noSuchStream, refused("topic too long", "topic is too long (limit: 60 characters)")],
});

const flag = json(z.boolean());

/** A user's own settings for a stream. */
export const subscriptionProperties = {
  is_muted: flag,
  pin_to_top: flag,
  desktop_notifications: flag,
  audible_notifications: flag,
  push_notifications: flag,
  email_notifications: flag,
  wildcard_mentions_notify: flag,
  color: plain(z.string(), {
    isTrimmed: true,
    checks: [
      that(
        (text) => /^#[\da-f]{3,6}$/i.test(text),
        refused("no colour", "color is not a valid hex color code"),
      ),
    ],
  }),
};

export const setSubscriptionProperties = endpoint("POST /users/me/subscriptions/properties", {
  heading: "protocol reference 7.6",
  summary: "mutes, pins or colours streams",
  parameters: {
    subscription_data: json(
      z.array(
        z.looseObject({
          stream_id: streamId,
          property: z.string(),
          value: z.union([z.boolean(), z.string()]),
        }),
      ),
    ),
  },
  errors: [
    refused("not in the stream", "Not subscribed to channel ID <stream_id>"),
    refused("property unknown", "Unknown subscription property: <property>"),
    ...errorsOf(subscriptionProperties.color),
  ],
});

export const mutePerson = endpoint("POST /users/me/muted_users/{user_id}", {
  heading: "protocol reference 7.1",
  summary: "mutes a user",
  since: since.mutedPeople,
  errors: [
    noSuchUser,
    refused("yourself", "Cannot mute self"),
    refused("muted already", "User already muted"),
  ],
});

export const unmutePerson = endpoint("DELETE /users/me/muted_users/{user_id}", {
  heading: "protocol reference 7.1",
  summary: "unmutes a user",
  since: since.mutedPeople,
  errors: [noSuchUser, refused("not muted", "User is not muted")],
});
