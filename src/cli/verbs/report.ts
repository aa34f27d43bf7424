/** `weir report`: reports a message to the moderators. */
import { newBatch, put } from "#base/table.ts";
import { fillForm, requestedIn } from "#cli/fill-form.ts";
import { messageOf } from "#cli/messages.ts";
import { tellDone } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { messageFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { conversationOfMessage } from "#model/messages.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const id = await messageFor(context, args[0] ?? "");
  const realm = await state("streams", "people", "rules");
  const message = fromWireMessage(await messageOf(connection, id));
  const replica = { ...realm, messages: put(realm.messages, id, message, newBatch("report")) };
  const ref = { name: "report", id } as const;
  const values = requestedIn(context, replica, { form: { name: "report" }, ref });
  await fillForm(context, replica, ref, values);
  const place = placeText(replica, conversationOfMessage(message));
  tellDone(context, `Reported the message in ${place} to the moderators.`, { id, place });
}
