import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The tokens that take the place of an exchanged refresh token. */
interface Successor {
  readonly access: string;
  readonly refresh: string;
}

/** Derive the key from the former token: the database alone reveals nothing. */
const keyOf = (former: string): Buffer => Buffer.from(hkdfSync('sha256', former, '', 'anju refresh successor', 32));

/** Seal the successor of a refresh token under that token. */
export function sealSuccessor(former: string, { access, refresh }: Successor): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(former), nonce);
  const sealed = Buffer.concat([cipher.update(`${access} ${refresh}`, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Open the successor of a refresh token; null where it was sealed under another one. */
export function openSuccessor(former: string, sealed: string): Successor | null {
  const piece = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(former), piece.subarray(0, 12));
    decipher.setAuthTag(piece.subarray(12, 28));
    const text = Buffer.concat([decipher.update(piece.subarray(28)), decipher.final()]).toString('utf8');
    const [access, refresh] = text.split(' ');
    return { access, refresh };
  } catch {
    return null;
  }
}
