import { averageDecimals } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Tone } from '#kernel/language/dictionary.ts';
import type { Field } from '#kernel/language/field.ts';
import { textIn, labelIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { type Transaction, raw, sql } from '#kernel/server';
import { pointedIn } from '#kernel/server/list-tools';
import { type ReportQuestion, queryOf } from './report-question.server.ts';
import type { AnswerRow, ChartSeries, ReportAnswer } from './reports.calls.ts';
import type { Measure } from './report-file.paper.ts';
import { reportField, isTime, keyOf, measureLabel, measuresOf } from './report.rules.ts';

const MAX_GROUPS = 200;
const MAX_LINES = 2000;
/** Maximum of series with colours of their own; a chart with more parts shows whole groups. */
const MAX_SERIES = 7;

const UNITS: Readonly<Record<string, string>> = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' };

const keySql = (of: AnyPaper, name: string, unit: string | null): string =>
  `coalesce(${isTime(of, name) ? `to_char(t.${columnOf(name)}, '${UNITS[unit ?? 'month'] ?? UNITS.month}')` : `t.${columnOf(name)}::text`}, '')`;

const AGGREGATES: Readonly<Record<Measure['how'], (column: string, decimals: number) => string>> = {
  count: () => 'count(*)',
  sum: (column) => `sum(${column})`,
  min: (column) => `min(${column})`,
  max: (column) => `max(${column})`,
  average: (column, decimals) => `round(avg(${column}), ${decimals})`,
};

/**
 * A row of the statement: `part` of a group, a whole `group`, or `all` groups. `a` and `b` are the keys of group and
 * part.
 */
interface Line {
  readonly level: 'part' | 'group' | 'all';
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly groups: number;
  readonly [measure: `m${number}`]: string | null;
}

/**
 * Return the order of groups: the requested one; by default dates ascending, others by their first measure descending.
 */
function orderFor(of: AnyPaper, question: ReportQuestion, name: string): { by: string; down: string } {
  const at = measuresOf(question).findIndex((one) => keyOf(one) === question.orderBy);
  if (at >= 0) return { by: `m${at}`, down: question.orderDown ? 'desc' : 'asc' };
  if (question.orderBy === 'group') return { by: 'k', down: question.orderDown ? 'desc' : 'asc' };
  return isTime(of, name) ? { by: 'k', down: 'asc' } : { by: 'm0', down: 'desc' };
}

/** Read parts, groups and totals in one pass over the rows, summed by PostgreSQL in exact decimals. */
async function linesOf(tx: Transaction, of: AnyPaper, question: ReportQuestion): Promise<Line[]> {
  const visible = await tx.visible(of, { query: queryOf(question, tx.today()) }).sql();
  const measures = measuresOf(question);
  const groupBy = must(question.groupBy, 'groupBy');
  const inner = measures.map((one, at) => (one.name ? `, t.${columnOf(one.name)} as x${at}` : '')).join('');
  const made = measures
    .map(
      (one, at) =>
        `${AGGREGATES[one.how](`s.x${at}`, one.how === 'average' ? averageDecimals(mustField(of, must(one.name, 'name'))) : 0)} as m${at}`,
    )
    .join(', ');
  const then = question.thenBy || null;
  const first = orderFor(of, question, groupBy);
  const second = orderFor(of, question, then ?? '');
  // Order numbers by value: nine before ten.
  const keyOrder = (key: string, name: string): string =>
    isWhole(reportField(of, name)) ? `nullif(g.${key}, '')::numeric` : `g.${key}`;
  const byKey = (key: string, name: string, { by, down }: { by: string; down: string }): string =>
    `${by === 'k' ? keyOrder(key, name) : `g.${by}`} ${down} nulls last, g.${key}`;
  return tx.sql.query<Line>(
    sql`with s as (select ${raw(keySql(of, groupBy, question.groupUnit))} as a, ${raw(then ? keySql(of, then, question.groupUnit) : 'null::text')} as b${raw(inner)} from ${raw(of.table)} t where ${visible}),
    g as (select s.a, ${raw(then ? 's.b, grouping(s.b)' : 'null::text as b, 1')} as gb, grouping(s.a) as ga, count(*) as n, ${raw(made)} from s group by grouping sets (${raw(then ? '(s.a, s.b), (s.a), ()' : '(s.a), ()')})),
    r as (select g.a, row_number() over (order by ${raw(byKey('a', groupBy, first))}) as at from g where g.ga = 0 and g.gb = 1)
    select case when g.ga = 1 then 'all' when g.gb = 1 then 'group' else 'part' end as level, coalesce(g.a, '') as a, coalesce(g.b, '') as b, g.n::int as count, ${raw(measures.map((_, at) => `g.m${at}::text as m${at}`).join(', '))}, (select count(*)::int from r) as groups
    from g left join r on r.a = g.a and g.ga = 0 where g.ga = 1 or r.at <= ${raw(Math.min(question.mostRows ?? MAX_GROUPS, MAX_GROUPS))}
    order by g.ga desc, r.at, g.gb desc, ${raw(byKey('b', then ?? '', second))} limit ${raw(MAX_LINES + 2)}`,
  );
}

const mustField = (of: AnyPaper, name: string): Field => must(reportField(of, name), name);

const isWhole = (field: Field | undefined): boolean => field !== undefined && kindOf(field).number === 'whole';

/** Return the colours of a field's keys from its dictionary; empty without one. */
async function tonesOf(tx: Transaction, of: AnyPaper, name: string): Promise<ReadonlyMap<string, Tone>> {
  const { dictionary } = mustField(of, name);
  const choices = dictionary ? await tx.app.ports.choices(tx.tenantId, dictionary.code) : [];
  return new Map(choices.flatMap(({ key, tone }) => (tone ? [[key, tone]] : [])));
}

/**
 * Return the captions of keys of a group: from the company's dictionary, from the referenced row, or the key itself.
 */
async function namesOf(
  tx: Transaction,
  of: AnyPaper,
  name: string,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const field = mustField(of, name);
  const at = tx.language === 'en' ? 1 : 0;
  const empty = ['未填写', 'None'][at];
  const named =
    (map: ReadonlyMap<string, string>) =>
    (key: string): string =>
      key === '' ? empty : (map.get(key) ?? (field.isProductText ? textIn(key, tx.language) : key));
  const { choices } = kindOf(field);
  if (choices) return named(new Map(Object.entries(choices).map(([key, label]) => [key, label[at]])));
  if (field.dictionary)
    return named(
      new Map((await tx.app.ports.choices(tx.tenantId, field.dictionary.code)).map((one) => [one.key, one.label[at]])),
    );
  const to = field.paper ? pointedIn(tx.app)(field.paper) : undefined;
  if (!to) return named(new Map());
  const rows = await tx.sql.query<{ key: string; caption: string }>(
    `select ${to.key}::text as key, ${to.caption}::text as caption from ${to.table} where ${to.key}::text = any($1::text[])${to.tenants ? ' and tenant_id = $2' : ''}`,
    to.tenants ? [[...new Set(keys)], tx.tenantId] : [[...new Set(keys)]],
  );
  return named(new Map(rows.map((row) => [row.key, row.caption])));
}

interface Words {
  readonly a: (key: string) => string;
  readonly b: ((key: string) => string) | null;
  readonly tones: ReadonlyMap<string, Tone>;
}

/** Return the chart of the first measure. Groups are divided into parts only for counts and sums, which add up. */
function chartOf(question: ReportQuestion, lines: readonly Line[], words: Words): ReportAnswer['chart'] {
  if (!question.chart || question.chart === 'none') return null;
  const groups = lines.filter((one) => one.level === 'group');
  const labels = groups.map((one) => words.a(one.a));
  const first = measuresOf(question)[0];
  const whole: ChartSeries = { label: '', values: groups.map((one) => one.m0 ?? '') };
  if (!words.b || !['count', 'sum'].includes(first.how)) return { labels, series: [whole] };
  const parts = lines.filter((one) => one.level === 'part');
  const keys = [...new Set(parts.map((one) => one.b))];
  const valuesOf = (key: string): string[] =>
    groups.map((group) => parts.find((one) => one.a === group.a && one.b === key)?.m0 ?? '');
  // Colours are few, so with more parts the chart shows whole groups.
  return keys.length > MAX_SERIES
    ? { labels, series: [whole] }
    : {
        labels,
        series: keys.map((key) => ({
          label: must(words.b, 'b')(key),
          values: valuesOf(key),
          tone: words.tones.get(key),
        })),
      };
}

/** Return groups with their measures over the rows that the caller sees. */
export async function groupsAnswer(
  tx: Transaction,
  of: AnyPaper,
  question: ReportQuestion,
): Promise<Omit<ReportAnswer, 'hidden' | 'mayTake'>> {
  const measures = measuresOf(question);
  const groupBy = must(question.groupBy, 'groupBy');
  const found = await linesOf(tx, of, question);
  const [all, ...lines] = found.slice(0, MAX_LINES + 1);
  const en = tx.language === 'en';
  const words: Words = {
    a: await namesOf(
      tx,
      of,
      groupBy,
      lines.map((one) => one.a),
    ),
    b: question.thenBy
      ? await namesOf(
          tx,
          of,
          question.thenBy,
          lines.map((one) => one.b),
        )
      : null,
    tones: question.thenBy ? await tonesOf(tx, of, question.thenBy) : new Map(),
  };
  const numbers = (line: Line): string[] => measures.map((_, at) => line[`m${at}`] ?? '');
  const rowOf = (line: Line): AnswerRow =>
    words.b
      ? {
          cells: [words.a(line.a), line.level === 'part' ? words.b(line.b) : en ? 'All' : '小计', ...numbers(line)],
          ...(line.level === 'group' && { part: true as const }),
        }
      : { cells: [words.a(line.a), ...numbers(line)] };
  const heads = [groupBy, ...(question.thenBy ? [question.thenBy] : [])].map((name) => ({
    key: name,
    label: labelIn(mustField(of, name).label, tx.language),
    end: false,
  }));
  return {
    columns: [
      ...heads,
      ...measures.map((one) => ({ key: keyOf(one), label: labelIn(measureLabel(of, one), tx.language), end: true })),
    ],
    rows: lines.map(rowOf),
    foot: all.count > 0 ? [en ? 'Total' : '合计', ...(words.b ? [''] : []), ...numbers(all)] : null,
    count: all.count,
    lines: all.groups,
    current: 1,
    size: lines.length,
    more: all.groups > lines.filter((one) => one.level === 'group').length || found.length > MAX_LINES + 1,
    chart: chartOf(question, lines, words),
  };
}
