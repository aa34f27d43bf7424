/** `weir snippets`: the user's saved snippets; `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { confirmQuestion, requireYes } from "#cli/fill-form.ts";
import { printListing } from "#cli/listing.ts";
import { tellDone } from "#cli/output.ts";
import { snippetFor } from "#cli/resolver.ts";
import { snippetListing } from "#cli/snippet-listing.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deleteSnippetQuestion } from "#commands/snippet/form.ts";

export async function run(context: VerbContext): Promise<void> {
  printListing(context, snippetListing(await context.state("snippets")));
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("snippets");
  const { id, name } = snippetFor(replica, args.join(" "));
  requireYes(invocation, `The snippet ${safeLine(name)} would be permanently deleted.`);
  await confirmQuestion(context, replica, deleteSnippetQuestion(replica, { snippetId: id }));
  tellDone(context, `Deleted the snippet ${name}.`, { id, name });
}
