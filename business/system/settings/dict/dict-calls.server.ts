import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { Asking, Call } from '#kernel/server/behaviour.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { nested } from '#kernel/server/http/tree-routes.ts';
import { refuse } from '../../refusals.ts';

interface Item extends Record<string, unknown> { id: string; parentId: string; dictKey: string | number }

/** System keys are numbers on the wire when they are whole numbers: old clients compare them so. Business keys stay text. */
const wired = (paper: AnyPaper) => (row: Item): Item =>
  ({ ...row, dictKey: paper.owner === 'platform' && /^-?\d{1,9}$/.test(String(row.dictKey)) ? Number(row.dictKey) : row.dictKey });

async function rowsOf(paper: AnyPaper, reading: Reading, condition: string, values: unknown[], limit = 2000): Promise<Item[]> {
  const tenant = paper.owner === 'platform' ? '' : `and t.tenant_id = $${values.push(reading.tenantId)}`;
  const rows = await reading.sql.query<Item>(`select t.id, coalesce(t.parent_id, 0)::text as "parentId", t.code, t.dict_key as "dictKey", t.dict_value as "dictValue", coalesce(t.dict_value_en, '') as "dictValueEn", coalesce(t.tone, '') as tone,
    t.sort, t.is_sealed as "isSealed", coalesce(t.remark, '') as remark, t.is_deleted as "isDeleted", t.version from ${paper.table} t where t.is_deleted = 0 and ${condition} ${tenant} order by t.sort, t.id limit ${limit}`, values);
  return rows.map(wired(paper));
}

const page = (query: Readonly<Record<string, string>>): { current: number; size: number } => ({ current: Math.max(1, Number.parseInt(query.current ?? '', 10) || 1), size: Math.min(1000, Math.max(1, Number.parseInt(query.size ?? '', 10) || 10)) });

async function groups(paper: AnyPaper, asking: Asking, reading: Reading): Promise<unknown> {
  const { current, size } = page(asking.query);
  const values: unknown[] = [asking.query.code ? `%${asking.query.code}%` : null, asking.query.dictValue ? `%${asking.query.dictValue}%` : null];
  const rows = await rowsOf(paper, reading, "t.parent_id is null and ($1::text is null or t.code like $1) and ($2::text is null or t.dict_value like $2)", values);
  return { records: rows.slice((current - 1) * size, current * size), total: rows.length, size, current, pages: Math.ceil(rows.length / size) };
}

/** Calls that both dictionaries have beyond the standard ones. */
export const dictCalls = (paper: AnyPaper): Call[] => [
  { method: 'GET', path: 'dictionary', needs: 'person', summary: ['字典项', 'Items of a code'], query: ['code'], read: (asking, reading) => rowsOf(paper, reading, "t.code = $1 and t.dict_key <> '-1' and t.is_sealed >= 0", [asking.query.code ?? '']) },
  { method: 'GET', path: 'dictionary-tree', needs: 'person', summary: ['字典树', 'Items of a code as a tree'], query: ['code'], read: async (asking, reading) => nested((await rowsOf(paper, reading, "t.code = $1 and t.dict_key <> '-1'", [asking.query.code ?? ''])).map((row) => ({ ...row, title: row.dictValue, key: row.id, value: row.dictKey })), 'parentId') },
  { method: 'GET', path: 'parent-list', needs: 'view', summary: ['字典组', 'Groups'], query: ['code', 'dictValue'], read: (asking, reading) => groups(paper, asking, reading) },
  { method: 'GET', path: 'child-list', needs: 'view', summary: ['组内字典项', 'Items of a group'], query: ['parentId', 'dictValue'], read: async (asking, reading) => {
    const values: unknown[] = [isId(asking.query.parentId ?? '') ? asking.query.parentId : null, asking.query.dictValue ? `%${asking.query.dictValue}%` : null];
    return nested(await rowsOf(paper, reading, '($1::bigint is not null and t.parent_id = $1) and ($2::text is null or t.dict_value like $2)', values), 'parentId');
  } },
  { method: 'GET', path: 'list', needs: 'view', summary: ['字典树', 'Tree of the dictionary'], query: ['code', 'dictValue', 'parentId'], read: async (asking, reading) => {
    const values: unknown[] = [asking.query.code ? `%${asking.query.code}%` : null, asking.query.dictValue ? `%${asking.query.dictValue}%` : null];
    return nested(await rowsOf(paper, reading, '($1::text is null or t.code like $1) and ($2::text is null or t.dict_value like $2)', values, 5000), 'parentId');
  } },
  { method: 'GET', path: 'selectDictByVal', needs: 'person', summary: ['按名称取字典项', 'Item by its name'], query: ['code', 'dictValue'], read: async (asking, reading) => (await rowsOf(paper, reading, 't.code = $1 and t.dict_value = $2', [asking.query.code ?? '', asking.query.dictValue ?? '']))[0] ?? {} },
];

interface ItemWrite { before: { isSealed: number; dictKey: string | null; code: string; parentId: string | null } | null; values: { code?: string; dictKey?: string | null; parentId?: string | null } }

/** Keys of a sealed dictionary are part of the program: they may not be added, renamed or removed; labels may. */
export async function assertKeysKept(context: Context, paper: AnyPaper, { before, values }: ItemWrite): Promise<{ dictKey?: string }> {
  if (before?.isSealed && (['dictKey', 'code'] as const).some((name) => values[name] !== undefined && values[name] !== before[name])) throw refuse.sealed();
  if (!before && values.parentId) {
    const [parent] = await context.sql.query<{ sealed: number }>(`select is_sealed as sealed from ${paper.table} where id = $1 and is_deleted = 0`, [values.parentId]);
    if (parent?.sealed === 1) throw refuse.sealed();
  }
  if (before && (['dictKey', 'code'] as const).some((name) => values[name] !== undefined && values[name] !== before[name])) await assertUnused(context, before);
  return !before && !values.dictKey ? { dictKey: '-1' } : {};
}

/** A key that rows carry may neither go nor be called otherwise: they would name nothing. Sealed dictionaries are kept anyway. */
export async function assertUnused(context: Context, item: { readonly code: string; readonly dictKey: string | null }): Promise<void> {
  if (!item.dictKey || item.dictKey === '-1') return;
  for (const of of context.rooms.flatMap((room) => room.papers)) {
    for (const [name, field] of storedFields(of).filter(([, one]) => one.dictionary?.code === item.code)) {
      const column = `t.${columnOf(name)}`;
      const [{ n }] = await context.sql.query<{ n: number }>(`select count(*)::int as n from (select 1 from ${of.table} t where ${field.many ? `$1 = any(${column})` : `${column}::text = $1`} and t.is_deleted = 0${of.owner === 'platform' ? '' : ' and t.tenant_id = $2'} limit 1000) c`, of.owner === 'platform' ? [item.dictKey] : [item.dictKey, context.tenantId]);
      if (n) throw refuse.keyInUse({ count: n, title: of.title });
    }
  }
}

export const assertNotSealed = (row: { isSealed: number }): void => { if (row.isSealed === 1) throw refuse.sealed(); };
