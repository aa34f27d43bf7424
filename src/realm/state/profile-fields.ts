/** Profile fields: what people may tell of themselves beside their name. */

export type ProfileField = {
  readonly id: number;
  /** 1 to 8; see the wire's field types. */
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  /** JSON text; empty where the type needs none. */
  readonly data: string;
  readonly isRequired: boolean;
  /** Whether it stands on the small card of a person. */
  readonly inSummary: boolean;
};
