/** The bots that the person keeps. */
import type { EventOf } from "#wire/events.ts";
import { fromWireBot } from "./from-wire.ts";
import type { Bot } from "./person.ts";
import type { Picture } from "./picture.ts";

type RealmBot = EventOf<"realm_bot">;
type Change = Extract<RealmBot, { readonly op: "update" }>["bot"];

export function onRealmBot(picture: Picture, event: RealmBot): Picture {
  const { bots } = picture;
  const id = event.bot.user_id;
  const before = bots.get(id);
  switch (event.op) {
    case "add":
      return { ...picture, bots: new Map(bots).set(id, fromWireBot(event.bot)) };
    case "update": {
      const after = before === undefined ? undefined : changed(before, event.bot);
      if (after === undefined || after === before) return picture;
      return { ...picture, bots: new Map(bots).set(id, after) };
    }
    case "delete":
    case "remove":
      if (before === undefined) return picture;
      return { ...picture, bots: new Map([...bots].filter(([other]) => other !== id)) };
  }
}

/** The same bot when nothing changed that is kept: its name and the like are told of people, too. */
function changed(bot: Bot, change: Change): Bot {
  const changes: Partial<Bot> = {
    ...(change.default_sending_stream !== undefined && {
      sendingStream: change.default_sending_stream ?? undefined,
    }),
    ...(change.default_events_register_stream !== undefined && {
      hearingStream: change.default_events_register_stream ?? undefined,
    }),
    ...(change.default_all_public_streams != null && {
      hearsAllPublic: change.default_all_public_streams,
    }),
  };
  const same = (Object.keys(changes) as (keyof Bot)[]).every((key) => changes[key] === bot[key]);
  return same ? bot : { ...bot, ...changes };
}
