/** Actions on streams and subscriptions. */
import {
  ana,
  bo,
  clientUsers,
  closedNames,
  type Doing,
  don,
  everyStream,
  gus,
  isEven,
  names,
  one,
  openNames,
  type Perform,
  patch,
  post,
  remove,
} from "./action.ts";

const change =
  (settings: (doing: Doing) => object): Perform =>
  (doing) =>
    patch(`/streams/${one(everyStream, doing.a)}`, { ...settings(doing) });

const property =
  (name: string, value: (doing: Doing) => unknown): Perform =>
  (doing) =>
    post("/users/me/subscriptions/properties", {
      subscription_data: [
        { stream_id: one(everyStream, doing.a), property: name, value: value(doing) },
      ],
    });

const folders = [1, 2];

export const streamActions: Readonly<Record<string, Perform>> = {
  makeStream: ({ a, b }) =>
    post("/users/me/subscriptions", {
      subscriptions: [{ name: one(openNames, b), description: "d" }],
      principals: one([[ana, bo], [ana], [bo, don, gus]], a),
    }),
  makePrivate: ({ a, b }) =>
    post("/users/me/subscriptions", {
      subscriptions: [{ name: one(closedNames, b) }],
      principals: one([[ana, bo], [bo], [don, gus]], a),
      invite_only: true,
      history_public_to_subscribers: a % 2 === 0,
    }),
  join: ({ a }) => post("/users/me/subscriptions", { subscriptions: [{ name: one(names, a) }] }),
  bring: ({ a, b }) =>
    post("/users/me/subscriptions", {
      subscriptions: [{ name: one(names, a) }],
      principals: [one(clientUsers, b)],
    }),
  leave: ({ a }) => remove("/users/me/subscriptions", { subscriptions: [one(names, a)] }),
  takeOut: ({ a, b }) =>
    remove("/users/me/subscriptions", {
      subscriptions: [one(names, a)],
      principals: [one(clientUsers, b)],
    }),
  renameStream: change(({ a, b }) => ({
    new_name: one(a % 9 === 2 || a % 9 > 6 ? closedNames : ["renamed", "dev", "other"], b),
  })),
  describe: change(({ b }) => ({ description: `d ${b % 3}` })),
  postPolicy: change(({ b }) => ({ stream_post_policy: 1 + (b % 4) })),
  retention: change(({ b }) => ({ message_retention_days: one(['"unlimited"', "30"], b) })),
  removers: change(({ b }) => ({ can_remove_subscribers_group: one([4, 5], b) })),
  notifyNewcomers: change((doing) => ({ default_push_notifications: isEven(doing) })),
  closeStream: change(() => ({ is_private: true })),
  openStream: change(() => ({ is_private: false })),
  openToWeb: change((doing) => ({ is_web_public: isEven(doing) })),
  shareHistory: change((doing) => ({
    is_private: true,
    history_public_to_subscribers: isEven(doing),
  })),
  archive: ({ a }) => remove(`/streams/${one(everyStream, a)}`),
  makeFolder: ({ b }) =>
    post("/channel_folders/create", { name: `Folder ${b % 2}`, description: one(["", "*d*"], b) }),
  changeFolder: (doing) =>
    patch(
      `/channel_folders/${one(folders, doing.a)}`,
      one([{ name: `Folder ${doing.b % 4}` }, { is_archived: isEven(doing) }], doing.a),
    ),
  orderFolders: ({ b }) => patch("/channel_folders", { order: one([folders, [2, 1]], b) }),
  putIntoFolder: change(({ b }) => ({ folder_id: one([...folders, null], b) })),
  mute: property("is_muted", isEven),
  pin: property("pin_to_top", isEven),
  colour: property("color", ({ b }) => one(["#ff0000", "#00ff00"], b)),
  desktop: property("desktop_notifications", isEven),
  audible: property("audible_notifications", isEven),
  push: property("push_notifications", isEven),
  email: property("email_notifications", isEven),
  wildcards: property("wildcard_mentions_notify", isEven),
};
