/** Loads the verbs, which the screen does not need. */
export async function loadVerbs() {
  const { verbModules } = await import("./verbs/modules.ts");
  return verbModules;
}

export type VerbModules = Awaited<ReturnType<typeof loadVerbs>>;
