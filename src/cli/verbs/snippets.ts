/** `weir snippets`: the user's saved snippets; `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { confirmQuestion, requireYes } from "#cli/fill-form.ts";
import { tellDone } from "#cli/output.ts";
import { snippetFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deleteSnippetQuestion } from "#commands/snippet/form.ts";

export async function run({ state, output }: VerbContext): Promise<void> {
  const { snippets } = await state("snippets");
  const rows = [...snippets.values()].sort((a, b) => a.title.localeCompare(b.title, "en"));
  output.rows(rows, {
    none: "You have no snippets.",
    json: ({ id, title, content, date_created }) => ({
      id,
      name: title,
      text: content,
      created: date_created,
    }),
    cells: ({ id, title, content }) => [id, { text: title, token: "strong" }, content],
  });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("snippets");
  const { id, name } = snippetFor(replica, args.join(" "));
  requireYes(invocation, `The snippet ${safeLine(name)} would be permanently deleted.`);
  await confirmQuestion(context, replica, deleteSnippetQuestion(replica, { snippetId: id }));
  tellDone(context, `Deleted the snippet ${name}.`, { id, name });
}
