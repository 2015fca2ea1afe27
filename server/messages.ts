/** A message from the server process to its launcher. */
export type FromServer =
  | { readonly step: string }
  | {
      readonly ready: string;
      /** Public key with which published clients encrypt passwords, as hex. */ readonly publicKey: string;
      readonly migrated: number;
      readonly seeded: boolean;
      readonly accounts: readonly Account[];
    }
  | { readonly trouble: readonly [zh: string, en: string] };

/** A message from the launcher: the folder of the built web client; null: serve the API alone. */
export type ToServer = { readonly webRoot: string | null };

export interface Account {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: readonly [zh: string, en: string];
}
