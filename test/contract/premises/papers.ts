/** Drafts and scheduled messages that an exchange takes for granted. */
import { commit } from "#realm/server.ts";
import { nowSeconds } from "../moment.ts";
import { ownStream, type Premise } from "./scene.ts";

export const draft: Premise = (scene) => {
  const id = scene.idAfter("drafts");
  if (id === undefined || scene.me === undefined || /Draft does not/.test(scene.words)) return;
  const text = { topic: "planted", content: "planted", timestamp: nowSeconds };
  const drafts = [{ id, type: "stream" as const, to: [ownStream(scene)], ...text }];
  commit(scene.server, { kind: "drafts saved", userId: scene.me.id, drafts });
};

export const scheduled: Premise = (scene) => {
  const { server, me, words } = scene;
  const id = scene.idAfter("scheduled_messages");
  if (id === undefined || me === undefined || /Scheduled message does not/.test(words)) return;
  const failed = /must be in the future/.test(words);
  const text = { topic: "planted", content: "planted", readBySender: true, client: "test" };
  const at = failed ? nowSeconds - 100 : nowSeconds + 900_000;
  const whole = { id, type: "stream" as const, to: ownStream(scene), ...text, at, failed };
  commit(server, { kind: "scheduled saved", userId: me.id, scheduled: whole });
  if (/already sent/.test(words))
    commit(server, { kind: "scheduled gone", userId: me.id, scheduledId: id, isSent: true });
};
