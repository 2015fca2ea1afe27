import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SEAL, isSealedText } from '#kernel/fields/sealed-text.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Place of a secret: it opens in no other company, paper or field. */
export interface SealedPlace {
  readonly tenantId: string;
  readonly paper: AnyPaper;
  readonly field: string;
}

/**
 * Vault of the secrets of other systems (AES-256-GCM), under a key that is stored beside the data and never in the
 * database.
 */
export class Vault {
  readonly #key: Buffer;
  constructor(key: Buffer) {
    this.#key = key;
  }

  #about = ({ tenantId, paper, field }: SealedPlace): Buffer =>
    Buffer.from(`${paper.owner === 'platform' ? '' : tenantId} ${paper.table} ${field}`);

  seal(text: string, place: SealedPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(this.#about(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return SEAL + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Return the text; null when it was not sealed here, under this key, for this place. */
  open(sealed: string, place: SealedPlace): string | null {
    if (!isSealedText(sealed)) return null;
    const piece = Buffer.from(sealed.slice(SEAL.length), 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, piece.subarray(0, NONCE_BYTES)).setAAD(
        this.#about(place),
      );
      decipher.setAuthTag(piece.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(piece.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      return null;
    }
  }
}

type Values = Record<string, unknown>;

/**
 * Seal the secrets among the values of a write. Values that the product writes back may be sealed already; those of a
 * person never count as sealed.
 */
export function sealInput(vault: Vault, tenantId: string, paper: AnyPaper, values: Values, trusted: boolean): Values {
  const sealed = storedFields(paper).filter(
    ([name, field]: [string, Field]) =>
      field.sealed && typeof values[name] === 'string' && !(trusted && isSealedText(String(values[name]))),
  );
  return sealed.length
    ? {
        ...values,
        ...Object.fromEntries(
          sealed.map(([name]) => [name, vault.seal(String(values[name]), { tenantId, paper, field: name })]),
        ),
      }
    : values;
}
