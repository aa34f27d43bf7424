/** What administrators set up for everybody, and what people put there: fields, emoji, patterns, files. */
import { type Action, type Doing, one, patch, picture, post, remove } from "./deed.ts";

const field = ({ a }: Doing) => `/realm/profile_fields/${1 + (a % 2)}`;
const pattern = ({ b }: Doing) => ({
  pattern: one(["#(?P<id>[0-9]+)", "T(?P<id>[0-9]+)"], b),
  url_template: "https://tickets.test/{id}",
});

const orders = [
  [2, 1],
  [1, 2],
  [3, 2, 1],
];

export const realmDeeds: Readonly<Record<string, Action>> = {
  makeField: ({ a, b }) =>
    post("/realm/profile_fields", { name: `f ${b % 2}`, field_type: one([1, 4, 2], a) }),
  renameField: (doing) => patch(field(doing), { name: `f ${doing.b}`, hint: `hint ${doing.b}` }),
  orderFields: ({ b }) => patch("/realm/profile_fields", { order: one(orders, b) }),
  deleteField: (doing) => remove(field(doing)),
  fillField: ({ a, b }) =>
    patch("/users/me/profile_data", {
      data: [{ id: 1 + (a % 2), value: one(["x", "y", "2020-02-02"], b) }],
    }),
  clearField: ({ a }) => remove("/users/me/profile_data", { data: [1 + (a % 2)] }),
  addEmoji: ({ b }) => ({ ...post(`/realm/emoji/${one(["oar", "hull"], b)}`), file: picture }),
  removeEmoji: ({ b }) => remove(`/realm/emoji/${one(["oar", "hull"], b)}`),
  addLinkifier: (doing) => post("/realm/filters", pattern(doing)),
  editLinkifier: ({ b, ...doing }) =>
    patch(`/realm/filters/${1 + (doing.a % 2)}`, pattern({ ...doing, b: b + 1 })),
  removeLinkifier: ({ a }) => remove(`/realm/filters/${1 + (a % 2)}`),
  upload: ({ token }) => ({ ...post("/user_uploads"), file: token }),
  deleteFile: ({ b }) => remove(`/attachments/${1 + (b % 2)}`),
};
