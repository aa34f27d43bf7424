/** Profile fields: what people may tell of themselves beside their name. */

export type ProfileField = {
  readonly id: number;
  /** 1 to 8; see the wire's field types. */
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  /** JSON text; empty where the type needs none. */
  readonly data: string;
  /** The number that it is ordered by; absent: its index. A new one has its ID, until somebody orders all of them. */
  readonly order?: number;
  readonly isRequired: boolean;
  /** Whether it stands on the small card of a person. */
  readonly inSummary: boolean;
};
