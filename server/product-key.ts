import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Made at the first start, kept beside the data, never sent anywhere. */
export function keyIn(dataDir: string, name: 'link' | 'vault' | 'seal'): Buffer {
  const keys = join(dataDir, 'keys');
  const file = join(keys, `${name}.key`);
  if (!existsSync(file)) {
    mkdirSync(keys, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
