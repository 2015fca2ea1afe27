import { kindOf } from '#kernel/fields/kinds.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { captionOf } from '#kernel/language/caption.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, type Row, fieldOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { frameOf } from '#kernel/language/rights/readable.ts';
import { type RowRule, type RuleOperator, ruleFor, ruleIn, ruleOperators } from '#kernel/language/row-rule.ts';
import { behaviour, type Context, implement, noteSought, type Reading } from '#kernel/server';
import { Parameters, baseFields, readName, ruleSql } from '#kernel/server/list-tools';
import { refuse } from '../../refusals.ts';
import { scopeFields } from '../scopes.rules.ts';
import { assertNotOwnScope, ownScopes, takeFromRoles } from '../own-scopes.server.ts';
import { previewRule, ruleColumns } from './data-scope.calls.ts';
import { dataScope } from './data-scope.paper.ts';

const SHOWN = 10;

const paperOfTable = (reading: Pick<Context, 'rooms'>, table: string): AnyPaper => {
  const found = reading.rooms
    .flatMap((room) => room.papers)
    .find((one) => one.table === table && one.owner !== 'platform');
  if (!found)
    throw refuse.resourceUnknown({
      fields: [
        { field: 'resourceCode', words: ['该资源没有可限定的数据', 'This resource has no rows that can be narrowed'] },
      ],
    });
  return found;
};

/**
 * Return the rule of a scope. Refuse one without conditions, and comparisons that the paper's list cannot filter by.
 */
function assertRule(of: AnyPaper, match: unknown, conditions: unknown): RowRule {
  const rule = ruleIn({ match: match || 'all', conditions });
  const wrong = rule?.conditions.find((one) => {
    const read = readName(of, `${one.field}_${one.op}`);
    return !read || read.name !== one.field || read.field.personal === 'amount';
  });
  if (!rule || wrong)
    throw refuse.ruleWrong(
      { about: wrong?.field ?? '' },
      {
        fields: [
          {
            field: 'scopeValue',
            words: wrong
              ? [`不能按 ${wrong.field} 这样比较`, `${wrong.field} cannot be compared this way`]
              : ['请至少写一个条件，并把每个条件填写完整', 'Give at least one condition, each of them whole'],
          },
        ],
      },
    );
  return rule;
}

function assertColumn(of: AnyPaper, column: string, subject: 'person' | 'department'): void {
  const field = fieldOf(of, column) ?? fieldOf({ fields: baseFields }, column);
  if (
    !field ||
    (kindOf(field).subject !== subject && !(subject === 'department' && field.many && field.paper === 'dept'))
  )
    throw refuse.columnWrong({
      fields: [
        {
          field: 'scopeColumn',
          words:
            subject === 'person'
              ? ['须为人员字段', 'It must be a field of a person']
              : ['须为部门字段', 'It must be a field of a department'],
        },
      ],
    });
}

/**
 * Return the field of a column name, which published clients write in snake case: `create_dept`. Their form requires a
 * value, and sends a dash for no column; the dash is returned unchanged.
 */
const columnNamed = (column: unknown): string | null => {
  const name = String(column ?? '').trim();
  return name ? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : null;
};

/** Return the list of visible fields in its stored form; refuse names that the paper lacks. */
function fieldsKept(of: AnyPaper, sent: unknown): string {
  const names = scopeFields(String(sent ?? ''));
  const wrong = names?.find((name) => !Object.hasOwn(of.fields, name));
  if (wrong)
    throw refuse.columnWrong({
      fields: [{ field: 'scopeField', words: [`没有字段 ${wrong}`, `There is no field ${wrong}`] }],
    });
  return names?.join(',') ?? '*';
}

/** Return the table that a scope limits: the one named, or else that of the page's menu. Empty if neither names one. */
async function resourceOf(
  reading: Pick<Reading, 'sql'>,
  input: { readonly resourceCode?: string | null; readonly menuId?: string | null },
): Promise<string> {
  if (input.resourceCode) return input.resourceCode;
  const [menu] = input.menuId
    ? await reading.sql.query<{ code: string }>('select code from blade_menu where id = $1 and is_deleted = 0', [
        input.menuId,
      ])
    : [];
  return menu?.code ?? '';
}

/** Refuse a comparison of a field that the caller may not read in clear: the count of rows would reveal its values. */
function assertReadable(of: AnyPaper, { conditions }: RowRule, { person }: Reading): void {
  const { fields } = visibleTo(person, of) as { fields: Readonly<Record<string, Field & { veiled?: boolean }>> };
  const closed = conditions.find(
    ({ field }) => Object.hasOwn(of.fields, field) && (!fields[field] || fields[field].veiled),
  );
  if (closed)
    throw refuse.columnWrong({
      fields: [{ field: 'scopeValue', words: [`没有字段 ${closed.field}`, `There is no field ${closed.field}`] }],
    });
}

/**
 * Count the values with which a rule compares masked fields. Each counts as one search for a masked value; such
 * searches are limited per hour, also in filters of lists.
 */
function noteNumbers(of: AnyPaper, { conditions }: RowRule): void {
  for (const { field, value = '' } of conditions)
    for (const one of new Set([value, ...value.split(',')])) noteSought(of, field, one.trim());
}

/** Return what a rule shows of the rows that the caller sees: their number, and the captions of the newest. */
async function preview(
  input: CallInputOf<typeof previewRule>,
  reading: Reading,
): Promise<CallAnswer<typeof previewRule>> {
  const of = paperOfTable(reading, await resourceOf(reading, input));
  const rule = assertRule(of, input.scopeMatch, input.scopeValue);
  assertReadable(of, rule, reading);
  noteNumbers(of, rule);
  const values = new Parameters();
  const own = (await reading.visible(of).sql()).into(values);
  const where = `${own} and ${ruleSql(of, ruleFor(rule, reading.person), values)}`;
  const [{ count }] = await reading.sql.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${of.table} t where ${where} limit 10001) x`,
    values.values,
  );
  const page = await reading
    .visible(of, { query: {} })
    .words({ first: 1 })
    .then(() =>
      reading.sql.query<{ id: string }>(
        `select t.id from ${of.table} t where ${where} order by t.id desc limit ${SHOWN}`,
        values.values,
      ),
    );
  const rows = page.length
    ? await reading.visible(of, { query: { id_in: page.map((row) => row.id).join(',') } }).words({ limit: SHOWN })
    : [];
  return {
    count,
    more: count > 10_000,
    rows: rows.map((row) => ({ id: row.id, caption: captionOf(of, row, reading.language) || row.id })),
  };
}

/** Return the columns of the page for the editor: the operators for each, and whether every scope shows it. */
const columnsOf = async (
  input: CallInputOf<typeof ruleColumns>,
  reading: Reading,
): Promise<CallAnswer<typeof ruleColumns>> => {
  const of = paperOfTable(reading, await resourceOf(reading, input));
  const all: Readonly<Record<string, Field>> = { ...baseFields, ...of.fields };
  const frame = frameOf(of);
  const comparing = (name: string): RuleOperator[] =>
    ruleOperators.filter((op) => readName(of, `${name}_${op}`)?.name === name);
  const columns = Object.entries(all)
    .filter(([, field]) => !field.wire && (!field.secret || field.sealed))
    .map(([name, field]) => ({
      name,
      label: labelIn(field.label, reading.language),
      kind: field.kind,
      ...(field.paper && { paper: field.paper }),
      ops: comparing(name),
      own: Object.hasOwn(of.fields, name),
      always: frame.has(name),
    }));
  return { table: of.table, columns };
};

/** Return the labels of fields of the page. */
const namesTold = (
  context: Context,
  { resourceCode }: Row<typeof dataScope>,
  names: readonly string[],
  language: Language,
): string => {
  const of = paperOfTable(context, resourceCode ?? '');
  return names
    .map((name) => {
      const field = fieldOf(of, name) ?? fieldOf({ fields: baseFields }, name);
      return field ? labelIn(field.label, language) : name;
    })
    .join(labelIn(['、', ', '], language));
};

/** Return the rule in words: 客户级别 属于 贵宾、重点；且 创建人 等于 本人 */
async function ruleTold(
  context: Context,
  { resourceCode, scopeMatch, scopeValue }: Row<typeof dataScope>,
  language: Language,
): Promise<string> {
  const of = paperOfTable(context, resourceCode ?? '');
  const descriptions = await Promise.all(
    (scopeValue ?? []).map((one) => context.inWords(of, `${one.field}_${one.op}`, one.value ?? '', language)),
  );
  return descriptions.join(labelIn(scopeMatch === 'any' ? ['；或 ', '; or '] : ['；且 ', '; and '], language));
}

export default behaviour<typeof dataScope>(dataScope, {
  describe: {
    scopeValue: ruleTold,
    scopeColumn: async (context, row, language) => namesTold(context, row, [row.scopeColumn ?? ''], language),
    scopeField: async (context, row, language) => {
      const names = scopeFields(row.scopeField);
      return names ? namesTold(context, row, names, language) : labelIn(['全部', 'All'], language);
    },
  },
  async saving(context, { before, values }) {
    if (before) await assertNotOwnScope(context, before.id);
    const whole = { ...before, ...values };
    const resourceCode =
      values.resourceCode ||
      (await resourceOf(context, { resourceCode: values.menuId ? '' : before?.resourceCode, menuId: whole.menuId }));
    const of = paperOfTable(context, resourceCode);
    const type = Number(whole.scopeType);
    if (type === 5) assertRule(of, whole.scopeMatch, whole.scopeValue);
    const scopeColumn = columnNamed(whole.scopeColumn);
    if (scopeColumn && scopeColumn !== '-' && type >= 2 && type <= 4)
      assertColumn(of, scopeColumn, type === 2 ? 'person' : 'department');
    return { resourceCode, scopeColumn, scopeField: fieldsKept(of, whole.scopeField) };
  },
  staying: (context, rows) =>
    ownScopes(
      context,
      rows.map((row) => row.id),
    ),
  leaving: (context, rows) =>
    takeFromRoles(
      context,
      1,
      rows.map((row) => row.id),
    ),
  calls: [implement(previewRule, { read: preview }), implement(ruleColumns, { read: columnsOf })],
});
