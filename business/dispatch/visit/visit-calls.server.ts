import { isId } from '#kernel/fields/ref/ref.ts';
import { type CallInput, type Context, type OwnCall, type Reading, row as refuseRow } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { VisibleRow } from '#kernel/server';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { LONGEST_DAYS } from '../occupancy/conflicts.rules.ts';

import { technicianOf } from './own-visits.server.ts';
import { withPhone } from './own-visits.server.ts';
import { visit } from './visit.paper.ts';

/** So many visits are on a phone at once. */
const MOST_SEEN = 40;

type Query = Readonly<Record<string, string>>;

/** The visit that a call names, if the asking person may see it. */
export async function visibleVisit(reading: Reading, id: string | undefined): Promise<VisibleRow & Row<typeof visit>> {
  const [row] = await reading.visible(visit, { match: { id: idFrom(id) }, limit: 1 });
  if (!row) throw refuseRow.missing({ title: visit.title });
  return row as unknown as VisibleRow & Row<typeof visit>;
}

/** All visits of a department and below in a span of days, for the board. */
async function allOf(reading: Reading, { deptId, from, to }: Query): Promise<VisibleRow[]> {
  const start = from || reading.today();
  const end = to || start;
  return reading.visible(visit, {
    also: (values) =>
      `t.plan_start < (${values.add(end)}::date + 1)::timestamptz and t.plan_start >= (${values.add(start)}::date - ${LONGEST_DAYS})::timestamptz and t.plan_end >= (${values.add(start)}::date)::timestamptz and t.sent_time is not null${
        deptId
          ? ` and t.dept_id in (
      with recursive below as (select id from blade_dept where id = ${values.add(idFrom(deptId))} union all select d.id from blade_dept d join below b on d.parent_id = b.id) select id from below)`
          : ''
      }`,
    order: 't.plan_start asc',
    limit: 1000,
  });
}

/** Only my visits: those I lead or help at. */
async function own(reading: Reading, query: Query): Promise<Record<string, unknown>> {
  const current = Math.max(1, Number.parseInt(query.current ?? '', 10) || 1);
  const size = Math.min(1000, Math.max(1, Number.parseInt(query.size ?? '', 10) || 10));
  const me = await technicianOf(reading);
  const wanted = {
    match: query.taskStatus ? { taskStatus: query.taskStatus.split(',') } : {},
    also: (values: {
      add(value: unknown): string;
    }) => `t.sent_time is not null and (t.technician_id = ${values.add(me)} or exists (select 1 from asdispatchformdetails c where c.tenant_id = t.tenant_id and c.disp_id = t.disp_id and c.technician_id = ${values.add(me)} and c.is_current and c.is_deleted = 0))
      ${query.from ? ` and t.plan_start >= (${values.add(query.from)}::date)::timestamptz` : ''}${query.to ? ` and t.plan_start < (${values.add(query.to)}::date + 1)::timestamptz` : ''}`,
  };
  const total = await reading.countVisible(visit, wanted);
  const rows = await reading.visible(visit, {
    ...wanted,
    order: 't.plan_start asc, t.id asc',
    limit: current * size,
  });
  const page = rows.slice((current - 1) * size);
  return {
    records: await Promise.all(page.map((row) => withPhone(reading, row))),
    total,
    current,
    size,
    pages: Math.ceil(total / size),
  };
}

async function finishOnce(asking: CallInput, context: Context): Promise<unknown> {
  const { body } = asking;
  const row = await visibleVisit(context, String(body.id ?? ''));
  // The completion that was submitted may have ended it a moment before: then there is nothing left to do.
  // Whoever ends it by saving the completion at the same moment comes before or after: the second changes nothing.
  const [held] = await context.lockRows(visit, [row.id]);
  if (held && held.taskStatus !== row.taskStatus) return finishOnce(asking, context);
  if (['finished', 'partial'].includes(String(row.taskStatus)) && row.visitResult === body.visitResult) return row;
  return context.act(visit, row.id, 'finish', body as Record<string, unknown>);
}

/** The technician has them on his phone: from now on they are no secret that could be taken back quietly. */
async function markSeen({ body }: CallInput, context: Context): Promise<unknown> {
  const ids = (Array.isArray(body.ids) ? body.ids : []).map(String).filter(isId).slice(0, MOST_SEEN);
  const rows = await context.sql.query(
    'update dispatchlist set seen_time = $4, version = version + 1, update_time = $4 where tenant_id = $1 and id = any($2::bigint[]) and technician_id = $3 and sent_time is not null and seen_time is null and is_deleted = 0 returning id',
    [context.tenantId, ids, await technicianOf(context), context.now()],
  );
  return { count: rows.length };
}

export const visitCalls: readonly OwnCall[] = [
  {
    method: 'POST',
    path: 'seen',
    needs: 'accept',
    summary: ['任务已查看', 'The technician has seen his visits'],
    write: markSeen,
  },
  {
    method: 'POST',
    path: 'save',
    needs: 'save',
    summary: ['保存任务(不下发)', 'Save a visit without sending it'],
    write: ({ body }, context) => context.submit(visit, { ...body, id: undefined, send: false }),
  },
  { method: 'POST', path: 'finish', needs: 'finish', summary: ['完成任务', 'Finish a visit'], write: finishOnce },
  {
    method: 'GET',
    path: 'getAllList',
    needs: 'view',
    query: ['deptId', 'from', 'to'],
    summary: ['部门及下级全部任务', 'All visits of a department and below'],
    read: ({ query }, reading) => allOf(reading, query),
  },
  {
    method: 'GET',
    path: 'onlyList',
    needs: 'view',
    query: ['current', 'size', 'from', 'to', 'taskStatus'],
    summary: ['我的任务', 'My visits'],
    read: ({ query }, reading) => own(reading, query),
  },
  {
    method: 'GET',
    path: 'getDeptId',
    needs: 'view',
    summary: ['派工部门', 'Department for dispatching'],
    read: async (_asking, reading) => reading.person.departments[0] ?? '',
  },
  {
    method: 'GET',
    path: 'getDispatchRegisteMain',
    needs: 'view',
    query: ['id'],
    summary: ['任务的服务档案', 'Service file of a visit'],
    async read({ query }, reading) {
      const row = await visibleVisit(reading, query.id);
      const order = row.registrationFormId ? await reading.get(registration, row.registrationFormId) : null;
      return order
        ? ((await reading.visible(serviceFile, { match: { id: order.registerMainId }, limit: 1 }))[0] ?? {})
        : {};
    },
  },
  {
    method: 'GET',
    path: 'getRegisDetail/{id}',
    needs: 'view',
    summary: ['任务的登记单', 'Registration of a visit'],
    async read({ params }, reading) {
      const row = await visibleVisit(reading, params.id);
      return (await reading.visible(registration, { match: { id: row.registrationFormId }, limit: 1 }))[0] ?? {};
    },
  },
  {
    method: 'GET',
    path: 'getDispDetail/{id}',
    needs: 'view',
    summary: ['任务的派工单', 'Dispatch form of a visit'],
    async read({ params }, reading) {
      const row = await visibleVisit(reading, params.id);
      return (await reading.visible(dispatchForm, { match: { id: row.dispId }, limit: 1 }))[0] ?? {};
    },
  },
];
