/** What single people had set before a happening: topics, settings, words, whom they muted, whether they were there. */
import { commit } from "#realm/server.ts";
import { apiAddress } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { listOf, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { otherThan, type Presumption, path, toldOf } from "./past.ts";
import { change } from "./people.ts";

/** A policy that was given was not there before; one that was taken away was, or went along to another topic. */
export const topicPolicies: Presumption = (past) => {
  const told = toldOf(past, "user_topic");
  for (const { userId, event } of told.toReversed()) {
    const { stream_id: streamId, topic_name: topic, visibility_policy: given } = event;
    const next = told.find(
      (one) => one.userId === userId && one.event["visibility_policy"] !== 0 && given === 0,
    );
    const policy = given === 0 ? Number(next?.event["visibility_policy"] ?? 1) : 0;
    const entry = { streamId: Number(streamId), topic: String(topic), policy, at: nowSeconds };
    commit(past.server, { kind: "topic policy set", userId, entry });
  }
};

/** Who tells that they came was away, and else had been here all the time. */
export const presences: Presumption = (past) => {
  if (past.actor === undefined || !path(past).endsWith("/users/me/presence")) return;
  const isNews = toldOf(past, "presence").length > 0;
  if (isNews) past.server.presences.delete(past.actor);
  else past.server.presences.set(past.actor, { active: nowSeconds + 50, idle: nowSeconds + 50 });
};

/** What is set was set to something else. */
export const settings: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "user_settings", "update")) {
    const { property, value } = event;
    const before = otherThan(property, value);
    const emailVisibility = Number(before);
    const login = past.server.state.people.byId.get(userId)?.loginEmail ?? "";
    const email = apiAddress(userId, login, emailVisibility);
    if (property === "email_address_visibility") change(past, userId, { emailVisibility, email });
    else if (property === "timezone") change(past, userId, { timezone: "" });
    else
      commit(past.server, {
        ...{ kind: "setting set", userId, property: String(property), value: before },
      });
  }
};

/** Who was muted before is muted after, but for the one whom it is about. */
export const mutedPeople: Presumption = (past) => {
  const target = Number(/\/muted_users\/(\d+)/.exec(path(past))?.[1]);
  const isUnmuted = past.actions[0]?.method === "DELETE";
  for (const { userId, event } of toldOf(past, "muted_users")) {
    const { mutedPeople: muted } = personalOf(past.server.state, userId);
    muted.clear();
    for (const one of objects(event["muted_users"]))
      muted.set(Number(one["id"]), Number(one["timestamp"]));
    if (isUnmuted) muted.set(target, nowSeconds);
    else muted.delete(target);
  }
};

/** Words that are taken away were there. */
export const alertWords: Presumption = (past) => {
  const [action] = past.actions;
  for (const { userId, event } of toldOf(past, "alert_words")) {
    const after = Array.isArray(event["alert_words"]) ? event["alert_words"].map(String) : [];
    const named = listOf(action?.params?.["alert_words"]).map(String);
    const words =
      action?.method === "DELETE"
        ? [...after, ...named]
        : after.filter((word) => !named.includes(word));
    commit(past.server, { kind: "alert words set", userId, words });
  }
};
