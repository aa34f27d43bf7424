/** What is used of `bidi-js`, which has no types of its own. */
declare module "bidi-js" {
  type Bidi = {
    /** A level for each UTF-16 unit; of a paragraph, the level of its direction. */
    readonly getEmbeddingLevels: (
      text: string,
      direction?: "ltr" | "rtl",
    ) => {
      readonly levels: Uint8Array;
      readonly paragraphs: readonly { readonly level: number }[];
    };
    /** Null for characters that have no mirror image. */
    readonly getMirroredCharacter: (character: string) => string | null;
  };
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else
  export default function bidiFactory(): Bidi;
}
