/** Actions on profile fields and files. */
import { type Doing, one, type Perform, patch, post, remove } from "./action.ts";

const field = ({ a }: Doing) => `/realm/profile_fields/${1 + (a % 2)}`;
const orders = [
  [2, 1],
  [1, 2],
  [3, 2, 1],
];

export const realmActions: Readonly<Record<string, Perform>> = {
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
  upload: ({ token }) => ({ ...post("/user_uploads"), file: token }),
  deleteFile: ({ b }) => remove(`/attachments/${1 + (b % 2)}`),
};
