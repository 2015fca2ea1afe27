import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app.ts';

/** The end of a chain: the number of its last seal, and the hash of the chain after it. */
export interface Head {
  readonly no: number;
  readonly hash: string;
}

/** The ends of all chains, by company and log (`000000 audit`). */
export type Heads = Readonly<Record<string, Head>>;

export const headKey = (tenantId: string, log: string): string => `${tenantId} ${log}`;

const fileOf = ({ dataDir }: Pick<App, 'dataDir'>): string => join(dataDir, 'audit-heads.json');

/**
 * Return the ends of the chains, as stored beside the database: write access to its tables does not reach this file.
 */
export const readHeads = (app: Pick<App, 'dataDir'>): Heads =>
  existsSync(fileOf(app)) ? (JSON.parse(readFileSync(fileOf(app), 'utf8')) as Heads) : {};

/** Write a file under another name, sync it and rename it, so that no half-written file is ever read. */
function writeWhole(file: string, text: string): void {
  const open = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(open, text);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  renameSync(`${file}.new`, file);
}

/**
 * Store the ends of chains that are newer than the stored ones; an end never moves back. Processes write one after the
 * other, so none overwrites the ends of another.
 */
export async function bringOn(app: App, found: ReadonlyMap<string, Head>): Promise<void> {
  if (!found.size) return;
  await app.db.write({ tenantId: '000000', zone: 'Asia/Shanghai' }, async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtextextended('audit heads', 0))");
    const heads: Record<string, Head> = { ...readHeads(app) };
    const newer = [...found].filter(([key, head]) => head.no > (heads[key]?.no ?? 0));
    if (!newer.length) return;
    for (const [key, head] of newer) heads[key] = head;
    writeWhole(fileOf(app), JSON.stringify(heads, null, 1));
  });
}
