import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, columnOf, storedFields, fieldOf } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { memoizePerPaper } from '#kernel/language/memoize-per-paper.ts';
import { Parameters } from '../../database/statement.ts';
import type { LockMode } from '../../database/row-locks.ts';
import { scopeSql } from '../../list/scope.ts';
import { ALL_ROWS, ROW_OF, type Stored, type Values, areSameStored } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

export const baseNames = [
  'id',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'status',
  'version',
  'isDeleted',
];

export const storedSelect = memoizePerPaper((paper): string =>
  [...baseNames, ...(paper.owner === 'platform' ? [] : ['tenantId']), ...storedFields(paper).map(([name]) => name)]
    .filter((name, at, all) => all.indexOf(name) === at)
    .map((name) => `t.${columnOf(name)} as "${name}"`)
    .join(', '),
);

/** What reads each field that the driver does not hand over as it is stored. */
const readers = memoizePerPaper((paper) =>
  storedFields(paper).map(([name, field]) => ({
    name,
    field,
    read: columnFor(field).read,
  })),
);

/** From the driver's values to stored ones: what the kinds accept. */
export function readRaw(paper: AnyPaper, raw: Readonly<Values>): Stored {
  const out: Values = {
    ...raw,
    createTime: String(raw.createTime).slice(0, 19),
    updateTime: String(raw.updateTime).slice(0, 19),
    [ROW_OF]: paper,
  };
  for (const { name, field, read } of readers(paper)) {
    const value = raw[name];
    if (value === null || value === undefined) out[name] = null;
    else if (read) out[name] = read(value, field);
  }
  return out as Stored;
}

/** A change lets others go on pointing at the row; a removal waits for them, and they for it. */
export const LOCKS = { change: ' for no key update of t', remove: ' for update of t' } as const;

export interface RowReading {
  readonly lock?: LockMode;
  readonly where?: readonly Term[];
  readonly deleted?: boolean;
}

/** A living row is asked for, whoever may see it. */
export const isPlainRead = ({ where = ALL_ROWS, deleted }: RowReading): boolean =>
  !deleted && where.some((term) => term.kind === 'all');

/** The statement that reads a living row by its id, whoever asks; the same text each time, which need not be put together again. */
const plainText = memoizePerPaper(
  (paper): string =>
    `select ${storedSelect(paper)} from ${paper.table} t where t.id = $1 and t.is_deleted = 0${paper.owner === 'platform' ? '' : ' and t.tenant_id = $2'}`,
);
const lockText = memoizePerPaper((paper): string => `${plainText(paper)}${LOCKS.change}`);

export function statementOf(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  how: RowReading,
  lock: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  if (isPlainRead(how))
    return {
      text: lock === LOCKS.change ? lockText(paper) : `${plainText(paper)}${lock}`,
      values: paper.owner === 'platform' ? [id] : [id, tx.tenantId],
    };
  const values = new Parameters();
  values.removed = how.deleted === true;
  values.now = tx.now();
  const conditions = [`t.id = ${values.add(id)}`, `t.is_deleted = ${how.deleted ? 1 : 0}`];
  if (paper.owner !== 'platform') conditions.push(`t.tenant_id = ${values.add(tx.tenantId)}`);
  conditions.push(scopeSql(paper, how.where ?? ALL_ROWS, values, (name) => tx.paper(name)));
  return {
    text: `select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')}${lock}`,
    values: values.values,
  };
}

export const nulls = (paper: AnyPaper): Values => ({
  ...Object.fromEntries(storedFields(paper).map(([name]) => [name, null])),
  [ROW_OF]: paper,
});

export const bound = (paper: AnyPaper, name: string, value: unknown): unknown => {
  const field = fieldOf(paper, name);
  if (value === null || value === undefined || !field) return value ?? null;
  const column = columnFor(field);
  return column.bind ? column.bind(value) : value;
};

/** Only the values that differ from what is stored. */
export const changedOnly = (before: Readonly<Values>, values: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !areSameStored(value, before[name])));
