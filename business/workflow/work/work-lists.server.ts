import type { Page } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { durationText } from './duration.rules.ts';
import type { BladeFlow } from './flow-shapes.calls.ts';
import { categoryName, instanceColumns, wallMoment, taskColumns, waitsForSql } from './flow-sql.server.ts';
import { candidateKeys } from './candidates.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Filters of every list of tasks. */
export interface FlowFilters {
  readonly current: number;
  readonly size: number;
  readonly category: string | null;
  readonly processDefinitionName: string | null;
  readonly beginDate: string | null;
  readonly endDate: string | null;
}

/** Counting of rows stops here; the total is then marked as approximate. */
const MAX_COUNTED = 10_000;

type Listed = Omit<BladeFlow, 'variables' | 'status' | 'historyActivityDurationTime'> & { readonly duration: number };

/** Return one page of rows and their number. Both statements are sent together. */
export async function flowPage<Row>(
  { sql }: Pick<Reading, 'sql'>,
  { current, size }: { readonly current: number; readonly size: number },
  statement: {
    readonly columns: string;
    readonly from: string;
    readonly order: string;
    readonly values: readonly unknown[];
    /** Another `from` part that counts the same rows with fewer joins; absent: `from`. */
    readonly counted?: string;
  },
): Promise<Page<Row>> {
  const { columns, from, order, values, counted = from } = statement;
  const [records, [{ n }]] = await Promise.all([
    sql.query<Row>(`select ${columns} ${from} ${order} limit ${size} offset ${(current - 1) * size}`, values),
    sql.query<{ n: number }>(`select count(*)::int as n from (select 1 ${counted} limit ${MAX_COUNTED}) x`, values),
  ]);
  return {
    records,
    total: n,
    size,
    current,
    pages: Math.ceil(n / size),
    ...(n === MAX_COUNTED && { totalApprox: true }),
  };
}

/** Return a `like` pattern for a contained text, with its special characters escaped. */
export const contained = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Return SQL conditions of the filters, for a version `d` and the moment `at`. `$1` is the company, `$2` now. */
function filtered(filters: FlowFilters, at: string, values: unknown[]): string {
  const conditions: string[] = [];
  const put = (value: unknown): string => {
    values.push(value);
    return `$${values.length}`;
  };
  if (filters.category) conditions.push(`d.category = ${put(filters.category)}`);
  if (filters.processDefinitionName) conditions.push(`d.name ilike ${put(contained(filters.processDefinitionName))}`);
  if (filters.beginDate) conditions.push(`${at} >= ${put(filters.beginDate)}::date`);
  if (filters.endDate) conditions.push(`${at} < ${put(filters.endDate)}::date + 1`);
  return conditions.map((one) => ` and ${one}`).join('');
}

const JOINED =
  'join wf_instance i on i.id = t.instance_id and i.tenant_id = $1 join wf_definition d on d.id = t.definition_id and d.tenant_id = $1';

/** Return a page of rows in the shape of the calls. */
export const flowsOf = (
  { language }: Pick<Reading, 'language'>,
  page: Page<Listed>,
  status: BladeFlow['status'],
): Page<BladeFlow> => ({
  ...page,
  records: page.records.map(({ duration, ...row }) => ({
    ...row,
    status,
    historyActivityDurationTime: row.endTime === '' ? '' : durationText(duration, language),
    variables: {},
  })),
});

const steps = `'' as "historyActivityId", '' as "historyActivityName", '' as "historyActivityType"`;

async function taskPage(
  reading: Reading,
  filters: FlowFilters,
  { where, by, values }: { readonly where: string; readonly by: string; readonly values: unknown[] },
): Promise<Page<Listed>> {
  const conditions = filtered(filters, `t.${by}`, values);
  const rows = `where t.tenant_id = $1 and $2::timestamptz is not null and ${where}${conditions}`;
  return flowPage<Listed>(reading, filters, {
    columns: `${taskColumns(reading.language)}, ${steps}`,
    from: `from wf_task t ${JOINED} ${rows}`,
    ...(!conditions && { counted: `from wf_task t ${rows}` }),
    order: `order by t.${by} desc, t.id desc`,
    values,
  });
}

/** Return open tasks of the caller. */
export const readTodo = async (reading: Reading, filters: FlowFilters): Promise<Page<BladeFlow>> =>
  flowsOf(
    reading,
    await taskPage(reading, filters, {
      where: "t.assignee_id = $3 and t.state = 'open'",
      by: 'created_at',
      values: [reading.tenantId, reading.now(), reading.person.id],
    }),
    'todo',
  );

/** Return tasks that the caller completed. */
export const readDone = async (reading: Reading, filters: FlowFilters): Promise<Page<BladeFlow>> =>
  flowsOf(
    reading,
    await taskPage(reading, filters, {
      where: "t.ended_by = $3 and t.state = 'done'",
      by: 'ended_at',
      values: [reading.tenantId, reading.now(), reading.person.id],
    }),
    'finish',
  );

/**
 * Return open tasks that the caller may claim. For each candidate key an index supplies rows up to the end of the page:
 * of ten thousand waiting tasks only ten are read. The count, which stops after a thousand, has the order of the index
 * too: without it PostgreSQL would read the whole table.
 */
export async function readClaim(reading: Reading, filters: FlowFilters): Promise<Page<BladeFlow>> {
  const values: unknown[] = [reading.tenantId, reading.now(), await candidateKeys(reading)];
  const conditions = filtered(filters, 't.created_at', values);
  const open = `from wf_task t ${JOINED}`;
  const reach = filters.current * filters.size;
  const found = (most: number): string =>
    conditions
      ? `(select distinct c.task_id from wf_task_candidate c where c.tenant_id = $1 and c.key = any($3::text[]))`
      : `(select distinct c.task_id from unnest($3::text[]) k(key) cross join lateral (select c.task_id from wf_task_candidate c
           where c.tenant_id = $1 and c.key = k.key order by c.created_at desc, c.task_id desc limit ${most}) c)`;
  const where = (most: number): string =>
    `where t.tenant_id = $1 and $2::timestamptz is not null and t.state = 'open' and t.assignee_id is null and t.id in ${found(most)}${conditions}`;
  const [records, [{ n }]] = await Promise.all([
    reading.sql.query<Listed>(
      `select ${taskColumns(reading.language)}, ${steps} ${open} ${where(reach)} order by t.created_at desc, t.id desc limit ${filters.size} offset ${reach - filters.size}`,
      values,
    ),
    reading.sql.query<{ n: number }>(
      conditions
        ? `select count(*)::int as n from (select 1 ${open} ${where(MAX_COUNTED)} limit ${MAX_COUNTED}) x`
        : `select count(*)::int as n from (select distinct c.task_id from unnest($3::text[]) k(key) cross join lateral (select c.task_id from wf_task_candidate c
             where c.tenant_id = $1 and $2::timestamptz is not null and c.key = k.key order by c.created_at desc, c.task_id desc limit 1001) c limit 1001) x`,
      values,
    ),
  ]);
  const { current, size } = filters;
  return flowsOf(
    reading,
    { records, total: n, size, current, pages: Math.ceil(n / size), ...(n > 1000 && { totalApprox: true }) },
    'claim',
  );
}

/** Return process instances that the caller started, each with its last task. */
export async function readSent(reading: Reading, filters: FlowFilters): Promise<Page<BladeFlow>> {
  const values: unknown[] = [reading.tenantId, reading.now(), reading.person.id];
  const conditions = filtered(filters, 'i.started_at', values);
  const last = `left join lateral (select t.* from wf_task t where t.instance_id = i.id and t.tenant_id = $1 order by (t.state = 'open') desc, t.created_at desc, t.id desc limit 1) t on true`;
  const page = await flowPage<Listed>(reading, filters, {
    columns: `coalesce(t.id::text, '') as "taskId", coalesce(t.name, '') as "taskName", coalesce(t.node_id, '') as "taskDefinitionKey",
      coalesce(t.assignee_id::text, '') as assignee, coalesce((select n.real_name from ${userFacts} n where n.tenant_id = $1 and n.id = t.assignee_id), '') as "assigneeName",
      case when t.state = 'open' then ${waitsForSql} else '' end as "waitsFor",
      d.category, ${categoryName('d.category', reading.language)} as "categoryName", ${wallMoment('i.started_at')} as "createTime", ${wallMoment('i.ended_at')} as "endTime",
      ${wallMoment('t.claimed_at')} as "claimTime", ${wallMoment('t.due_at')} as "dueTime", ${wallMoment('t.ended_at')} as "historyTaskEndTime", coalesce(t.execution_id::text, '') as "executionId",
      ${instanceColumns}, coalesce(t.comment, '') as comment, case t.decision when 'pass' then 'ok' else '' end as flag, i.state = 'suspended' as suspended, ${steps},
      (extract(epoch from coalesce(i.ended_at, $2::timestamptz) - i.started_at) * 1000)::float8 as duration`,
    from: `from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = $1 ${last}
      where i.tenant_id = $1 and $2::timestamptz is not null and i.starter_id = $3 and i.parent_id is null${conditions}`,
    order: 'order by i.started_at desc, i.id desc',
    values,
  });
  return flowsOf(reading, page, 'finish');
}
