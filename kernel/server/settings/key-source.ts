import { join, resolve } from 'node:path';

/** Source of the keys of a product: a folder with their files, or one secret of 32 bytes from which all are derived. */
export type KeySource =
  { readonly folder: string; readonly secret?: undefined } | { readonly secret: Buffer; readonly folder?: undefined };

/** Return the default source of keys: the folder `keys` beside the data. */
export const keysBeside = (dataDir: string): KeySource => ({ folder: join(dataDir, 'keys') });

/**
 * Read ANJU_KEYS: 64 hex digits, 44 digits of base64 with their `=`, or 43 of base64url are a secret. Anything else is
 * a folder.
 */
export function readKeySource(value: string | undefined, projectDir: string, dataDir: string): KeySource {
  if (!value) return keysBeside(dataDir);
  if (/^[0-9a-f]{64}$/i.test(value)) return { secret: Buffer.from(value, 'hex') };
  // Base64 with slashes counts as a secret only with its final `=`. Without it the text may be a path of the same
  // length.
  if (/^(?:[A-Za-z0-9+/_-]{43}=|[\w-]{43})$/.test(value)) return { secret: Buffer.from(value, 'base64') };
  return { folder: resolve(projectDir, value) };
}
