import { sm2 } from 'sm-crypto-v2';
import { type App, implementRoute, type Route } from '#kernel/server';
import { readPublicKey } from './public-key.calls.ts';

/** C1C2C3, as published clients send it. */
const MODE = 0;
const LONGEST = 512;

type Keeping = Pick<App, 'keys' | 'settings'>;

interface Pair {
  readonly private: string;
  readonly public: string;
}

const pairs = new WeakMap<Keeping, Pair>();

/** The key pair that clients encrypt passwords with: as set, else made once and kept beside the data. */
function pairOf(app: Keeping): Pair {
  let pair = pairs.get(app);
  if (!pair) pairs.set(app, (pair = readPair(app)));
  return pair;
}

function readPair({ keys, settings }: Keeping): Pair {
  const own = settings.sm2Key ?? keys.hex('sm2', () => sm2.generateKeyPairHex().privateKey);
  return { private: own, public: sm2.getPublicKeyFromPrivateKey(own) };
}

/** What a client is configured with, as hex beginning with 04. */
export const publicKeyOf = (app: Keeping): string => pairOf(app).public;

/** Is it long enough to be a password encrypted with SM2? A hash has 32 digits, and nobody types so many. */
const isCipher = (given: string): boolean =>
  given.length >= 194 && given.length <= LONGEST && /^[0-9a-f]+$/i.test(given);

function opened(cipher: string, key: string): string {
  try {
    return String(sm2.doDecrypt(cipher, key, MODE, { output: 'string' }));
  } catch {
    return '';
  }
}

/**
 * A password as it came, taken out of its SM2 envelope where it has one. Some clients put 04 before the point and some do not, and a
 * point may begin with 04 by itself (one in 256): it is tried as sent, then without.
 * Null where no key of ours opens it.
 */
export function unsealedPassword(app: Keeping, given: string): string | null {
  if (!isCipher(given)) return given;
  const { private: key } = pairOf(app);
  return opened(given, key) || (given.startsWith('04') ? opened(given.slice(2), key) : '') || null;
}

/** For whoever configures a client of the open dialect. */
export const publicKeyRoute = (app: App): Route =>
  implementRoute(readPublicKey, async () => ({
    algorithm: 'SM2' as const,
    mode: 'C1C2C3' as const,
    publicKey: publicKeyOf(app),
  }));
