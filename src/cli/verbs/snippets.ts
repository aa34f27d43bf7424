/** `weir snippets`: the user's saved snippets; `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { confirmQuestion, requireYes } from "#cli/fill-form.ts";
import { printListing } from "#cli/listing.ts";
import { tellDone } from "#cli/output.ts";
import { snippetToDelete } from "#cli/resolver.ts";
import { snippetListing } from "#cli/snippet-listing.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deleteSnippetQuestion } from "#commands/snippet/form.ts";

export async function run(context: VerbContext): Promise<void> {
  printListing(context, snippetListing(await context.state("snippets")));
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("snippets");
  const typed = args.join(" ");
  const snippet = snippetToDelete(replica, typed);
  if (snippet === undefined) return tellDone(context, `There is no snippet “${typed}”.`);
  const { id, name } = snippet;
  requireYes(invocation, `The snippet ${safeLine(name)} would be permanently deleted.`);
  await confirmQuestion(context, replica, deleteSnippetQuestion(replica, { snippetId: id }));
  tellDone(context, `Deleted the snippet ${name}.`, { id, name });
}
