/** The rows to which a call applies: by their ids, or all that match the filters. */
export type Target = { readonly ids: readonly string[] } | { readonly matching: Matching };

/** All rows that match these filters. The server refuses if their number is not `count`. */
export interface Matching {
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number;
}
