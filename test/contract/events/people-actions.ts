/** Actions on users and groups: names, roles, deactivation, membership, muting. */
import {
  ana,
  bo,
  cleo,
  clientUsers,
  type Doing,
  don,
  eva,
  everyGroup,
  gus,
  one,
  type Perform,
  patch,
  post,
  remove,
  robot,
} from "./action.ts";

const somebody = [...clientUsers, eva, robot];

const manage =
  (settings: (doing: Doing) => object): Perform =>
  (doing) =>
    patch(`/users/${one(somebody, doing.a)}`, { ...settings(doing) });

const role = (number: number) => manage(() => ({ role: number }));
/** Includes a system group. */
const nestable = [...everyGroup, 3];
const group = ({ a }: Doing) => `/user_groups/${one(everyGroup, a)}`;

export const peopleActions: Readonly<Record<string, Perform>> = {
  renamePerson: manage(({ b }) => ({ full_name: `Name ${b % 3}` })),
  makeAdministrator: role(200),
  makeModerator: role(300),
  makeMember: role(400),
  makeGuest: role(600),
  writeProfile: manage(({ a, b }) => ({
    profile_data: [{ id: 1 + (a % 2), value: one(["x", "", "2020-02-02"], b) }],
  })),
  deactivate: ({ a, b }) =>
    remove(`/users/${one(somebody, a)}`, {
      actions: { delete_profile: b % 3 === 1, delete_public_channel_messages: b % 3 === 2 },
    }),
  reactivate: ({ a }) => post(`/users/${one(somebody, a)}/reactivate`),
  makeGroup: ({ a, b }) =>
    post("/user_groups/create", {
      name: `g ${b % 3}`,
      description: "",
      members: one([[ana, gus], [bo], []], a),
    }),
  renameGroup: (doing) => patch(group(doing), { name: `n ${doing.b % 3}` }),
  describeGroup: (doing) => patch(group(doing), { description: `d ${doing.b % 3}` }),
  fillGroup: (doing) => post(`${group(doing)}/members`, { add: [one([don, cleo, gus], doing.b)] }),
  thinGroup: (doing) => post(`${group(doing)}/members`, { delete: [one([don, ana, bo], doing.b)] }),
  nestGroup: (doing) => post(`${group(doing)}/subgroups`, { add: [one(nestable, doing.b)] }),
  takeGroupOut: (doing) => post(`${group(doing)}/subgroups`, { delete: [one(nestable, doing.b)] }),
  deleteGroup: (doing) => remove(group(doing)),
  mutePerson: ({ a }) => post(`/users/me/muted_users/${one([bo, ana], a)}`),
  unmutePerson: ({ a }) => remove(`/users/me/muted_users/${one([bo, ana], a)}`),
};
