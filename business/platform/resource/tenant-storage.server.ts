import { must } from '#kernel/language/must.ts';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, type Content, type Database, type Storage, type Vault, isHashedFile } from '#kernel/server';
import { isAllowed } from '../develop/address.rules.ts';
import { LOCAL, oss } from './oss.paper.ts';
import { type S3Place, S3Store } from './s3-store.server.ts';

const KEPT_MS = 5000;

/** The stored row of a storage. */
export interface OssRow {
  readonly id: string;
  readonly category: number;
  readonly endpoint: string | null;
  readonly bucketName: string | null;
  readonly region: string | null;
  readonly accessKey: string | null;
  readonly secretKey: string | null;
  readonly isEnabled: boolean | null;
}

/** Return the bucket of a row; null if it is the disk, incomplete, or on a host that is not allowed. */
export function s3PlaceOf(row: OssRow, opened: string | null, allowed: readonly string[]): S3Place | null {
  if (
    row.category === LOCAL ||
    !row.endpoint ||
    !row.bucketName ||
    !row.accessKey ||
    !opened ||
    !URL.canParse(row.endpoint)
  )
    return null;
  const { hostname, port, protocol } = new URL(row.endpoint);
  if (!isAllowed(allowed, hostname, Number(port || (protocol === 'https:' ? 443 : 80)))) return null;
  return {
    endpoint: row.endpoint,
    bucket: row.bucketName,
    region: row.region || 'us-east-1',
    accessKey: row.accessKey,
    secretKey: opened,
  };
}

interface Stores {
  readonly active: S3Store | null;
  readonly others: readonly S3Store[];
}
interface Kept {
  readonly until: number;
  readonly stores: Promise<Stores>;
}

async function whole(content: Buffer | AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (Buffer.isBuffer(content)) return new Uint8Array(content);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Storage of files by company, which is the first part of a key. New files go to the company's enabled storage. Reads
 * look on the disk first, then in its buckets.
 */
export class TenantStorage implements Storage {
  readonly #local: Storage;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #allowed: readonly string[];
  readonly #kept = new Map<string, Kept>();
  constructor(local: Storage, parts: { db: Database; vault: Vault; clock: Clock; allowed: readonly string[] }) {
    this.#local = local;
    this.#db = parts.db;
    this.#vault = parts.vault;
    this.#clock = parts.clock;
    this.#allowed = parts.allowed;
  }

  /** Drop the cached storages of a company after a change. */
  forget(tenantId: string): void {
    this.#kept.delete(tenantId);
  }

  async #read(tenantId: string): Promise<Stores> {
    const rows = await this.#db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
      sql.query<OssRow>(
        `select id::text as id, category, endpoint, bucket_name as "bucketName", region, access_key as "accessKey", secret_key as "secretKey", is_enabled as "isEnabled"
      from ${oss.table} where tenant_id = $1 and is_deleted = 0 order by is_enabled desc nulls last, id`,
        [tenantId],
      ),
    );
    const placed = rows.map((row) => ({
      row,
      place: s3PlaceOf(
        row,
        row.secretKey && this.#vault.open(row.secretKey, { tenantId, paper: oss, field: 'secretKey' }),
        this.#allowed,
      ),
    }));
    const active = placed.find((one) => one.row.isEnabled && one.place);
    return {
      active: active?.place ? new S3Store(active.place) : null,
      others: placed.filter((one) => one !== active && one.place).map((one) => new S3Store(must(one.place, 'place'))),
    };
  }

  #stores(key: string): Promise<Stores> {
    const tenantId = key.split('/')[0];
    // Keys that do not begin with a company id, such as those of jobs, are on the disk.
    if (!/^\d{6}$/.test(tenantId)) return Promise.resolve({ active: null, others: [] });
    const known = this.#kept.get(tenantId);
    const now = this.#clock.ms();
    if (known && known.until > now && known.until <= now + KEPT_MS) return known.stores;
    const stores = this.#read(tenantId);
    this.#kept.set(tenantId, { until: now + KEPT_MS, stores });
    stores.catch(() => this.#kept.delete(tenantId));
    return stores;
  }

  async put(key: string, content: Content): Promise<number> {
    const { active } = await this.#stores(key);
    if (!active) return this.#local.put(key, content);
    if (isHashedFile(content)) {
      await active.putFile(key, content);
      return content.size;
    }
    const bytes = await whole(content);
    await active.put(key, bytes);
    return bytes.length;
  }

  /** Return the bucket that holds a file, with its size; null if none does. */
  async #holder(key: string): Promise<{ store: S3Store; size: number } | null> {
    const { active, others } = await this.#stores(key);
    for (const store of [...(active ? [active] : []), ...others]) {
      const size = await store.size(key).catch(() => null);
      if (size !== null) return { store, size };
    }
    return null;
  }

  async size(key: string): Promise<number | null> {
    return (await this.#local.size(key)) ?? (await this.#holder(key))?.size ?? null;
  }

  get(key: string, range?: { readonly from: number; readonly to: number }): Readable {
    const out = new PassThrough();
    const open = async (): Promise<Readable> => {
      if ((await this.#local.size(key)) !== null) return this.#local.get(key, range);
      const holder = await this.#holder(key);
      if (!holder) throw new Error('there is no such file');
      return holder.store.get(key, range);
    };
    open()
      .then((source) => pipeline(source, out))
      .catch((error: unknown) => out.destroy(error as Error));
    // The reader gets every failure. Without this listener, a failure before the reader listens would end the process.
    out.on('error', () => undefined);
    return out;
  }

  async remove(key: string): Promise<void> {
    await this.#local.remove(key);
    await (await this.#holder(key))?.store.remove(key);
  }
}
