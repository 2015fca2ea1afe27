import { groupsList, summedFields } from '#kernel/fields/paper-fields.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldOf } from '#kernel/language/paper.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Sql } from '../context.ts';
import type { App } from '../app.ts';
import type { coreCalls } from '../http/calls/core.calls.ts';
import { row as refuse } from '../refusals.ts';
import type { Actor } from '../session/actor.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';
import { Parameters } from '../database/statement.ts';
import { assertNarrow } from './narrow.ts';
import { looksThrough } from './total.ts';
import { type WhereInput, whereSql } from './where.ts';

type Grouping = Pick<CallInputOf<typeof coreCalls.groups>, 'groupBy' | 'groupUnit'>;
type Groups = CallAnswer<typeof coreCalls.groups>;

/** Maximum number of groups in an answer: more give no overview. */
const MOST = 200;

const UNITS: Readonly<Record<Grouping['groupUnit'], string>> = { day: 'YYYY-MM-DD', month: 'YYYY-MM' };

interface Counted {
  readonly key: string;
  readonly n: number;
  /** Sums by field, as text, because they are decimals; null where no row has a value. */
  readonly sums: Readonly<Record<string, string | null>> | null;
}

/**
 * Return the field by which the rows are grouped. Refuse a name that is no field visible to the reader, and a field
 * that cannot group.
 */
function groupField(paper: AnyPaper, name: string): Field {
  const field = fieldOf(paper, name);
  const found = field ?? (name === 'createTime' ? baseFields.createTime : undefined);
  if (!found || !groupsList(found)) throw refuse.noGroups({ name });
  return found;
}

async function count(
  app: App,
  sql: Sql,
  reading: WhereInput,
  field: Field,
  { groupBy, groupUnit }: Grouping,
): Promise<Counted[]> {
  await assertNarrow(app, sql, reading);
  const values = new Parameters();
  const where = whereSql(app, reading, values);
  const column = `t.${columnOf(groupBy)}`;
  const { time } = kindOf(field);
  const key = time ? `to_char(${column}, '${UNITS[groupUnit]}')` : `${column}::text`;
  const summed = summedFields(reading.paper).map(([name]) => name);
  const read = summed.map((name) => `, t.${columnOf(name)} as "${name}"`).join('');
  const sums = summed.length
    ? `jsonb_build_object(${summed.map((name) => `'${name}', sum(g."${name}")::text`).join(', ')})`
    : 'null';
  return sql.query<Counted>(
    `select coalesce(g.key, '') as key, count(*)::int as n, ${sums} as sums from (select ${key} as key${read} from ${reading.paper.table} t where ${where}) g group by 1 order by ${time ? '1 desc' : '2 desc, 1'} limit ${MOST + 1}`,
    values.values,
  );
}

/** Return the labels of keys, and their usual order; undefined where they have none. */
async function named(
  app: App,
  actor: Actor,
  [name, field]: readonly [string, Field],
  keys: readonly string[],
): Promise<{ readonly label: (key: string) => string; readonly order?: readonly string[] }> {
  const at = actor.language === 'en' ? 1 : 0;
  const { choices, time } = kindOf(field);
  if (time) return { label: (key) => key };
  const items = choices
    ? Object.entries(choices).map(([key, label]) => ({ key, label }))
    : field.dictionary
      ? await app.ports.choices(actor.tenancy.tenantId, field.dictionary.code)
      : null;
  if (items) {
    const words = new Map(items.map((item) => [item.key, item.label[at]]));
    return { label: (key) => words.get(key) ?? key, order: items.map((item) => item.key) };
  }
  const captions = await app.captions.of(
    actor.tenancy,
    keys.map((key) => ({ [name]: key })),
    [[name, field, undefined]],
    actor.language,
  );
  return { label: (key) => captions(field.paper ?? '', key) ?? key };
}

/**
 * Count the rows of a reading by the values of a field: at most 200 groups, and whether there are more. The summed
 * columns are added up over all rows of each group.
 */
export async function groupsOf(app: App, actor: Actor, reading: WhereInput, grouping: Grouping): Promise<Groups> {
  const field = groupField(reading.paper, grouping.groupBy);
  const found = await looksThrough(app, actor.tenancy, (sql) => count(app, sql, reading, field, grouping));
  const shown = found.slice(0, MOST);
  const { label, order } = await named(
    app,
    actor,
    [grouping.groupBy, field],
    shown.map((one) => one.key).filter(Boolean),
  );
  const placeOf = ({ key }: Counted): number => {
    const at = order?.indexOf(key) ?? 0;
    return key === '' || at < 0 ? Infinity : at;
  };
  return {
    groups: shown
      .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : placeOf(one) > placeOf(other) ? 1 : 0))
      .map((one) => ({
        key: one.key,
        label: one.key === '' ? (actor.language === 'en' ? 'None' : '未填写') : label(one.key),
        count: one.n,
        sums: Object.fromEntries(
          Object.entries(one.sums ?? {}).flatMap(([name, sum]) => (sum === null ? [] : [[name, sum]])),
        ),
      })),
    more: found.length > MOST,
  };
}
