/** The version of weir: apart from all else, so that the entry file prints it without loading the program. */
export const version = "0.1.0";

export type Release = { readonly version: string; readonly date: string };

/** With its day, for the manual. */
export const release: Release = { version, date: "2026-11-29" };
