/** Settings of the realm and of people that an exchange takes for granted. */
import { commit } from "#realm/server.ts";
import { namedGroup, nobody, type Premise } from "./scene.ts";

/** Settings that a refusal speaks of: of the realm, and of whoever asks. */
const settings: readonly {
  readonly words: RegExp;
  readonly realm?: Readonly<Record<string, unknown>>;
  readonly own?: Readonly<Record<string, unknown>>;
  /** Realm settings that take a group: nobody is in it. */
  readonly nobodys?: string;
}[] = [
  { words: /edit history is disabled/, realm: { allow_edit_history: false } },
  { words: /Read receipts are disabled/, realm: { enable_read_receipts: false } },
  { words: /Topics are required/, realm: { mandatory_topics: true } },
  { words: /turned off message editing/, realm: { allow_message_editing: false } },
  { words: /permission to edit this message/, realm: { edit_topic_policy: 2 } },
  { words: /permission to move this message/, realm: { move_messages_between_streams_policy: 2 } },
  { words: /permission to delete this message/, realm: { delete_own_message_policy: 2 } },
  { words: /wildcard mentions in this/, realm: { wildcard_mention_policy: 6 } },
  {
    words: /time limit|most recent/,
    realm: {
      move_messages_within_stream_limit_seconds: 600,
      move_messages_between_streams_limit_seconds: 600,
    },
  },
  {
    words: /^Insufficient permission$/,
    realm: {
      create_public_stream_policy: 2,
      create_private_stream_policy: 2,
      create_web_public_stream_policy: 2,
      invite_to_stream_policy: 2,
    },
  },
  { words: /disabled synchronizing drafts/, own: { enable_drafts_synchronization: false } },
  {
    words: /disabled typing notifications for direct/,
    own: { send_private_typing_notifications: false },
  },
  {
    words: /disabled typing notifications for channel/,
    own: { send_stream_typing_notifications: false },
  },
  { words: /^Direct messages are disabled/, nobodys: "direct_message_permission_group" },
  { words: /permission to initiate direct/, nobodys: "direct_message_initiator_group" },
];

export const rules: Premise = ({ server, me, words }) => {
  for (const { realm = {}, own = {}, nobodys } of settings.filter((one) => one.words.test(words))) {
    for (const [property, value] of Object.entries(realm))
      commit(server, { kind: "realm set", property, value });
    for (const [property, value] of Object.entries(own))
      commit(server, { kind: "setting set", userId: me?.id ?? nobody, property, value });
    const value = namedGroup(server, "role:nobody");
    if (nobodys !== undefined) commit(server, { kind: "realm set", property: nobodys, value });
  }
};

/** Web-public streams, and strangers who see people's pictures, need a realm that takes spectators. */
export const spectators: Premise = ({ server, exchange, isDone }) => {
  const { params, path, as } = exchange.request;
  const isStrange = as === "anonymous" && path.startsWith("/avatar/");
  if (isDone && (isStrange || params?.["is_web_public"] === "true"))
    commit(server, { kind: "realm set", property: "enable_spectator_access", value: true });
};
