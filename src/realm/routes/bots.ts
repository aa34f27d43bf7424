/** Bots, for those who keep them. */
import { requireInsider } from "#realm/actions/access.ts";
import { makeBot } from "#realm/actions/make-bot.ts";
import { deactivateBot, renewBotKey, updateBot } from "#realm/actions/update-bot.ts";
import { botDefaultsView } from "#realm/views/person.ts";
import { pictureOf } from "#realm/views/picture.ts";
import * as wire from "#wire/endpoints/bots.ts";
import { type Asked, deed, route } from "./route.ts";

const keepers = { admits: requireInsider } as const;

export const botRoutes = [
  route(
    wire.getBots,
    ({ server, person }) => {
      const own = [...server.state.people.byId.values()].filter(
        ({ ownerId, isActive }) => ownerId === person.id && isActive,
      );
      return {
        bots: own.map((bot) => ({
          username: bot.email,
          full_name: bot.fullName,
          api_key: bot.apiKey ?? "",
          avatar_url: pictureOf(bot),
          ...botDefaultsView(server, bot),
        })),
      };
    },
    keepers,
  ),
  route(wire.createBot, (asked) => create(asked), { older: true, ...keepers }),
  route(wire.updateBot, (asked) => update(asked), { older: true, ...keepers }),
  deed(
    wire.deactivateBot,
    ({ server, person, pathId }) => deactivateBot(server, person, pathId("bot_id")),
    keepers,
  ),
  route(
    wire.regenerateBotKey,
    ({ server, person, pathId }) => ({
      api_key: renewBotKey(server, person, pathId("bot_id")),
    }),
    keepers,
  ),
];

function create({ server, person, values, files }: Asked<typeof wire.createBot.parameters>) {
  const bot = makeBot(server, person, {
    fullName: values.full_name,
    shortName: values.short_name,
    type: values.bot_type ?? 1,
    url: values.payload_url ?? "",
    form: values.interface_type ?? 1,
    sendingStream: values.default_sending_stream,
    hearingStream: values.default_events_register_stream,
    hearsAllPublic: values.default_all_public_streams ?? false,
    files,
  });
  return {
    user_id: bot.id,
    api_key: bot.apiKey,
    avatar_url: pictureOf(bot),
    ...botDefaultsView(server, bot),
  };
}

function update(asked: Asked<typeof wire.updateBot.parameters>) {
  const { server, person, values, files, pathId } = asked;
  const bot = updateBot(server, person, pathId("bot_id"), {
    fullName: values.full_name,
    role: values.role,
    ownerId: values.bot_owner_id,
    sendingStream: values.default_sending_stream,
    hearingStream: values.default_events_register_stream,
    hearsAllPublic: values.default_all_public_streams,
    url: values.service_payload_url,
    form: values.service_interface ?? 1,
    files,
  });
  const owner = server.state.people.byId.get(bot.ownerId ?? -1);
  return {
    full_name: bot.fullName,
    avatar_url: pictureOf(bot),
    service_interface: values.service_interface ?? 1,
    service_payload_url: values.service_payload_url ?? null,
    config_data: values.config_data ?? null,
    ...botDefaultsView(server, bot),
    ...(owner === undefined ? {} : { bot_owner: owner.email }),
  };
}
