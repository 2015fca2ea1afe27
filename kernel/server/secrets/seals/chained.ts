import { createHash, createHmac } from 'node:crypto';
import { columnOf, storedFields } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';

/** A log whose entries are chained: its table, and the columns that a seal covers. */
export interface ChainedLog {
  readonly name: 'audit' | 'action';
  readonly table: string;
  readonly columns: readonly string[];
}

/** `seal` covers entries; `cleared` states that the entries of all seals up to one were removed as too old. */
export interface Seal {
  readonly no: number;
  readonly kind: 'seal' | 'cleared';
  readonly form: string;
  readonly ids: readonly string[];
  /** Hash of the chain after each entry, 32 bytes each. */ readonly sums: Buffer;
  readonly upto: number | null;
  readonly newest: string;
  readonly hash: Buffer;
  readonly sign: string;
}

const AUDIT: readonly string[] = [
  'id',
  'seq',
  'paper',
  'row_id',
  'action',
  'at',
  'person_id',
  'person_name',
  'remark',
  'changes',
  'channel',
  'ip',
  'trace_id',
  'person_account',
];

/** Return the chained logs: the audit, and the action log where a room declares one. */
export function chainedLogs({ ownPapers }: Pick<App, 'ownPapers'>): ChainedLog[] {
  const log = ownPapers.actionLog;
  const audit: ChainedLog = { name: 'audit', table: 'anju_audit', columns: AUDIT };
  return log
    ? [
        audit,
        {
          name: 'action',
          table: log.table,
          columns: [
            'id',
            'is_deleted',
            'create_user',
            'create_time',
            ...storedFields(log).map(([name]) => columnOf(name)),
          ],
        },
      ]
    : [audit];
}

/**
 * Return SQL of the hash of an entry. It is the same in every session: moments count as seconds, everything else as
 * JSON in its canonical order.
 */
export const contentSql = (columns: readonly string[], times: ReadonlySet<string>): string =>
  `sha256(convert_to(jsonb_build_array(${columns.map((name) => (times.has(name) ? `extract(epoch from t."${name}")::text` : `t."${name}"`)).join(', ')})::text, 'UTF8'))`;

/** Return the columns of moments. PostgreSQL prints them in the zone of the session, so they are covered as seconds. */
export const timesOf = (columns: readonly string[]): ReadonlySet<string> =>
  new Set(columns.filter((name) => name === 'at' || name.endsWith('_time')));

/** Return the hash of a chain after one more entry. */
export const linked = (before: Buffer, content: Buffer): Buffer =>
  createHash('sha256').update(before).update(content).digest();

export const BEGINNING = Buffer.alloc(32);

/** Sign a seal by the key of this installation: write access to the tables is not enough to forge one. */
export function signature(key: Buffer, tenantId: string, log: string, seal: Omit<Seal, 'sign'>): string {
  const content = [
    tenantId,
    log,
    seal.no,
    seal.kind,
    seal.form,
    seal.ids.join(','),
    seal.sums.toString('base64'),
    seal.upto ?? '',
    seal.newest,
    seal.hash.toString('base64'),
  ];
  return createHmac('sha256', key).update(JSON.stringify(content)).digest('base64url');
}

export const sealColumns = 'no, kind, form, ids::text[] as ids, sums, upto, newest::text as newest, hash, sign';
