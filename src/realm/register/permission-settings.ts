/** Which groups each permission may be given to, for programs that offer a choice. */
import { groupDefaults, type RealmGroup } from "./realm-settings.ts";

type Permission = {
  /** Whether only the groups that every realm has will do. */
  readonly isForSystemGroups: boolean;
  readonly owners?: true;
  readonly nobody?: true;
  readonly everyone?: true;
  /** The name of the group at first; of a system group's own permission where that differs. */
  readonly first: string;
  readonly ofSystemGroups?: string;
  /** The only ones that will do; absent: all that the rest allows. */
  readonly only?: readonly string[];
};

function permissionsView(permissions: Readonly<Record<string, Permission>>) {
  return Object.fromEntries(
    Object.entries(permissions).map(([name, permission]) => [
      name,
      {
        require_system_group: permission.isForSystemGroups,
        allow_internet_group: false,
        allow_owners_group: permission.owners ?? false,
        allow_nobody_group: permission.nobody ?? false,
        allow_everyone_group: permission.everyone ?? false,
        default_group_name: permission.first,
        id_field_name: `${name}_id`,
        default_for_system_groups: permission.ofSystemGroups ?? null,
        allowed_system_groups: permission.only ?? [],
      },
    ]),
  );
}

const writing = { isForSystemGroups: false, owners: true, nobody: true, everyone: true } as const;
const making = { isForSystemGroups: false } as const;

/** Of the realm; which groups they have at first is said with its other settings. */
const ofRealm: Readonly<Record<RealmGroup, Omit<Permission, "first">>> = {
  create_multiuse_invite_group: { isForSystemGroups: true, nobody: true },
  can_access_all_users_group: {
    isForSystemGroups: true,
    everyone: true,
    only: ["role:everyone", "role:members"],
  },
  can_create_public_channel_group: making,
  can_create_private_channel_group: making,
  direct_message_initiator_group: writing,
  direct_message_permission_group: writing,
};

/** By what they belong to: the realm, a stream, a group. */
export const permissionSettings = {
  realm: permissionsView(
    Object.fromEntries(
      Object.entries(ofRealm).map(([name, permission]) => [
        name,
        { ...permission, first: groupDefaults[name as RealmGroup] },
      ]),
    ),
  ),
  stream: permissionsView({
    can_remove_subscribers_group: {
      isForSystemGroups: true,
      first: "role:administrators",
      everyone: true,
    },
  }),
  group: permissionsView({
    can_mention_group: {
      isForSystemGroups: false,
      first: "role:everyone",
      nobody: true,
      everyone: true,
      ofSystemGroups: "role:nobody",
    },
  }),
};
