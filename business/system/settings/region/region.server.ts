import { isId } from '#kernel/fields/ref/ref.ts';
import { type Row, columnOf } from '#kernel/language/paper.ts';
import { labelIn } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type CallInput, type Context, http, type Reading, row as refuseRow } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { regionPaper } from './region.paper.ts';

const MOST_AT_ONCE = 1000;

const codeOf = (text: unknown): string => (/^\d{1,12}$/.test(String(text ?? '')) ? String(text) : '');

/** The code that a call names; whoever has kept the number of a row may name that. */
async function codeIn(reading: Reading, given: unknown): Promise<string> {
  const text = String(given ?? '');
  if (codeOf(text) || !isId(text)) return codeOf(text);
  return (await reading.find(regionPaper, { id: text }, 1))[0]?.code ?? '';
}

async function below(asking: CallInput, reading: Reading): Promise<unknown> {
  const parent = codeOf(asking.query.parentCode ?? asking.query.code) || '00';
  return reading.sql.query(
    `select r.code as id, r.parent_code as "parentId", r.name as title, r.name, r.code, r.code as key, r.code as value, r.level, exists (select 1 from blade_region c where c.parent_code = r.code and c.is_deleted = 0) as "hasChildren"
    from blade_region r where r.parent_code = $1 and r.is_deleted = 0 order by r.code`,
    [parent],
  );
}

/** What these rows are made of, as text or nothing. */
const TEXTS = [
  'parentCode',
  'ancestors',
  'provinceCode',
  'provinceName',
  'cityCode',
  'cityName',
  'districtCode',
  'districtName',
  'townCode',
  'townName',
  'villageCode',
  'villageName',
  'remark',
] as const;

/** The rows of one level, whole. */
async function rowsBelow(asking: CallInput, reading: Reading): Promise<unknown> {
  const nodes = (await below(asking, reading)) as readonly { readonly code: string }[];
  const rows = await reading.sql.query<{ code: string }>(
    `select r.code, r.sort, ${TEXTS.map((name) => `coalesce(r.${columnOf(name)}, '') as "${name}"`).join(', ')}, coalesce((select p.name from blade_region p where p.code = r.parent_code and p.is_deleted = 0), '') as "parentName"
    from blade_region r where r.code = any($1::text[]) and r.is_deleted = 0`,
    [nodes.map((one) => one.code)],
  );
  const whole = new Map(rows.map((row) => [row.code, row]));
  return nodes.map((node) => ({ ...node, ...whole.get(node.code) }));
}

/** A region as its list tells it. */
async function one(asking: CallInput, reading: Reading): Promise<unknown> {
  const key = await codeIn(reading, asking.query.code ?? asking.query.id);
  const [row] = key ? ((await reading.page(regionPaper, { code_equal: key })).records as readonly object[]) : [];
  if (!row) throw refuseRow.missing({ title: regionPaper.title });
  return row;
}

/** What was written, under its code; clients of the family split what they are told: nothing is null. */
const told = (row: Row<typeof regionPaper>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])),
  id: row.code,
  parentId: row.parentCode,
});

/** The code alone says which region is meant: a form for one below another still carries the id of that one. Where no code is sent, the id names it. */
async function save({ body }: CallInput, context: Context): Promise<unknown> {
  const key = codeOf(body.code) || (body.code === undefined ? await codeIn(context, body.id) : '');
  if (!key) throw http.missing({ what: 'code' });
  const [found] = await context.find(regionPaper, { code: key });
  return told(
    found
      ? await context.change(regionPaper, found.id, body as never)
      : await context.create(regionPaper, body as never),
  );
}

/** One region goes when none is left below it. */
async function removeOne(context: Context, given: string): Promise<void> {
  const key = await codeIn(context, given);
  const [found] = await context.find(regionPaper, { code: key });
  if (!found) throw refuseRow.missing({ title: regionPaper.title });
  if ((await context.find(regionPaper, { parentCode: key }, 1)).length) throw refuse.regionHasChildren();
  await context.remove(regionPaper, found.id);
}

/** Regions by their codes, those below before those above; of several each is answered for itself. */
async function removeAll({ body, query }: CallInput, context: Context): Promise<unknown> {
  const given = body.ids ?? query.ids ?? body.id ?? query.id;
  const keys = [
    ...new Set((Array.isArray(given) ? given : String(given ?? '').split(',')).map(String).filter(Boolean)),
  ];
  if (keys.length > MOST_AT_ONCE) throw refuseRow.tooMany({ most: MOST_AT_ONCE });
  if (keys.length < 2) {
    await removeOne(context, keys[0] ?? '');
    return {};
  }
  const success: string[] = [];
  const failed: object[] = [];
  for (const key of keys.toSorted((one, other) => other.length - one.length)) {
    try {
      await removeOne(context, key);
      success.push(key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ id: key, no: key, reason: error.reason, msg: labelIn(error.words, context.language) });
    }
  }
  return { success, failed };
}

export default behaviour(regionPaper, {
  computed: {
    parentId: 't.parent_code',
    parentName: 'select p.name from blade_region p where p.code = t.parent_code and p.is_deleted = 0',
    hasChildren: 'exists (select 1 from blade_region c where c.parent_code = t.code and c.is_deleted = 0)',
  },
  calls: [
    {
      method: 'GET',
      path: 'lazy-tree',
      needs: 'person',
      summary: ['下级区划', 'Regions below'],
      query: ['parentCode'],
      read: below,
    },
    {
      method: 'GET',
      path: 'lazy-list',
      needs: 'person',
      summary: ['下级区划', 'Regions below'],
      query: ['parentCode'],
      read: rowsBelow,
    },
    {
      method: 'GET',
      path: 'select',
      needs: 'person',
      summary: ['区划下拉', 'Regions to choose from'],
      query: ['code'],
      read: below,
    },
    { method: 'GET', path: 'detail', needs: 'view', summary: ['区划详情', 'One region'], query: ['code'], read: one },
    {
      method: 'POST',
      path: 'submit',
      needs: 'edit',
      summary: ['新增或修改区划', 'Add or change a region'],
      write: save,
    },
    {
      method: 'POST',
      path: 'remove',
      needs: 'delete',
      summary: ['删除区划', 'Remove regions'],
      query: ['id', 'ids'],
      write: removeAll,
    },
  ],
});
