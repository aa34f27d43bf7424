/** Runs the commands that rules have found. */
import { get } from "#base/table.ts";
import { type RuledContext, runByRule } from "#commands/custom/running.ts";
import { follow } from "#store/follow.ts";

/** Until the returned function is called. */
export function runRuledCommands(context: RuledContext): () => void {
  return follow(context.store, [({ session }) => session.ruled], ({ session, view }) => {
    for (const { title, rule, id } of session.ruled.run) {
      const message = get(view.messages, id);
      if (message !== undefined) runByRule(context, title, message, rule);
    }
  });
}
