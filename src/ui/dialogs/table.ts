/** What each kind of dialog shows. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Dialog } from "#store/dialog.ts";
import { hintsFor } from "#ui/bars/hints.ts";
import { card } from "./cards.ts";
import {
  type ContentOf,
  type DialogContent,
  emptyRow,
  type Facts,
  line,
  paragraph,
} from "./content.ts";
import { form } from "./form.ts";
import { help } from "./help.ts";
import { info } from "./info.ts";
import { menu } from "./menu.ts";
import { reaction, time, upload, widgetAdd } from "./pickers.ts";
import { moveTarget, palette, recipient, search } from "./places.ts";
import { status, statusEmojiPicker } from "./status.ts";

/** Asks for another key when the server rejects the current one. */
const signIn: ContentOf<"sign-in"> = (facts, { sentence }) => ({
  title: "Sign in again",
  hints: [
    // The input handles this key itself.
    { key: "Enter", words: "sign in" },
    ...(facts.others.length > 0 ? hintsFor(facts.keys, ["account.show", "another account"]) : []),
    ...hintsFor(facts.keys, ["program.interrupt", "twice quits"]),
  ],
  rows: [
    ...paragraph(facts, safeLine(sentence)),
    line(plain("Drafts and unsent messages are kept."), "dim"),
    emptyRow,
    line(plain("API key or password of this account:"), "dim"),
    // Another sentence is another attempt: the field keeps its text otherwise.
    { keyField: sentence },
  ],
});

const contents: { readonly [Kind in Dialog["kind"]]: ContentOf<Kind> } = {
  card,
  emoji: reaction,
  form,
  help,
  info,
  menu,
  "move-target": moveTarget,
  palette,
  recipient,
  search,
  "sign-in": signIn,
  status,
  "status-emoji": statusEmojiPicker,
  time,
  upload,
  "widget-add": widgetAdd,
};

function isForAll(dialog: Dialog): boolean {
  if (dialog.kind === "form") return dialog.ref.name === "accounts";
  return dialog.kind === "help" || dialog.kind === "palette" || dialog.kind === "search";
}

export function dialogContent(facts: Facts, dialog: Dialog): DialogContent {
  const content = (contents[dialog.kind] as ContentOf<Dialog["kind"]>)(facts, dialog);
  const { account } = facts;
  return account === undefined || isForAll(dialog) ? content : { ...content, account };
}
