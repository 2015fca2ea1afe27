/** What the server process tells the one that started it. */
export type FromServer =
  | { readonly step: string }
  | {
      readonly ready: string;
      /** What published clients encrypt passwords with. */ readonly publicKey: string;
      readonly migrated: number;
      readonly seeded: boolean;
      readonly accounts: readonly Account[];
    }
  | { readonly trouble: readonly [zh: string, en: string] };

/** What it is told: where the built web client lies (null = serve the API alone), or to finish. */
export type ToServer = { readonly webRoot: string | null };

export interface Account {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: readonly [zh: string, en: string];
}
