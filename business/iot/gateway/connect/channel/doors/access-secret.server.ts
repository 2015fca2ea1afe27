import { createHash, timingSafeEqual } from 'node:crypto';

/** Access secrets are long, so one hash is enough to make them unreadable. */
export const accessHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const NO_HASH = '0'.repeat(64);

/** Is this the secret of the hash? The time depends neither on the secret nor on whether there is one. */
export function isAccessSecret(hash: string | null | undefined, secret: string): boolean {
  const isSame = timingSafeEqual(Buffer.from(accessHash(secret)), Buffer.from(hash?.length === 64 ? hash : NO_HASH));
  return isSame && hash?.length === 64;
}
