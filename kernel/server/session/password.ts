import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's advice for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;

const run = (secret: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  derive('argon2id', { message: Buffer.from(secret), nonce, parallelism: 1, tagLength: 32, memory, passes });

/**
 * Return a PHC string, so that the hash function may change later. The input is the md5 of the password in hex, since
 * some clients send only that (`asMd5`).
 */
export async function hashPassword(md5Hex: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await run(md5Hex.toLowerCase(), nonce, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${nonce.toString('base64').replaceAll('=', '')}$${tag.toString('base64').replaceAll('=', '')}`;
}

export async function isPassword(md5Hex: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return false;
  const tag = Buffer.from(parts[4], 'base64');
  const computed = await run(md5Hex.toLowerCase(), Buffer.from(parts[3], 'base64'), Number(parts[1]), Number(parts[2]));
  return computed.length === tag.length && timingSafeEqual(computed, tag);
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Return the md5 of a password in hex. Some clients send it in this form, others send the plain password. */
export const asMd5 = (password: string): string =>
  /^[0-9a-f]{32}$/i.test(password) ? password.toLowerCase() : md5(password);

/** Hash for passwords of unknown accounts: its check takes as long as a real one, so the time does not reveal them. */
let decoy: Promise<string> | undefined;
export const wasteTime = async (password: string): Promise<void> => {
  await isPassword(password, await (decoy ??= hashPassword('0')));
};

/** Return a password to show once: letters and digits that cannot be confused. */
export function generatedPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return [...randomBytes(12)].map((byte) => signs[byte % signs.length]).join('');
}
