/** The forms of saved snippets: adding, changing and deleting one. */

import { callProblem, endpointForm, type FieldRow, field } from "#commands/forms/endpoint-form.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Replica } from "#model/replica.ts";
import { call } from "#store/forms.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { createSnippet, deleteSnippet, editSnippet } from "#wire/endpoints/personal.ts";
import type { SnippetId } from "#wire/ids.ts";
import type { SavedSnippet } from "#wire/personal.ts";

type Text = Pick<SavedSnippet, "title" | "content">;

function fieldsFor(to: Endpoint): readonly FieldRow<Text>[] {
  return [
    field<Text, Endpoint["parameters"]>(to, "title", {
      key: "name",
      label: "Name",
      value: ({ subject }) => subject.title,
      placeholder: "completed after / in the composer",
    }),
    field<Text, Endpoint["parameters"]>(to, "content", {
      key: "text",
      label: "Text",
      value: ({ subject }) => subject.content,
      kind: { type: "text", placeholder: "what is inserted", hasLines: true },
    }),
  ];
}

export const newSnippetForm = endpointForm<Text>({
  saves: createSnippet,
  deed: "save snippets",
  subject: () => ({ title: "", content: "" }),
  title: () => "New snippet",
  explanation: () => ["Your other clients have it, too. Only you see it."],
  fields: fieldsFor(createSnippet),
  submit: "Save the snippet",
  report: (_, { name = "" }) => `Saved the snippet ${name.trim()}`,
});

export const snippetForm = endpointForm<Text>({
  saves: editSnippet,
  deed: "change snippets",
  subject: ({ snippets }, { id }) => snippets.get(id as SnippetId),
  title: ({ subject }) => `Snippet ${subject.title}`,
  fields: fieldsFor(editSnippet),
  report: ({ title }, { name = title }) => `Changed the snippet ${name.trim()}`,
});

export function deleteSnippetQuestion(
  view: Replica,
  { snippetId }: { readonly snippetId: SnippetId },
): Question | undefined {
  const subject = view.snippets.get(snippetId);
  return (
    subject && {
      title: `Delete the snippet ${subject.title}?`,
      lines: ["This cannot be undone."],
      keep: "Keep the snippet",
      confirm: "Delete the snippet",
      key: "d",
      danger: true,
      locked: callProblem(view, deleteSnippet, "delete snippets"),
      calls: [call(deleteSnippet, { saved_snippet_id: snippetId })],
      report: `Deleted the snippet ${subject.title}`,
    }
  );
}
