/** Every form, one row each: an endpoint without a form gets one here. */

import { optionsForm } from "#commands/account/options.ts";
import { accountsForm, settingsForm } from "#commands/account/settings.ts";
import { forms } from "#commands/forms/definitions.ts";
import { groupForm, newGroupForm } from "#commands/group/form.ts";
import { reportForm } from "#commands/message/reporting.ts";
import { deactivateForm, personForm } from "#commands/person/form.ts";
import { fieldForm, newFieldForm } from "#commands/profile-field/form.ts";
import { newSnippetForm, snippetForm } from "#commands/snippet/form.ts";
import { folderForm, newFolderForm } from "#commands/stream/folder-form.ts";
import { newStreamForm, streamForm, streamPeopleForm } from "#commands/stream/form.ts";

forms.give({
  stream: streamForm,
  "new-stream": newStreamForm,
  "stream-people": streamPeopleForm,
  person: personForm,
  deactivate: deactivateForm,
  settings: settingsForm,
  accounts: accountsForm,
  options: optionsForm,
  group: groupForm,
  "new-group": newGroupForm,
  folder: folderForm,
  "new-folder": newFolderForm,
  report: reportForm,
  field: fieldForm,
  "new-field": newFieldForm,
  snippet: snippetForm,
  "new-snippet": newSnippetForm,
});
