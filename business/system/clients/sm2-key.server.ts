import { sm2 } from 'sm-crypto-v2';
import { type App, implementRoute, type Route } from '#kernel/server';
import { readPublicKey } from './public-key.calls.ts';

/** Order of the parts of an SM2 ciphertext: C1C2C3, as published clients send it. */
const MODE = 0;
const LONGEST = 512;

type Keeping = Pick<App, 'keys' | 'settings'>;

interface Pair {
  readonly private: string;
  readonly public: string;
}

const pairs = new WeakMap<Keeping, Pair>();

/** Return the key pair for encrypted passwords: as configured, else created once and stored beside the data. */
function pairOf(app: Keeping): Pair {
  let pair = pairs.get(app);
  if (!pair) pairs.set(app, (pair = readPair(app)));
  return pair;
}

function readPair({ keys, settings }: Keeping): Pair {
  const own = settings.sm2Key ?? keys.hex('sm2', () => sm2.generateKeyPairHex().privateKey);
  return { private: own, public: sm2.getPublicKeyFromPrivateKey(own) };
}

/** Return the public key in the form that clients are configured with: hex that begins with 04. */
export const publicKeyOf = (app: Keeping): string => pairOf(app).public;

/** Is it long enough for a password encrypted with SM2? An md5 has 32 digits, and typed passwords are shorter. */
const isCipher = (text: string): boolean => text.length >= 194 && text.length <= LONGEST && /^[0-9a-f]+$/i.test(text);

function opened(cipher: string, key: string): string {
  try {
    return String(sm2.doDecrypt(cipher, key, MODE, { output: 'string' }));
  } catch {
    return '';
  }
}

/**
 * Return a password without its SM2 envelope, if any; null if our key does not open it. Some clients send the curve
 * point with the prefix 04, and one point in 256 begins with 04 itself: decrypt as sent first, then without the 04.
 */
export function unsealedPassword(app: Keeping, sent: string): string | null {
  if (!isCipher(sent)) return sent;
  const { private: key } = pairOf(app);
  return opened(sent, key) || (sent.startsWith('04') ? opened(sent.slice(2), key) : '') || null;
}

/** Return the route that shows the public key to people who configure a published client. */
export const publicKeyRoute = (app: App): Route =>
  implementRoute(readPublicKey, async () => ({
    algorithm: 'SM2' as const,
    mode: 'C1C2C3' as const,
    publicKey: publicKeyOf(app),
  }));
