import { createHash, createHmac } from 'node:crypto';
import { columnOf, storedFields } from '#kernel/language/paper.ts';
import type { App } from '../../app.ts';

/** A log whose entries are chained: its table, and the columns that a seal covers. */
export interface ChainedLog {
  readonly name: 'audit' | 'action';
  readonly table: string;
  readonly columns: readonly string[];
}

/** `seal` covers entries; `cleared` says that the entries of all seals up to one were removed as too old. */
export interface Seal {
  readonly no: number;
  readonly kind: 'seal' | 'cleared';
  readonly form: string;
  readonly ids: readonly string[];
  /** 32 bytes for each entry: the chain after it. */ readonly sums: Buffer;
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

/** The logs of this house. */
export function chainedLogs({ ownPapers: kept }: Pick<App, 'ownPapers'>): ChainedLog[] {
  const log = kept.actionLog;
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

/** The same bytes for the same content, wherever and whenever they are asked for: moments as seconds, all else as JSON in its one order. */
export const contentSql = (columns: readonly string[], times: ReadonlySet<string>): string =>
  `sha256(convert_to(jsonb_build_array(${columns.map((name) => (times.has(name) ? `extract(epoch from t."${name}")::text` : `t."${name}"`)).join(', ')})::text, 'UTF8'))`;

/** Moments of a day carry the zone of whoever reads them, so they are covered as seconds. */
export const timesOf = (columns: readonly string[]): ReadonlySet<string> =>
  new Set(columns.filter((name) => name === 'at' || name.endsWith('_time')));

/** The link after one more entry. */
export const linked = (before: Buffer, content: Buffer): Buffer =>
  createHash('sha256').update(before).update(content).digest();

export const BEGINNING = Buffer.alloc(32);

/** What only this house can sign: whoever writes into its tables cannot forge a seal. */
export function signature(key: Buffer, tenantId: string, log: string, seal: Omit<Seal, 'sign'>): string {
  const said = [
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
  return createHmac('sha256', key).update(JSON.stringify(said)).digest('base64url');
}

export const sealColumns = 'no, kind, form, ids::text[] as ids, sums, upto, newest::text as newest, hash, sign';
