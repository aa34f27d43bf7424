/** Endpoints for the server, signing in, and the user's own account. */
import * as z from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchStream } from "#wire/error-rows.ts";
import { userId } from "#wire/ids.ts";
import { asked, extended, object } from "#wire/object.ts";
import { linkifier, realmEmoji } from "#wire/realm.ts";
import { serverSettings } from "#wire/server.ts";
import { subscription, topic } from "#wire/stream.ts";
import { user } from "#wire/user.ts";
import { emptyTopicName } from "./messages.ts";

export const getServerSettings = endpoint("GET /server_settings", {
  summary: "gets the server's settings",
  anonymous: true,
  answer: serverSettings,
});

export const fetchedKey = object(
  {
    api_key: z.string(),
    /** The address to sign in with in future. */
    email: z.string(),
    user_id: userId.optional(),
  },
  { api_key: "Nothing can be asked without it.", email: "One signs in with it." },
);

/** The form of a key; any other secret is a password. */
export const keyForm = /^[A-Za-z0-9]{32}$/;

const signInAddress = /^["'<`]*(?:location:)?[a-z][a-z\d+.-]*(?::|%3a)(?:\/\/|%2f%2f)login\b/i;

/** Whether it is what a browser is sent to after signing in, `scheme://login?…`, which no password is. */
export function isSignInAddress(secret: string): boolean {
  return signInAddress.test(secret.replace(/\s+/g, ""));
}

export const fetchApiKey = endpoint("POST /fetch_api_key", {
  heading: "protocol reference 7.1",
  summary: "signs in with a password",
  savesNothing: true,
  anonymous: true,
  parameters: { username: plain(z.string()), password: plain(z.string()) },
  answer: fetchedKey,
  errors: [
    {
      when: "wrong name or password",
      code: "AUTHENTICATION_FAILED",
      text: "Your username or password is incorrect",
      status: 401,
    },
    {
      when: "account deactivated",
      code: "USER_DEACTIVATED",
      text: "Account is deactivated",
      status: 401,
    },
    {
      when: "organization deactivated",
      code: "REALM_DEACTIVATED",
      text: "This organization has been deactivated",
      status: 401,
    },
    {
      when: "passwords switched off",
      code: "PASSWORD_AUTH_DISABLED",
      text: "Password authentication is disabled in this organization",
      status: 401,
    },
    {
      when: "password no longer allowed",
      code: "PASSWORD_RESET_REQUIRED",
      text: "Your password has been disabled and needs to be reset",
      status: 401,
    },
  ],
});

/**
 * A session in place of credentials, which the desktop flow begins (sign-in reference 4). Below the server's address, not
 * among the calls of the API.
 */
export const session = {
  /** GET: 302 with the cookies of a session; the token is valid once, for 15 seconds. */
  start: "/accounts/login/subdomain/{token}",
  /** POST with the session's cookies: `fetchedKey` where passwords are switched off. */
  fetchKey: "/json/fetch_api_key",
} as const;

export const regenerateKey = endpoint("POST /users/me/api_key/regenerate", {
  heading: "protocol reference 7.1",
  summary: "regenerates your API key; the old one stops working at once",
  answer: object({ api_key: z.string() }, { api_key: "Nothing can be asked without it." }),
});

export const getOwnUser = endpoint("GET /users/me", {
  heading: "protocol reference 7.1",
  summary: "shows your account",
  answer: extended(user, { max_message_id: z.int().optional() }),
});

export const getSubscriptions = endpoint("GET /users/me/subscriptions", {
  heading: "protocol reference 7.6",
  summary: "lists your subscriptions",
  parameters: {
    /** From level 412 on, `partial`: of streams with many people, the server may list some. */
    include_subscribers: optional(json(z.union([z.boolean(), z.literal("partial")]))),
  },
  answer: object({ subscriptions: z.array(subscription) }, { subscriptions: asked }),
});

export const getTopics = endpoint("GET /users/me/{stream_id}/topics", {
  heading: "protocol reference 7.6",
  summary: "lists the topics of a stream, newest first",
  parameters: emptyTopicName,
  answer: object({ topics: z.array(topic) }, { topics: asked }),
  errors: [noSuchStream],
});

// Endpoints for custom emoji and link patterns.

export const getEmoji = endpoint("GET /realm/emoji", {
  heading: "protocol reference 7.8",
  summary: "lists custom emoji, including deactivated ones",
  answer: object({ emoji: z.record(z.string(), realmEmoji) }, { emoji: asked }),
});

export const getLinkifiers = endpoint("GET /realm/linkifiers", {
  heading: "protocol reference 7.8",
  summary: "lists the link patterns",
  since: 176,
  answer: object({ linkifiers: z.array(linkifier) }, { linkifiers: asked }),
});
