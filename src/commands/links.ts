/** Opening the links of a message: places of the realm in weir, others in desktop programs. */
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import { type CommandContext, commandsIn } from "./command.ts";
import { copyText } from "./copying.ts";
import { withMessage } from "./message-actions.ts";
import { openAt, openNarrow } from "./navigation.ts";
import { openDialog, showToast } from "./screen.ts";

/** Opens the link, or copies it if there is no program for it. */
export function followLink(context: CommandContext, link: MessageLink): void {
  const { store } = context;
  if (link.kind === "web") {
    void openOutside(context, link.url);
    return;
  }
  const { narrow, near } = link;
  if (near !== undefined) openAt(store, narrow, near);
  else openNarrow(store, narrow);
}

export async function openOutside(context: CommandContext, url: string): Promise<void> {
  const { store, desktop } = context;
  if (await desktop.open(url)) showToast(store, `Opened ${url}`);
  else await copyText(context, url, url);
}

function openLinks(context: CommandContext, message: Message): void {
  const { store, viewport } = context;
  const links = viewport.links(message);
  const [first, ...more] = links;
  if (first === undefined) showToast(store, "There is no link in this message.");
  else if (more.length === 0) followLink(context, first);
  else openDialog(store, { kind: "links", links, chosen: 0 });
}

export const links = commandsIn(["reader"], {
  "message.open-link": {
    title: "Open a link of the message",
    hint: "link",
    keys: ["o"],
    run: withMessage(openLinks),
  },
});
