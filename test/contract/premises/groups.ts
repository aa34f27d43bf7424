/** User groups that an exchange takes for granted, and who is in them. */
import { commit } from "#realm/server.ts";
import { idList, namedGroup, type Premise, param, type Scene } from "./scene.ts";

/** Saves a group that is there already, or makes one of whoever asks. */
function saveGroup({ server, me }: Scene, id: number, more: object = {}): void {
  const fresh = { id, name: `planted ${id}`, description: "", subgroups: [], isSystem: false };
  const whole = { ...fresh, members: me === undefined ? [] : [me.id] };
  const group = { ...whole, ...server.state.people.groups.get(id), ...more };
  commit(server, { kind: "group saved", group });
}

export const group: Premise = (scene) => {
  const { server, me, words, exchange } = scene;
  const id = scene.idAfter("user_groups");
  const { groups } = server.state.people;
  if (id === undefined || me === undefined || /^Invalid user group$/.test(words)) return;
  if (groups.get(id)?.isSystem === true) return;
  const nobody = namedGroup(server, "role:nobody");
  const held = scene.isDone ? oldOf(param(scene, "can_mention_group")) : undefined;
  const old = /'old' value/.test(words) ? nobody : held;
  saveGroup(scene, id, old === undefined ? {} : { canMention: old });
  if (!exchange.request.path.endsWith("/subgroups")) fillGroup(scene, id);
  else if (scene.isDone || /already a subgroup of this group/.test(words)) nestGroups(scene, id);
};

/** Whatever is to be taken out of a group is within it, and whatever is to be put in is not, unless it was refused. */
function nestGroups(scene: Scene, id: number): void {
  const { groups } = scene.server.state.people;
  const [gone, come] = [idList(param(scene, "delete")), idList(param(scene, "add"))];
  for (const one of [...gone, ...come]) if (!groups.has(one)) saveGroup(scene, one);
  const kept = (groups.get(id)?.subgroups ?? []).filter((one) => !come.includes(one));
  const present = scene.isDone ? gone : come;
  saveGroup(scene, id, { subgroups: [...new Set([...kept, ...present])] });
}

/** What somebody thought that a setting is, and was right. */
function oldOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly old?: unknown } | null)?.old;
  } catch {
    return undefined;
  }
}

/** Whoever is to be taken out is in it, and whoever is to be put in is not, unless that is what was refused. */
function fillGroup(scene: Scene, id: number): void {
  const { words, isDone } = scene;
  const [gone, come] = [idList(param(scene, "delete")), idList(param(scene, "add"))];
  const inside = isDone ? gone : [];
  const already = /already a member/.test(words) ? come : [];
  const outside = isDone ? come : [];
  const absent = /There is no member/.test(words) ? gone : [];
  const before = scene.server.state.people.groups.get(id)?.members ?? [];
  const members = new Set([...before, ...inside, ...already]);
  for (const one of [...outside, ...absent]) members.delete(one);
  saveGroup(scene, id, { members: [...members] });
}

/** Groups that a refusal calls by their names. */
export const namedInWords: Premise = (scene) => {
  const { server, words } = scene;
  const taken = /^User group '(.*)' already exists/.exec(words)?.[1];
  if (taken !== undefined && namedGroup(server, taken) === undefined)
    saveGroup(scene, 90_000, { name: taken });
  const silent = namedGroup(
    server,
    /not allowed to mention user group '(.*)'/.exec(words)?.[1] ?? "",
  );
  if (silent !== undefined)
    saveGroup(scene, silent, { canMention: namedGroup(server, "role:nobody") });
};
