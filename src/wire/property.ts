/** What an event says of one property of an object: its value is what the object has under that name. */
import type * as z from "zod";
import type { Event } from "./events.ts";
import { registerAnswer } from "./register.ts";
import { stream, subscription } from "./stream.ts";
import { userSettings } from "./user.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

function inShape(shape: Shape, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

const settingPrefix = "realm_";

/** Describes the value of that property; undefined if weir does not know it. */
export function schemaOfProperty(event: Event, property: string): z.ZodType | undefined {
  switch (event.type) {
    case "stream":
      return inShape(stream.shape, property);
    case "subscription":
      return inShape(subscription.shape, property);
    case "user_settings":
      return inShape(userSettings.shape, property);
    case "realm":
      return inShape(registerAnswer.shape, settingPrefix + property);
    default:
      return undefined;
  }
}
