/** Opening a place that something leads to, in the account that it is of. */
import type { CommandContext } from "#commands/command.ts";
import { runIn } from "#commands/lists/in-account.ts";
import type { Narrow } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import { openAt, openNarrow } from "./navigation.ts";

type Opened = {
  /** If undefined, it is the shown one. */
  readonly account: string | undefined;
  readonly narrow: Narrow;
  /** The message to select there. */
  readonly near: MessageId | undefined;
};

export function openPlace(context: CommandContext, { account, narrow, near }: Opened): void {
  const { accounts } = context;
  const open = ({ store }: CommandContext) =>
    near === undefined ? openNarrow(store, narrow) : openAt(store, narrow, near);
  if (account === undefined) open(context);
  else if (accounts !== undefined) runIn(context, accounts, account, open);
}
