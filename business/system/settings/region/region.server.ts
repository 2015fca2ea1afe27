import { incomingText } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Draft, type Row, columnOf } from '#kernel/language/paper.ts';
import { labelIn } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { type Context, type Reading, behaviour, http, implement, row as refuseRow, sentField } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import {
  type RegionNode,
  type RegionOfLevel,
  type ToldRegion,
  chooseRegion,
  readRegion,
  regionTexts,
  regionsBelow,
  removeRegions,
  saveRegion,
  wholeRegionsBelow,
} from './region.calls.ts';
import { regionPaper } from './region.paper.ts';

const MAX_AT_ONCE = 1000;

const codeOf = (text: string | null): string => (text && /^\d{1,12}$/.test(text) ? text : '');

/** Return the code that a call names. Older callers send a row id, which is translated; empty if neither is known. */
async function codeIn(reading: Reading, text: string | null): Promise<string> {
  if (!text || codeOf(text) || !isId(text)) return codeOf(text);
  return (await reading.find(regionPaper, { id: text }, { first: 1 }))[0]?.code ?? '';
}

async function below({ parentCode, code }: CallInputOf<typeof regionsBelow>, reading: Reading): Promise<RegionNode[]> {
  return reading.sql.query<RegionNode>(
    `select r.code as id, r.parent_code as "parentId", r.name as title, r.name, r.code, r.code as key, r.code as value, r.level, exists (select 1 from blade_region c where c.parent_code = r.code and c.is_deleted = 0) as "hasChildren"
    from blade_region r where r.parent_code = $1 and r.is_deleted = 0 order by r.code`,
    [codeOf(parentCode ?? code) || '00'],
  );
}

type Rest = Omit<RegionOfLevel, Exclude<keyof RegionNode, 'code'>>;

/** Return the regions of one level with all columns. */
async function rowsBelow(input: CallInputOf<typeof wholeRegionsBelow>, reading: Reading): Promise<RegionOfLevel[]> {
  const nodes = await below(input, reading);
  const rows = await reading.sql.query<Rest>(
    `select r.code, r.sort, ${Object.keys(regionTexts)
      .map((name) => `coalesce(r.${columnOf(name)}, '') as "${name}"`)
      .join(
        ', ',
      )}, coalesce((select p.name from blade_region p where p.code = r.parent_code and p.is_deleted = 0), '') as "parentName"
    from blade_region r where r.code = any($1::text[]) and r.is_deleted = 0`,
    [nodes.map((one) => one.code)],
  );
  const whole = new Map(rows.map((row) => [row.code, row]));
  return nodes.flatMap((node) => {
    const rest = whole.get(node.code);
    return rest ? { ...node, ...rest } : [];
  });
}

/** Return one region as in the list of the paper; refuse an unknown one. */
async function one(
  { code, id }: CallInputOf<typeof readRegion>,
  reading: Reading,
): Promise<CallAnswer<typeof readRegion>> {
  const key = await codeIn(reading, code ?? id);
  const [row] = key ? (await reading.visible(regionPaper).page({ code_equal: key })).records : [];
  if (!row) throw refuseRow.missing({ title: regionPaper.title });
  return row;
}

/**
 * Return the stored row with its code as the id. Null values become empty text, since published clients split the
 * values as text.
 */
const withCode = (row: Row<typeof regionPaper>): ToldRegion => ({
  ...(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])) as ToldRegion),
  id: row.code,
  parentId: row.parentCode,
});

/**
 * Save a region under its code; the sent id is ignored, since the form of a new region still carries its parent's id.
 * Without a code the id counts.
 */
async function save(
  { given }: CallInputOf<typeof saveRegion>,
  context: Context,
): Promise<CallAnswer<typeof saveRegion>> {
  const sent = sentField(regionPaper, given, 'code');
  const key = codeOf(sent) || (given.code === undefined ? await codeIn(context, incomingText(given.id) ?? null) : '');
  if (!key) throw http.missing({ what: 'code' });
  const [found] = await context.find(regionPaper, { code: key });
  return withCode(
    found
      ? await context.change(regionPaper, found.id, given as Partial<Row<typeof regionPaper>>)
      : await context.create(regionPaper, given as Draft<typeof regionPaper>),
  );
}

/** Remove a region; refuse it while others are below it. */
async function removeOne(context: Context, code: string): Promise<void> {
  const key = await codeIn(context, code);
  const [found] = await context.find(regionPaper, { code: key });
  if (!found) throw refuseRow.missing({ title: regionPaper.title });
  if ((await context.find(regionPaper, { parentCode: key }, { first: 1 })).length) throw refuse.regionHasChildren();
  await context.remove(regionPaper, found.id);
}

type Failed = Extract<CallAnswer<typeof removeRegions>, { failed: unknown }>['failed'][number];

/** Remove regions by code, children first. Of several, each one is removed or refused by itself. */
async function removeAll(
  { ids, id }: CallInputOf<typeof removeRegions>,
  context: Context,
): Promise<CallAnswer<typeof removeRegions>> {
  const keys = ids ?? (id ? [id] : []);
  if (keys.length > MAX_AT_ONCE) throw refuseRow.tooMany({ most: MAX_AT_ONCE });
  if (keys.length < 2) {
    await removeOne(context, keys[0] ?? '');
    return {};
  }
  const success: string[] = [];
  const failed: Failed[] = [];
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
    implement(regionsBelow, { read: below }),
    implement(wholeRegionsBelow, { read: rowsBelow }),
    implement(chooseRegion, { read: below }),
    implement(readRegion, { read: one }),
    implement(saveRegion, { write: save }),
    implement(removeRegions, { write: removeAll }),
  ],
});
