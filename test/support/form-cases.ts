/** How each form is opened and accepted, and what it says. A new form does not compile without a row. */
import { preferencesOf } from "#commands/account/options.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { defaults } from "#config/options.ts";
import type { FormName } from "#store/forms.ts";
import { changeScreen } from "#store/store.ts";
import {
  addField,
  addFolder,
  addSnippet,
  bo,
  type DialogCase,
  ofPerson,
  ofStream,
  personName,
  reporting,
  state,
  streamId,
} from "./asking.ts";
import { people } from "./small-blueprint.ts";

const form = (name: FormName, id = 0): DialogCase => ({
  opens: ({ store }) => openForm(store, { name, id }),
  accepts: [..." ahoy", "^S"],
  ...(id === 0 && { hasNoSubject: true }),
});

export const formCases: Readonly<Record<FormName, DialogCase>> = {
  accounts: form("accounts"),
  options: {
    ...form("options"),
    opens: ({ store }) => {
      changeScreen(store, (screen) => ({ ...screen, preferences: preferencesOf(defaults) }));
      openForm(store, { name: "options", id: 0 });
    },
  },
  deactivate: {
    asAdministrator: true,
    ...form("deactivate", bo),
    accepts: ["Up", "Enter"],
    about: "person",
    says: (asking) =>
      state(asking).people.byId.get(bo)?.isActive ? personName(asking) : undefined,
  },
  field: {
    ...form("field", 1),
    asAdministrator: true,
    opens: async (asking) => {
      await addField(asking);
      openForm(asking.store, { name: "field", id: 1 });
    },
    says: () => "Boat",
    hasNoSubject: true,
  },
  folder: {
    ...form("folder", 1),
    asAdministrator: true,
    opens: async (asking) => {
      await addFolder(asking);
      openForm(asking.store, { name: "folder", id: 1 });
    },
    says: () => "Boats",
    hasNoSubject: true,
  },
  "new-folder": { ...form("new-folder"), asAdministrator: true },
  group: {
    ...form("group", 1),
    asAdministrator: true,
    says: () => "@crew",
    hasNoSubject: true,
  },
  "new-field": { ...form("new-field"), asAdministrator: true },
  "new-group": form("new-group"),
  "new-snippet": form("new-snippet"),
  "new-stream": form("new-stream"),
  person: { ...form("person", bo), asAdministrator: true, ...ofPerson },
  report: reporting,
  settings: { ...form("settings"), changes: new RegExp(`^person ${people.ana}$`) },
  snippet: {
    ...form("snippet", 1),
    opens: async (asking) => {
      await addSnippet(asking);
      openForm(asking.store, { name: "snippet", id: 1 });
    },
    says: () => "Greeting",
    hasNoSubject: true,
  },
  stream: { ...form("stream", streamId), asAdministrator: true, ...ofStream },
  "stream-people": {
    ...form("stream-people", streamId),
    asAdministrator: true,
    accepts: [..."Don Marsh", "^S"],
    ...ofStream,
  },
};
