import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's advice for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;

const run = (secret: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  derive('argon2id', { message: Buffer.from(secret), nonce, parallelism: 1, tagLength: 32, memory, passes });

/** A PHC string, so that the way of hashing may change later. The secret is the md5 hex of the password: the only form both login dialects can give. */
export async function hashPassword(md5Hex: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await run(md5Hex.toLowerCase(), nonce, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${nonce.toString('base64').replaceAll('=', '')}$${tag.toString('base64').replaceAll('=', '')}`;
}

export async function isPassword(md5Hex: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return false;
  const tag = Buffer.from(parts[4], 'base64');
  const given = await run(md5Hex.toLowerCase(), Buffer.from(parts[3], 'base64'), Number(parts[1]), Number(parts[2]));
  return given.length === tag.length && timingSafeEqual(given, tag);
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A password as it came: md5 hex of the specification's clients, or the plain one. */
export const asMd5 = (given: string): string => (/^[0-9a-f]{32}$/i.test(given) ? given.toLowerCase() : md5(given));

/** Costs as much as a real check, so that an unknown account is not told by its speed. */
let decoy: Promise<string> | undefined;
export const wasteTime = async (given: string): Promise<void> => {
  await isPassword(given, await (decoy ??= hashPassword('0')));
};

/** A password to be shown once: letters and digits that cannot be confused. */
export function generatedPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return [...randomBytes(12)].map((byte) => signs[byte % signs.length]).join('');
}
