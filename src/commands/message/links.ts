/** Opening what a message links to: places of the realm in weir, images, files and pages in other programs. */

import { get } from "#base/table.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import { type MenuRow, ownKey } from "#commands/menus/menu.ts";
import { destinationOf, linkFacts } from "#commands/places/links.ts";
import { openPlace } from "#commands/places/open-place.ts";
import { openDialog, openMenu, showToast } from "#commands/screen.ts";
import { wasDeleted } from "#commands/writing/text.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { isPicture, linkText, sharedFile } from "#model/written-links.ts";
import type { State } from "#store/state.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { copyText } from "./actions.ts";
import { isDisplayed, openFile } from "./files.ts";
import { onMessage } from "./selected.ts";

/** Opens the link, or copies it if there is no program for it. Asks first if it hides where it leads. */
function followLink(context: CommandContext, link: MessageLink): void {
  const { store } = context;
  if (link.kind === "place") {
    openPlace(context, { ...link, account: undefined });
    return;
  }
  const { url, hiddenHost: host } = link;
  const place = linkedPlace(store.getState(), url);
  if (place !== undefined) openPlace(context, place);
  else if (host === undefined) void openOutside(context, url);
  else openMenu(store, { kind: "disguised-link", url, host });
}

/** The place of another live account, or of this one by another address of its server. */
function linkedPlace(state: State, url: string) {
  const link = narrowLink(url);
  const destination = link && destinationOf(linkFacts(state), link);
  return destination?.kind === "place" ? destination : undefined;
}

async function openOutside(context: CommandContext, url: string): Promise<void> {
  const { store, desktop } = context;
  if (await desktop.open(url)) showToast(store, `Opened ${url}`);
  else await copyText(context, url, url, `nothing here opens ${url}`);
}

function openLinks(context: CommandContext, message: Message): void {
  const { store, viewport } = context;
  const links = viewport.links(message);
  const [first, ...more] = links;
  if (first === undefined) showToast(store, "There is no link in this message.");
  else if (more.length === 0) followLink(context, first);
  else openMenu(store, { kind: "links", messageId: message.id, links, isForViewing: false });
}

type WebLink = Extract<MessageLink, { kind: "web" }>;

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? "";
}

/** Files of the realm, and URLs elsewhere that point to an image or a document. */
function isFile(view: Replica, link: MessageLink): link is WebLink {
  if (link.kind !== "web") return false;
  return sharedFile(view, link.url) !== undefined || isDisplayed(pathOf(link.url));
}

/** What `v` opens, in text order. */
export function filesAmong(known: Replica, links: readonly MessageLink[]): readonly WebLink[] {
  return links.filter((link) => isFile(known, link));
}

/** Those on other servers are left to the browser. */
function viewFile(context: CommandContext, { id }: Pick<Message, "id">, link: WebLink): void {
  const { view, screen } = context.store.getState();
  const { url } = link;
  const file = sharedFile(view, url);
  if (file === undefined) {
    followLink(context, link);
    return;
  }
  const subject = { messageId: id, file, url };
  const isDrawn = screen.preferences.pictures !== undefined && isPicture(file);
  const about = { kind: "picture", ...subject } as const;
  if (isDrawn) openDialog(context.store, { kind: "info", about, chosen: 0 });
  else openFile(context, subject);
}

function view(context: CommandContext, message: Message): void {
  const { store, viewport } = context;
  const links = filesAmong(store.getState().view, viewport.links(message));
  const [first, ...more] = links;
  if (first === undefined) showToast(store, "There is no image or file in this message.");
  else if (more.length === 0) viewFile(context, message, first);
  else openMenu(store, { kind: "links", messageId: message.id, links, isForViewing: true });
}

/** What the message calls it, or the file's name, and where it leads; of a bare address, all but its scheme. */
function nameOf(known: Replica, { content }: Message, { url }: WebLink) {
  const file = sharedFile(known, url);
  const { host = "" } = URL.parse(url) ?? {};
  const name = linkText(known, content, url) || file?.name;
  const isLink = true as const;
  if (name === undefined) return { title: url.replace(/^https?:\/\/(?:www\.)?/, ""), isLink };
  const right = file === undefined ? host : file.name;
  return { title: name, isLink, ...(right !== name && { right }) };
}

/** The links of a message, one of which is opened or viewed. They are those that were listed, even if it was edited since. */
export const linksMenu: MenuRow<"links"> = (
  { state },
  { messageId, links: listed, isForViewing },
) => {
  const message = get(state.view.messages, messageId);
  if (message === undefined) return wasDeleted;
  return {
    title: [isForViewing ? "View a file of " : "Open a link of ", message],
    lines: [],
    items: listed.map((link, at) => ({
      key: String(at + 1),
      take: isForViewing ? "view" : "open",
      ...(link.kind === "web" ? nameOf(state.view, message, link) : { title: link.narrow }),
      run: (context) =>
        isForViewing && link.kind === "web"
          ? viewFile(context, { id: messageId }, link)
          : followLink(context, link),
    })),
  };
};

/** Whether to open a link whose text or URL suggests another address than where it leads. */
export const disguisedLinkMenu: MenuRow<"disguised-link"> = (facts, { url, host }) => ({
  title: `Open a link to ${host}?`,
  lines: [
    { text: `It leads to ${host}. Its text or address may suggest otherwise.`, tone: "warning" },
    { text: url, tone: "quote" },
  ],
  items: [
    { key: "k", title: "Keep it closed" },
    {
      key: ownKey(facts, "message.open-link", "o"),
      title: "Open it",
      run: (context) => void openOutside(context, url),
    },
  ],
});

export const links = commandsIn(["reader"], {
  "message.open-link": {
    alsoCalled: "url,open link,browser",
    title: "Open a link of the message",
    hint: "link",
    keys: ["o"],
    ...onMessage(openLinks),
  },
  "message.view": {
    alsoCalled: "image,picture,attachment,download,open file,save file",
    title: "View an image or a file of the message",
    hint: "view",
    keys: ["v"],
    ...onMessage(view),
  },
});
