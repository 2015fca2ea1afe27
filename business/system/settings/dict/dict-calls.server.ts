import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import {
  type Context,
  type OwnCall,
  type Reading,
  implement,
  nested,
  row as refuseRow,
  carrying,
  type Fragment,
  listedRows,
  raw,
  shared,
  sql,
} from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { type DictEntry, dictCallsOf } from './dict.calls.ts';
import { type StoredItem, assertKeyFree } from './key-calls.server.ts';

/**
 * Return a key that is a whole number as a number, since older clients compare system keys as numbers; other keys stay
 * text.
 */
export const wireKey = (key: string | number): string | number => (/^-?\d{1,9}$/.test(String(key)) ? Number(key) : key);

interface Stored extends Omit<DictEntry, 'pic' | '_can'> {
  readonly picId: string | null;
}

/** Return a stored item in its form for clients: its picture as a link for the reader, and a system key as a number. */
const wire =
  (paper: AnyPaper, reading: Reading) =>
  ({ picId, ...row }: Stored): DictEntry => ({
    ...row,
    pic: picId ? reading.link(paper, picId) : '',
    dictKey: paper.owner === 'platform' ? wireKey(row.dictKey) : row.dictKey,
  });

async function rowsOf(paper: AnyPaper, reading: Reading, condition: Fragment, limit = 2000): Promise<DictEntry[]> {
  const isOwn = paper.owner !== 'platform';
  const ofTenant = isOwn ? sql`and t.tenant_id = ${reading.tenantId}` : raw('');
  const tenant = raw(isOwn ? ' t.tenant_id as "tenantId",' : '');
  const rows = await listedRows<Stored>(
    reading.sql,
    sql`select t.id,${tenant} coalesce(t.parent_id, 0)::text as "parentId", t.code, t.dict_key as "dictKey", t.dict_value as "dictValue", coalesce(t.dict_value_en, '') as "dictValueEn", coalesce(t.tone, '') as tone,
    t.sort, t.is_sealed as "isSealed", coalesce(t.remark, '') as remark, t.is_deleted as "isDeleted", t.version, t.pic::text as "picId" from ${raw(paper.table)} t where t.is_deleted = 0 and ${condition} ${ofTenant}`,
    { order: 't.sort, t.id', limit },
  );
  return rows.map(wire(paper, reading));
}

/** Return a function that adds the caller's actions to an item; a sealed one cannot be deleted. */
function able(paper: AnyPaper, reading: Reading): (row: DictEntry) => DictEntry {
  const [edit, remove] = (['edit', 'delete'] as const).map((action) =>
    decide(reading.person, paper, action).allow ? [action] : [],
  );
  return (row) => ({ ...row, _can: [...edit, ...(row.isSealed === 1 ? [] : remove)] });
}

/** Return the condition that a column contains the text; without a text it holds for all rows. */
function containing(column: string, part: string | null): Fragment {
  const pattern = shared(part && `%${part}%`);
  return sql`(${pattern}::text is null or ${raw(column)} like ${pattern})`;
}

const alike = (code: string | null, value: string | null): Fragment =>
  sql`${containing('t.code', code)} and ${containing('t.dict_value', value)}`;

type Calls = ReturnType<typeof dictCallsOf>;

async function groups(
  paper: AnyPaper,
  { code, dictValue, current, size }: CallInputOf<Calls['groups']>,
  reading: Reading,
): Promise<CallAnswer<Calls['groups']>> {
  const rows = await rowsOf(paper, reading, sql`t.parent_id is null and ${alike(code, dictValue)}`);
  return {
    records: rows.slice((current - 1) * size, current * size),
    total: rows.length,
    size,
    current,
    pages: Math.ceil(rows.length / size),
  };
}

/** Calls that both dictionaries have beyond the standard ones. */
export function dictCalls(paper: AnyPaper): OwnCall[] {
  const calls = dictCallsOf(paper);
  return [
    implement(calls.items, {
      read: ({ code }, reading) =>
        rowsOf(paper, reading, sql`t.code = ${code ?? ''} and t.dict_key <> '-1' and t.is_sealed >= 0`),
    }),
    implement(calls.itemTree, {
      read: async ({ code }, reading) =>
        nested(
          (await rowsOf(paper, reading, sql`t.code = ${code ?? ''} and t.dict_key <> '-1'`)).map((row) => ({
            ...row,
            title: row.dictValue,
            key: row.id,
            value: row.dictKey,
          })),
          'parentId',
        ),
    }),
    implement(calls.groups, { read: (asked, reading) => groups(paper, asked, reading) }),
    implement(calls.itemsOfGroup, {
      read: async ({ parentId, dictValue }, reading) =>
        nested(
          await rowsOf(
            paper,
            reading,
            sql`(${parentId}::bigint is not null and t.parent_id = ${parentId}) and ${containing('t.dict_value', dictValue)}`,
          ),
          'parentId',
        ),
    }),
    implement(calls.wholeTree, {
      read: async ({ code, dictValue }, reading) =>
        nested((await rowsOf(paper, reading, alike(code, dictValue), 5000)).map(able(paper, reading)), 'parentId'),
    }),
    implement(calls.itemNamed, {
      read: async ({ code, dictValue }, reading) =>
        (await rowsOf(paper, reading, sql`t.code = ${code ?? ''} and t.dict_value = ${dictValue ?? ''}`))[0] ?? {},
    }),
  ];
}

interface ItemWrite {
  before: StoredItem | null;
  values: { code?: string; dictKey?: string | null; parentId?: string | null; isSealed?: number };
  byHand: boolean;
}

const keyMissing = { first: ['请输入字典键值', 'Enter the key'] as const };

/**
 * Refuse changes of keys that are sealed or in use, since rows would lose their label; the call that renames a key
 * updates them. Return the values that follow from the parent: a group's key is -1, and an item has its group's code.
 */
export async function assertKeysUnchanged(
  context: Context,
  paper: AnyPaper,
  { before, values, byHand }: ItemWrite,
): Promise<{ dictKey?: string; code?: string; parentId?: string }> {
  if (!byHand) return {};
  if (before) await assertChangeable(context, paper, before, values);
  const found = await groupOf(context, paper, before, values);
  const now = { ...before, ...values, ...found };
  // A new row without parent and key is a group, and gets the key -1. A key sent by older clients is unchanged.
  if (!now.parentId || now.parentId === '0') return now.dictKey || before ? {} : { dictKey: '-1' };
  assertHasKey(now.dictKey);
  const parent = (await context.get(paper, now.parentId)) as unknown as StoredItem;
  if (!before && parent.isSealed === 1) throw refuse.sealed();
  return { code: parent.code, ...found };
}

function assertHasKey(key: string | null | undefined): void {
  if (!key || key === '-1')
    throw refuseRow.invalid(keyMissing, { fields: [{ field: 'dictKey', words: keyMissing.first }] });
}

/** Return the group of this code as the parent, for a new item that was sent with a code instead of a parent. */
async function groupOf(
  context: Context,
  paper: AnyPaper,
  before: StoredItem | null,
  { code, dictKey, parentId }: ItemWrite['values'],
): Promise<{ parentId?: string }> {
  if (before || parentId || !dictKey || dictKey === '-1' || !code) return {};
  const [group] = await context.find(paper, { code, dictKey: '-1' }, { first: 1 });
  return group ? { parentId: (group as { id: string }).id } : {};
}

async function assertChangeable(
  context: Context,
  paper: AnyPaper,
  before: StoredItem,
  values: ItemWrite['values'],
): Promise<void> {
  const changed = (['dictKey', 'code'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );
  if (!changed.length) return;
  if (before.dictKey === '-1' && changed.includes('dictKey')) throw refuse.groupHasNoKey();
  assertKeyFree(context, paper, before);
  if (before.dictKey !== '-1') await assertUnused(context, before);
}

/** Change the code of all items when the code of their group changes. */
export async function codeFollows(
  context: Context,
  paper: AnyPaper,
  before: StoredItem | null,
  row: StoredItem,
): Promise<void> {
  if (before && before.code !== row.code)
    for (const child of await context.find(paper, { parentId: row.id }, { limit: 2000 }))
      await context.change(paper, (child as { id: string }).id, { code: row.code });
}

type Key = Pick<StoredItem, 'id' | 'code' | 'dictKey'>;

/** Return a refusal for each key in use: its removal would leave rows without a label. */
async function usedOf(context: Context, items: readonly Key[]): Promise<Map<string, Refusal>> {
  const used = new Map<string, Refusal>();
  const keyed = items.filter((one) => one.dictKey && one.dictKey !== '-1');
  for (const [code, some] of Map.groupBy(keyed, (one) => one.code)) {
    const carriers = await carrying(context, code);
    for (const { id, dictKey } of some) {
      const by = carriers.find(({ counts }) => counts[dictKey!]);
      if (by) used.set(id, refuse.keyInUse({ count: Math.min(1000, by.counts[dictKey!]), title: by.paper.title }));
    }
  }
  return used;
}

async function assertUnused(context: Context, item: Key): Promise<void> {
  for (const why of (await usedOf(context, [item])).values()) throw why;
}

/**
 * Return a refusal for each key that is sealed or in use. Other items may be removed, and the seeding does not restore
 * them.
 */
export async function keysStaying(
  context: Context,
  rows: readonly StoredItem[],
): Promise<ReadonlyMap<string, Refusal>> {
  const isSealed = (row: StoredItem): boolean => row.isSealed === 1;
  return new Map([
    ...(await usedOf(
      context,
      rows.filter((row) => !isSealed(row)),
    )),
    ...rows.filter(isSealed).map((row): [string, Refusal] => [row.id, refuse.sealed()]),
  ]);
}
