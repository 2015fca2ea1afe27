import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';

/** Cost of scrypt (64 MB of memory), so that guessing the passphrase of a stolen backup is slow. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 };

/** Encrypt the keys of a product as one block. */
export function sealKeys(keys: ProductKeys, passphrase: string): Buffer {
  const files = Object.entries(keys.files).map(([name, content]) => [name, content.toString('base64')] as const);
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, COST), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(files))), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

export function openKeys(piece: Buffer, passphrase: string, keysDir: string): void {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    scryptSync(passphrase, piece.subarray(0, 16), 32, COST),
    piece.subarray(16, 28),
  );
  decipher.setAuthTag(piece.subarray(28, 44));
  for (const [path, content] of Object.entries(decrypted(decipher, piece.subarray(44)))) {
    mkdirSync(dirname(join(keysDir, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(keysDir, path), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}

function decrypted(decipher: ReturnType<typeof createDecipheriv>, sealed: Buffer): Record<string, string> {
  try {
    return JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString()) as Record<string, string>;
  } catch {
    throw new StartupError(
      'ANJU_BACKUP_PASSPHRASE 不对，无法解开备份中的密钥。',
      'ANJU_BACKUP_PASSPHRASE is wrong: the keys of the backup cannot be opened.',
    );
  }
}
