import { must } from '#kernel/language/must.ts';
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { KeySource } from '../settings/key-source.ts';
import { codeOf, StartupError } from '../settings/startup-error.ts';

/** Names of the keys: for links of files, for the stored passwords of other systems, for audit seals. */
const NAMES = ['link', 'vault', 'seal'] as const;
type KeyName = (typeof NAMES)[number];

/** The keys of a product: all processes over one database have the same, and they are never sent anywhere. */
export class ProductKeys {
  readonly #source: KeySource;

  constructor(source: KeySource) {
    this.#source = source;
  }

  /** Return a key of 32 bytes; in a folder it is made when it is first needed. */
  bytes(name: KeyName): Buffer {
    return this.#source.secret
      ? this.#derived(name)
      : Buffer.from(
          this.#file(name, () => randomBytes(32).toString('base64')),
          'base64',
        );
  }

  /**
   * Return the key of a company for a purpose, 32 bytes. It is derived, so all processes have the same one, and a backup
   * needs no further file.
   */
  ofCompany(purpose: string, tenantId: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.bytes('vault'), 'anju company', `${purpose} ${tenantId}`, 32));
  }

  /** Return a key of 64 hex digits. If the folder has none, `make` makes it, and it is stored. */
  hex(name: 'sm2', make: () => string): string {
    return this.#source.secret ? this.#derived(name).toString('hex') : this.#file(name, make).trim();
  }

  /** Return a fingerprint that identifies these keys and opens nothing; null while a key is missing. */
  get fingerprint(): string | null {
    if (this.#source.folder && !NAMES.every((name) => existsSync(this.#path(name)))) return null;
    const sum = createHash('sha256');
    for (const name of NAMES) sum.update(createHmac('sha256', this.bytes(name)).update('anju fingerprint').digest());
    return sum.digest('base64url');
  }

  /** Make the missing keys. */
  make(): void {
    for (const name of NAMES) this.bytes(name);
  }

  /** Return all keys as the files of a folder, for a backup. */
  get files(): Readonly<Record<string, Buffer>> {
    const { folder } = this.#source;
    if (!folder)
      return {
        ...Object.fromEntries(NAMES.map((name) => [`${name}.key`, Buffer.from(this.bytes(name).toString('base64'))])),
        'sm2.key': Buffer.from(this.#derived('sm2').toString('hex')),
      };
    if (!existsSync(folder)) return {};
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      found.map(({ parentPath, name }) => [
        relative(folder, join(parentPath, name)),
        readFileSync(join(parentPath, name)),
      ]),
    );
  }

  #derived(name: string): Buffer {
    return Buffer.from(hkdfSync('sha256', must(this.#source.secret, 'secret'), 'anju', name, 32));
  }

  #path(name: string): string {
    return join(must(this.#source.folder, 'folder'), `${name}.key`);
  }

  #file(name: string, make: () => string): string {
    const path = this.#path(name);
    if (!existsSync(path)) {
      mkdirSync(must(this.#source.folder, 'folder'), { recursive: true, mode: 0o700 });
      try {
        writeFileSync(path, make(), { mode: 0o600, flag: 'wx' });
      } catch (error) {
        // Another process has made the key at the same time.
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    }
    return readFileSync(path, 'utf8');
  }
}

export const otherKeys = (): StartupError =>
  new StartupError(
    '这里的密钥不是这个数据库的：请用 ANJU_KEYS 指定它的密钥目录或密钥，未作任何改动。',
    'The keys here are not those of this database: name its key folder or secret in ANJU_KEYS; nothing was changed.',
  );
