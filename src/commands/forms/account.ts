/** Forms about the account itself: switching to another one of the configuration file, and the API key. */

import type { Question } from "#commands/menus/question.ts";
import type { OpenAccount } from "#store/account.ts";
import type { About } from "#store/dialog.ts";
import type { FormName, FormRef } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import type { SavedField } from "./endpoint-form.ts";
import type { Form } from "./form.ts";

/** Fields of the user's own settings that open these forms; none if there is nothing to choose from. */
export function accountFields(account: OpenAccount | undefined): readonly SavedField[] {
  if (account === undefined) return [];
  const opening = (opens: FormName | About) => ({
    kind: { type: "open", opens } as const,
    toRequest: () => ({}),
  });
  const { keyPlace } = account;
  return [
    { key: "account", label: "Account", value: titleOf(account), ...opening("accounts") },
    {
      key: "api-key",
      label: "API key",
      value: `kept ${keyPlace}`,
      ...opening({ kind: "renew-key" }),
    },
  ];
}

function titleOf({ name, all }: OpenAccount): string {
  const known = all.find((one) => one.name === name);
  return known === undefined ? "not in the configuration file" : `${known.name}  ${known.title}`;
}

function accountsOf({ account }: FormRef) {
  return account?.all ?? [];
}

export const accountsForm: Form = {
  now: (_, ref) => {
    const all = accountsOf(ref);
    const own = ref.account?.name ?? "";
    const none = all.every(({ name }) => name === own)
      ? "The configuration file has no other account: weir login adds one."
      : undefined;
    const options = all.map(({ name, title }) => ({ value: name, title: `${name}  ${title}` }));
    const ownOption = { value: "", title: "this account" };
    const shown = own === "" ? [ownOption, ...options] : options;
    return {
      title: "Accounts",
      explanation: ["Drafts and unsent messages stay with their account."],
      fields: [
        {
          key: "account",
          label: "Account",
          kind: { type: "choice", options: shown },
          ...(none !== undefined && { locked: none }),
        },
      ],
      truth: { account: own },
      submitChange: "Switch to this account",
    };
  },
  save: (_, __, { values }) => {
    const { account = "" } = values;
    return { opens: account, done: `Opened ${account}` };
  },
};

export function renewKeyQuestion({ session: { account } }: Pick<State, "session">): Question {
  return {
    title: "Regenerate your API key?",
    lines: [
      `Your key is stored ${account?.keyPlace ?? "nowhere"}. The new one replaces it there.`,
      "The old key stops working at once, in every program that uses it.",
      "This cannot be undone.",
    ],
    keep: "Keep the key",
    confirm: "Regenerate the key",
    key: "r",
    danger: true,
    locked: account?.keyProblem,
    renewsKey: true,
    done: "Regenerated your API key, and saved the new one",
  };
}
