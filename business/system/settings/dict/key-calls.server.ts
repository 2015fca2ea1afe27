import type { RuleCondition } from '#kernel/language/row-rule.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import {
  type Carrying,
  type Context,
  type OwnCall,
  type Reading,
  implement,
  row as refuseRow,
  carrying,
  savedKeys,
} from '#kernel/server';
import { mustGet } from '#kernel/language/must.ts';
import { refuse } from '../../refusals.ts';
import { type DictUses, type FieldUse, type KeyChanged, type TouchedRows, dictCallsOf } from './dict.calls.ts';
import { dataScope } from '../../access/data-scope/data-scope.paper.ts';

type Calls = ReturnType<typeof dictCallsOf>;

export interface StoredItem {
  readonly id: string;
  readonly parentId: string | null;
  readonly code: string;
  readonly dictKey: string | null;
  readonly dictValue: string;
  readonly dictValueEn: string | null;
  readonly isSealed: number;
  readonly version: number;
}

const isGroup = (item: Pick<StoredItem, 'parentId'>): boolean => !item.parentId || item.parentId === '0';

const definitionOf = (reading: Pick<Reading, 'rooms'>, paper: AnyPaper, code: string): Dictionary | undefined =>
  reading.rooms
    .flatMap((room) => room.dictionaries)
    .find((one) => one.code === code && one.system === (paper.owner === 'platform'));

/** Return why a key cannot be renamed or merged: the dictionary is sealed, or the program uses the key. */
export function keyOwnerOf(
  reading: Pick<Reading, 'rooms'>,
  paper: AnyPaper,
  item: Pick<StoredItem, 'code' | 'dictKey' | 'isSealed'>,
): 'sealed' | 'program' | null {
  if (item.isSealed === 1) return 'sealed';
  const definition = definitionOf(reading, paper, item.code);
  return definition &&
    !definition.ownKeys &&
    (item.dictKey === '-1' || Object.hasOwn(definition.items, item.dictKey ?? ''))
    ? 'program'
    : null;
}

export function assertKeyFree(
  reading: Pick<Reading, 'rooms'>,
  paper: AnyPaper,
  item: Pick<StoredItem, 'code' | 'dictKey' | 'isSealed'>,
): void {
  const keeper = keyOwnerOf(reading, paper, item);
  if (keeper === 'sealed') throw refuse.sealed();
  if (keeper === 'program') throw refuse.keyOfProgram();
}

/**
 * Run work in every company whose rows may carry keys of this dictionary: all companies for a system dictionary, else
 * the caller's.
 */
async function everywhere<T>(context: Context, paper: AnyPaper, work: () => Promise<T>): Promise<T[]> {
  if (paper.owner !== 'platform') return [await work()];
  const tenants = await context.sql.query<{ id: string }>(
    'select tenant_id as id from blade_tenant where is_deleted = 0 order by tenant_id',
  );
  const done: T[] = [];
  for (const { id } of tenants) done.push(await context.inTenant(id, work));
  return done;
}

/** Sum the counts of each field over several companies. */
function usesIn(reading: Reading, found: readonly Carrying[]): FieldUse[] {
  const uses = new Map<string, { paper: AnyPaper; field: string; counts: Record<string, number> }>();
  for (const { paper, field, counts } of found) {
    const at = `${paper.name} ${field}`;
    if (!uses.has(at)) uses.set(at, { paper, field, counts: {} });
    const sum = mustGet(uses, at).counts;
    for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count;
  }
  return [...uses.values()].map(({ paper, field, counts }) => ({
    paper: paper.name,
    title: labelIn(paper.title, reading.language),
    field,
    label: labelIn(Object.fromEntries(fieldsOf(paper))[field].label, reading.language),
    path: paper.menu?.path ?? '',
    counts,
  }));
}

const itemsOf = (reading: Pick<Reading, 'sql' | 'tenantId'>, paper: AnyPaper, code: string): Promise<StoredItem[]> =>
  reading.sql.query<StoredItem>(
    `select id::text as id, parent_id::text as "parentId", code, dict_key as "dictKey", dict_value as "dictValue", dict_value_en as "dictValueEn", is_sealed as "isSealed", version from ${paper.table} t where t.code = $1 and t.is_deleted = 0 and ${paper.owner === 'platform' ? '$2::text is not null' : 't.tenant_id = $2'} order by t.sort, t.id`,
    [code, reading.tenantId],
  );

const itemAt = async (context: Context, paper: AnyPaper, id: string): Promise<StoredItem> =>
  (await context.get(paper, id)) as unknown as StoredItem;

/** Return the fields of a dictionary, the number of rows of each key, and keys in rows without an item. */
async function uses(context: Context, paper: AnyPaper, id: string): Promise<DictUses> {
  const item = await itemAt(context, paper, id);
  const all = await itemsOf(context, paper, item.code);
  // A caller from outside the platform counts the rows of their own company alone.
  const found = context.person.platform
    ? (await everywhere(context, paper, () => carrying(context, item.code))).flat()
    : [...(await carrying(context, item.code))];
  const fields = usesIn(context, found);
  const known = new Set(all.map((one) => one.dictKey));
  const carried = (key: string): number => fields.reduce((sum, one) => sum + (one.counts[key] ?? 0), 0);
  const lost = [...new Set(fields.flatMap((one) => Object.keys(one.counts)))].filter((key) => !known.has(key));
  return {
    code: item.code,
    fields,
    saved: (await savedWith(context, item.code)).map((one) => ({ key: one.key, count: one.count })),
    items: all
      .filter((one) => one.dictKey !== '-1')
      .map((one) => ({
        id: one.id,
        dictKey: one.dictKey ?? '',
        dictValue: labelIn([one.dictValue, one.dictValueEn || one.dictValue], context.language),
        count: carried(one.dictKey ?? ''),
        keeper: keyOwnerOf(context, paper, one),
      })),
    lost: lost.map((key) => ({ dictKey: key, count: carried(key) })),
  };
}

interface ScopeRow {
  readonly id: string;
  readonly resourceCode: string;
  readonly scopeValue: readonly RuleCondition[] | null;
}

/**
 * Return a predicate on the conditions of a rule of this table: does the condition compare a field that uses the
 * dictionary `code`?
 */
const isAbout = (reading: Pick<Reading, 'rooms'>, table: string, code: string) => {
  const paper = reading.rooms.flatMap((room) => room.papers).find((one) => one.table === table);
  return (condition: RuleCondition): boolean =>
    paper !== undefined && Object.fromEntries(fieldsOf(paper))[condition.field]?.dictionary?.code === code;
};

const scopesOf = (reading: Pick<Reading, 'sql' | 'tenantId'>): Promise<ScopeRow[]> =>
  reading.sql.query<ScopeRow>(
    `select id::text as id, resource_code as "resourceCode", scope_value as "scopeValue" from ${dataScope.table} where tenant_id = $1 and is_deleted = 0 and jsonb_typeof(scope_value) = 'array'`,
    [reading.tenantId],
  );

/** Count data scopes, views and reports that use each key. */
async function savedWith(reading: Reading, code: string): Promise<{ key: string; count: number }[]> {
  const keys = (await scopesOf(reading)).flatMap((scope) =>
    (scope.scopeValue ?? [])
      .filter(isAbout(reading, scope.resourceCode, code))
      .flatMap((one) => String(one.value ?? '').split(',')),
  );
  const counts = new Map(Object.entries(await savedKeys(reading, code)));
  for (const key of keys.filter(Boolean)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, count]) => ({ key, count }));
}

/** Replace a key in the rules of data scopes. */
async function rekeyScopes(context: Context, code: string, from: string, to: string): Promise<void> {
  for (const scope of await scopesOf(context)) {
    const about = isAbout(context, scope.resourceCode, code);
    const next = (scope.scopeValue ?? []).map((one) =>
      about(one) && one.value
        ? {
            ...one,
            value: [
              ...new Set(
                String(one.value)
                  .split(',')
                  .map((key) => (key === from ? to : key)),
              ),
            ].join(','),
          }
        : one,
    );
    if (JSON.stringify(next) !== JSON.stringify(scope.scopeValue))
      await context.change(dataScope, scope.id, { scopeValue: next });
  }
}

/** Return the rows, by field, and the saved rules that a change of this key affects. */
async function touched(context: Context, paper: AnyPaper, code: string, key: string): Promise<TouchedRows> {
  const fields = usesIn(context, (await everywhere(context, paper, () => carrying(context, code))).flat())
    .map(({ counts, ...one }) => ({ ...one, count: counts[key] ?? 0 }))
    .filter((one) => one.count > 0);
  const saved = (await savedWith(context, code)).find((one) => one.key === key)?.count ?? 0;
  return { fields, rows: fields.reduce((sum, one) => sum + one.count, 0), saved };
}

/** Replace a key in rows, views and rules; return the number of rows. */
async function carryOver(
  context: Context,
  paper: AnyPaper,
  code: string,
  { from, to, note }: { from: string; to: string; note: Label },
): Promise<number> {
  const moved = await everywhere(context, paper, async () => {
    await rekeyScopes(context, code, from, to);
    return context.rekey(code, { from, to, note });
  });
  return moved.reduce((sum, one) => sum + one, 0);
}

const wrong = (field: string, words: readonly [string, string]): Error =>
  refuseRow.invalid({ first: words }, { fields: [{ field, words }] });

const inEnglish = ({ dictValue, dictValueEn }: StoredItem): string => dictValueEn || (dictValue ?? '');

/**
 * Rename a key, also in every row that carries it. The old key remains as a removed item, so that a release does not
 * add it again.
 */
async function renameKey(
  { id, dictKey: to, preview }: CallInputOf<Calls['renameKey']>,
  context: Context,
  paper: AnyPaper,
): Promise<KeyChanged> {
  await context.lock(`dictionary ${paper.table}`);
  const item = await itemAt(context, paper, id);
  const from = item.dictKey ?? '';
  if (isGroup(item) || from === '-1') throw refuse.groupHasNoKey();
  assertKeyFree(context, paper, item);
  if (!to) throw wrong('dictKey', ['请输入字典键值', 'Enter the key']);
  if (!/^[\w.-]{1,64}$/.test(to) || to === '-1')
    throw wrong('dictKey', [
      '字典键值只能由字母、数字、_ . - 组成，最多64位',
      'A key has letters, digits, _ . - only, at most 64',
    ]);
  if (to === from) throw wrong('dictKey', ['新键值与原键值相同', 'The new key is the old one']);
  if ((await itemsOf(context, paper, item.code)).some((one) => one.dictKey === to))
    throw wrong('dictKey', ['该键值已存在，可改用合并', 'This key is there already: merge the two instead']);
  if (preview) return touched(context, paper, item.code, from);
  const note: Label = [`${item.dictValue}：${from} → ${to}`, `${inEnglish(item)}: ${from} → ${to}`];
  const rows = await carryOver(context, paper, item.code, { from, to, note });
  await context.change(paper, item.id, { dictKey: to }, note);
  const tenant = paper.owner === 'platform' ? '' : 'tenant_id, ';
  await context.sql.query(
    `insert into ${paper.table} (id, ${tenant}code, parent_id, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, remark, is_deleted, create_user, create_time, update_user, update_time)
    select $2, ${tenant}code, parent_id, $3, dict_value, dict_value_en, tone, sort, is_sealed, $4, 1, $5, $6, $5, $6 from ${paper.table} where id = $1`,
    [item.id, await context.newId(), from, note[0].slice(0, 255), context.person.id, context.now()],
  );
  return { rows };
}

/** Merge one item into another: replace its key in every row, and move the items below it under the other item. */
async function merge(
  { id, into: intoId, preview }: CallInputOf<Calls['merge']>,
  context: Context,
  paper: AnyPaper,
): Promise<KeyChanged> {
  await context.lock(`dictionary ${paper.table}`);
  const item = await itemAt(context, paper, id);
  const into = await itemAt(context, paper, intoId);
  if (isGroup(item) || isGroup(into)) throw refuse.groupHasNoKey();
  if (item.code !== into.code || item.id === into.id)
    throw wrong('into', ['请选择同一字典的另一项', 'Choose another item of the same dictionary']);
  assertKeyFree(context, paper, item);
  const all = await itemsOf(context, paper, item.code);
  for (let above: StoredItem | undefined = into; above; above = all.find((one) => one.id === above?.parentId))
    if (above.parentId === item.id)
      throw wrong('into', ['不能合并到自己的下级', 'It cannot be merged into one below it']);
  const [from, to] = [item.dictKey ?? '', into.dictKey ?? ''];
  if (preview)
    return {
      ...(await touched(context, paper, item.code, from)),
      children: all.filter((one) => one.parentId === item.id).length,
    };
  const note: Label = [
    `${item.dictValue}（${from}）并入 ${into.dictValue}（${to}）`,
    `${inEnglish(item)} (${from}) became part of ${inEnglish(into)} (${to})`,
  ];
  const rows = await carryOver(context, paper, item.code, { from, to, note });
  for (const child of all.filter((one) => one.parentId === item.id))
    await context.change(paper, child.id, { parentId: into.id }, note);
  await context.note(paper, item.id, 'merge', note);
  await context.note(paper, into.id, 'merge', note);
  await context.remove(paper, item.id);
  return { rows };
}

/** Return the calls that find, rename and merge keys. */
export function keyCalls(paper: AnyPaper): OwnCall[] {
  const calls = dictCallsOf(paper);
  return [
    implement(calls.uses, { write: ({ id }, context) => uses(context, paper, id) }),
    implement(calls.renameKey, { write: (asked, context) => renameKey(asked, context, paper) }),
    implement(calls.merge, { write: (asked, context) => merge(asked, context, paper) }),
  ];
}
