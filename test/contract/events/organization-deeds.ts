/** What administrators change of the organization, what newcomers find, and pictures. */
import { type Action, type Doing, one, patch, picture, post, remove } from "./deed.ts";

const domain = ({ a }: Doing) => one(["a.test", "b.test"], a);
const offer = ({ a }: Doing) => `/default_stream_groups/${1 + (a % 2)}`;

const realm =
  (wish: (doing: Doing) => object): Action =>
  (doing) =>
    patch("/realm", { ...wish(doing) });

export const organizationDeeds: Readonly<Record<string, Action>> = {
  nameRealm: realm(({ b }) => ({ name: `Realm ${b % 3}` })),
  hideReaders: realm(({ b }) => ({ enable_read_receipts: b % 2 === 0 })),
  limitEditing: realm(({ b }) => ({
    message_content_edit_limit_seconds: one([300, "unlimited", 900], b),
  })),
  keepTopics: realm(({ b }) => ({ edit_topic_policy: one([4, 5, 1], b) })),
  waitLonger: realm(({ b }) => ({ waiting_period_threshold: one([20, 0, 3], b) })),
  letStart: realm(({ b }) => ({ direct_message_initiator_group: { new: one([7, 8, 9], b) } })),
  announce: realm(({ b }) => ({ new_stream_announcements_stream_id: one([1, -1], b) })),
  newcomersHave: ({ b }) =>
    patch("/realm/user_settings_defaults", { enter_sends: b % 2 === 1, color_scheme: 1 + (b % 3) }),
  addDomain: (doing) =>
    post("/realm/domains", { domain: domain(doing), allow_subdomains: doing.b % 2 === 0 }),
  changeDomain: (doing) =>
    patch(`/realm/domains/${domain(doing)}`, { allow_subdomains: doing.b % 2 === 0 }),
  removeDomain: (doing) => remove(`/realm/domains/${domain(doing)}`),
  addPlayground: ({ a, b }) =>
    post("/realm/playgrounds", {
      ...{ name: `Try ${a % 3}`, pygments_language: one(["Python", "Rust"], b) },
      url_template: "https://try.test/{code}",
    }),
  removePlayground: ({ a }) => remove(`/realm/playgrounds/${1 + (a % 2)}`),
  makeDefault: ({ a }) => post("/default_streams", { stream_id: 1 + (a % 3) }),
  makeUsual: ({ a }) => remove("/default_streams", { stream_id: 1 + (a % 3) }),
  offerStreams: ({ a, b }) =>
    post("/default_stream_groups/create", {
      ...{ group_name: `offer ${b % 3}`, description: "" },
      stream_names: one([["general"], ["dev", "news"], []], a),
    }),
  renameOffer: (doing) => patch(offer(doing), { new_group_name: `renamed ${doing.b % 3}` }),
  describeOffer: (doing) => patch(offer(doing), { new_description: `d ${doing.b % 3}` }),
  changeOffer: (doing) =>
    patch(`${offer(doing)}/streams`, {
      ...{ op: one(["add", "remove"], doing.b) },
      stream_names: one([["news"], ["dev"], ["general"]], doing.a),
    }),
  removeOffer: (doing) => remove(offer(doing)),
  avatar: () => ({ ...post("/users/me/avatar"), file: picture }),
  removeAvatar: () => remove("/users/me/avatar"),
  theme: ({ b }) => post("/zcommand", { command: one(["/dark", "/light"], b) }),
  seeHint: ({ b }) =>
    post("/users/me/onboarding_steps", {
      onboarding_step: one(["intro_inbox_view_modal", "intro_recent_view_modal"], b),
    }),
};
