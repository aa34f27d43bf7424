/** The component of each kind of dialog. */
import type { ReactNode } from "react";
import type { Dialog } from "#store/dialog.ts";
import { PersonCard, StreamCard } from "./cards.tsx";
import { EmojiPicker, StatusEmojiPicker } from "./emoji.tsx";
import type { Facts, PropsOf } from "./facts.ts";
import { Form } from "./form.tsx";
import { Help } from "./help.tsx";
import { Info } from "./info.tsx";
import { Menu } from "./menu.tsx";
import { MoveTarget, Palette, Recipient } from "./places.tsx";
import { Search } from "./search.tsx";
import { SignIn } from "./sign-in.tsx";
import { Status } from "./status.tsx";
import { TimePicker } from "./time.tsx";
import { UploadPicker } from "./upload.tsx";
import { WidgetAdd } from "./widget-add.tsx";

type Components = {
  readonly [Kind in Dialog["kind"]]: (props: PropsOf<Kind>) => ReactNode;
};

const components: Components = {
  card: ({ facts, dialog: { about, chosen } }) =>
    about.kind === "person" ? (
      <PersonCard facts={facts} id={about.id} scrolledTo={chosen} />
    ) : (
      <StreamCard facts={facts} id={about.id} scrolledTo={chosen} />
    ),
  emoji: EmojiPicker,
  form: Form,
  help: Help,
  info: Info,
  menu: Menu,
  "move-target": MoveTarget,
  palette: Palette,
  recipient: Recipient,
  search: Search,
  "sign-in": SignIn,
  status: Status,
  "status-emoji": StatusEmojiPicker,
  time: TimePicker,
  upload: UploadPicker,
  "widget-add": WidgetAdd,
};

export function dialogElement(facts: Facts, dialog: Dialog) {
  const Component = components[dialog.kind] as (props: {
    readonly facts: Facts;
    readonly dialog: Dialog;
  }) => ReactNode;
  return <Component facts={facts} dialog={dialog} />;
}
