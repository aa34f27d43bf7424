/** What administrators set up for everybody: the realm's settings, domains, playgrounds and what newcomers find. */
import { requireAdministrator, requireOwner } from "#realm/actions/access.ts";
import { closeRealm } from "#realm/actions/close-realm.ts";
import { setDefault } from "#realm/actions/default-streams.ts";
import { addDomain, deleteDomain, updateDomain } from "#realm/actions/domains.ts";
import { setForNewcomers } from "#realm/actions/newcomers.ts";
import { addPlayground, deletePlayground } from "#realm/actions/playgrounds.ts";
import {
  changeStreamGroup,
  createStreamGroup,
  deleteStreamGroup,
  updateStreamGroup,
} from "#realm/actions/stream-groups.ts";
import { updateRealm } from "#realm/actions/update-realm.ts";
import { domainsView } from "#realm/views/furnishings.ts";
import * as defaults from "#wire/endpoints/default-streams.ts";
import * as wire from "#wire/endpoints/organization.ts";
import { deed, route } from "./route.ts";

const owners = { admits: requireOwner } as const;
const administrators = { admits: requireAdministrator } as const;

export const organizationRoutes = [
  route(wire.updateRealm, ({ server, person, values }) => updateRealm(server, person, values), {
    older: true,
    ...administrators,
  }),
  deed(wire.deactivateRealm, ({ server }) => closeRealm(server), owners),
  deed(wire.updateUserDefaults, ({ server, values }) => setForNewcomers(server, values), {
    older: true,
    ...administrators,
  }),
  route(wire.getDomains, ({ server }) => ({ domains: domainsView(server) })),
  route(
    wire.addDomain,
    ({ server, values }) => {
      const { id, name } = addDomain(server, values.domain, values.allow_subdomains);
      return { new_domain: [id, name] };
    },
    owners,
  ),
  deed(
    wire.updateDomain,
    ({ server, values, pathText }) =>
      updateDomain(server, pathText("domain"), values.allow_subdomains),
    owners,
  ),
  deed(
    wire.deleteDomain,
    ({ server, pathText }) => deleteDomain(server, pathText("domain")),
    owners,
  ),
  route(
    wire.addPlayground,
    ({ server, values }) => {
      const { name, pygments_language: language, url_template: template } = values;
      return { id: addPlayground(server, { name, language, template }) };
    },
    administrators,
  ),
  deed(
    wire.deletePlayground,
    ({ server, pathId }) => deletePlayground(server, pathId("playground_id")),
    administrators,
  ),
  deed(
    defaults.addDefaultStream,
    ({ server, person, values }) => setDefault(server, person, values.stream_id, true),
    administrators,
  ),
  deed(
    defaults.removeDefaultStream,
    ({ server, person, values }) => setDefault(server, person, values.stream_id, false),
    administrators,
  ),
  deed(
    defaults.createDefaultGroup,
    ({ server, person, values }) => {
      const { group_name: name, description, stream_names: streams } = values;
      createStreamGroup(server, person, { name, description, streams });
    },
    administrators,
  ),
  deed(
    defaults.updateDefaultGroup,
    ({ server, values, pathId }) => {
      const { new_group_name: name, new_description: description } = values;
      updateStreamGroup(server, pathId("group_id"), {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      });
    },
    administrators,
  ),
  deed(
    defaults.deleteDefaultGroup,
    ({ server, pathId }) => deleteStreamGroup(server, pathId("group_id")),
    administrators,
  ),
  deed(
    defaults.changeDefaultGroup,
    ({ server, person, values, pathId }) =>
      changeStreamGroup(server, person, pathId("group_id"), values.op, values.stream_names),
    administrators,
  ),
];
