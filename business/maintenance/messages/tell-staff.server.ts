import { serving } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { type Receivers, tellStaff, todoDone } from './tell.service.ts';
import { staffMessage } from './staff-message.paper.ts';

/** The accounts behind accounts, technicians and roles (of one team, where it is given). */
async function accountsOf(context: Context, { users = [], technicians = [], roles = [], team = null }: Receivers): Promise<string[]> {
  const rows = await context.sql.query<{ id: string }>(`select u.id::text as id from blade_user u where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and (u.id = any($2::bigint[])
      or u.id in (select t.user_id from astechnician t where t.tenant_id = $1 and t.id = any($3::bigint[]))
      or (exists (select 1 from blade_role r where r.tenant_id = $1 and r.is_deleted = 0 and r.role_alias = any($4::text[]) and r.id = any(u.role_id))
        and ($5::text is null or exists (select 1 from blade_dept d where d.tenant_id = $1 and d.is_deleted = 0 and d.id = any(u.dept_id) and $5 = any(d.customer_service_teams)))))`,
  [context.tenantId, users, technicians, roles, team]);
  return rows.map((row) => row.id);
}

const tell = serving(tellStaff, async (context, { event, to, title, content, bizType, bizId, bizNo, todo = false, dueTime = null, again }) => {
  const keyed = (await accountsOf(context, to)).map((id) => ({ id, key: `${event}#${bizId}#${again ?? ''}#${id}` }));
  const told = new Set((keyed.length ? await context.find(staffMessage, { dedupeKey: keyed.map((one) => one.key) }, 1000) : []).map((one) => one.dedupeKey));
  await context.createAll(staffMessage, keyed.filter((one) => !told.has(one.key)).map(({ id, key }) => ({
    messageEvent: event, receiverId: id, title: title.slice(0, 100), content: content.slice(0, 500), bizType, bizId, bizNo, isTodo: todo, dueTime, dedupeKey: key,
  })));
});

const done = serving(todoDone, async (context, { bizId, event }) => {
  const open = (await context.find(staffMessage, { bizId, isTodo: true, doneTime: null, ...(event && { messageEvent: event }) }, 1000));
  for (const one of open) await context.change(staffMessage, one.id, { doneTime: context.now() } as never);
});

/** What the product tells staff. */
export const staffServices = [tell, done];
