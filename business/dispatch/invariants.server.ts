import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { employedWithinSql } from '#business/masterdata/people/technician/employment.rules.ts';
import { logEndsInState } from '#business/masterdata/records/log-ends.rules.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { skillFacts } from '#business/masterdata/people/skill-facts.relation.ts';

const LIVE_FORM = "d.is_deleted = 0 and d.dispatch_status <> 'cancelled'";
const OPEN_VISIT = "('pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused')";

/** Invariants of dispatch forms, crews and visits. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'D1A',
    paper: 'registration',
    title: ['一张登记单至多一张有效派工单', 'A work order has at most one live dispatch order'],
    sql: `select d.registration_form_id as id, count(*) || ' × ' || string_agg(d.dispatch_status, ', ') as words from asdispatchform d where d.tenant_id = $1 and ${LIVE_FORM} group by d.registration_form_id having count(*) > 1`,
  },
  {
    code: 'D1B',
    paper: 'dispatchForm',
    title: ['派工单的当前任务与其状态相符', 'The current visits of a dispatch order fit its state'],
    sql: `select d.id, d.dispatch_status || ': ' || count(v.id) as words from asdispatchform d left join dispatchlist v on v.tenant_id = d.tenant_id and v.disp_id = d.id and v.is_deleted = 0 and v.is_current
      where d.tenant_id = $1 and d.is_deleted = 0 group by d.id, d.dispatch_status having count(v.id) <> case when d.dispatch_status in ('dispatched', 'inProgress', 'completed') then 1 else 0 end`,
  },
  {
    code: 'D2A',
    paper: 'registration',
    title: ['登记单状态随派工单', 'The state of a work order follows its dispatch order'],
    sql: `select r.id, d.dispatch_status || ' → ' || r.register_status as words from asdispatchform d join ${registrationFacts} r on r.id = d.registration_form_id where d.tenant_id = $1 and ${LIVE_FORM}
      and not (r.register_status = any(case d.dispatch_status when 'draft' then array['registered', 'waiting'] when 'dispatched' then array['dispatched'] when 'inProgress' then array['inService'] when 'onHold' then array['waiting'] when 'completed' then array['finished'] else array['confirmed', 'closed'] end))`,
  },
  {
    code: 'D3',
    paper: 'dispatchForm',
    title: ['班组恰有一名主修，分配比例合计为 1', 'A crew has one lead and its shares add up to 1'],
    sql: `select c.disp_id as id, count(*) filter (where c.crew_role = 'lead') || ' lead, Σ ' || sum(c.share_ratio) as words from asdispatchformdetails c where c.tenant_id = $1 and c.is_deleted = 0 and c.is_current
      group by c.disp_id having count(*) filter (where c.crew_role = 'lead') <> 1 or sum(c.share_ratio) <> 1`,
  },
  {
    code: 'D9',
    paper: 'registration',
    title: [
      '已取消的登记单没有未完任务、占用和计时',
      'A cancelled work order has no open visit, taken time or running clock',
    ],
    sql: `select r.id, r.registration_no as words from ${registrationFacts} r where r.tenant_id = $1 and r.is_deleted = 0 and r.register_status = 'cancelled' and (
      exists (select 1 from dispatchlist v where v.tenant_id = $1 and v.registration_form_id = r.id and v.is_deleted = 0 and v.task_status in ${OPEN_VISIT})
      or exists (select 1 from ${slaClockFacts} k where k.tenant_id = $1 and k.biz_id = r.id and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled')
      or exists (select 1 from dispatchlist v join asoccupancy o on o.dispatch_list_id = v.id where v.tenant_id = $1 and v.registration_form_id = r.id and o.is_open and o.is_deleted = 0))`,
  },
  {
    code: 'D4A',
    paper: 'visit',
    title: ['技师不同时在两处', 'Nobody is at two doors at once'],
    sql: `select max(v.id) as id, string_agg(v.task_no, ', ') as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status in ('traveling', 'working', 'paused') group by v.technician_id having count(*) > 1`,
  },
  {
    code: 'D4B',
    paper: 'visit',
    title: ['有效占用不重叠，强制的除外', 'Taken times do not overlap unless forced'],
    sql: `select a.dispatch_list_id as id, left(a.occupy_from::text, 16) || ' × ' || left(b.occupy_from::text, 16) as words from asoccupancy a join asoccupancy b on b.tenant_id = a.tenant_id and b.technician_id = a.technician_id and b.id > a.id and b.is_open and b.is_deleted = 0 and not coalesce(b.forced, false)
        and b.occupy_from < a.occupy_to and b.occupy_to > a.occupy_from where a.tenant_id = $1 and a.is_open and a.is_deleted = 0 and not coalesce(a.forced, false)`,
  },
  {
    code: 'D4C',
    paper: 'leaveForm',
    title: ['请假期间没有任务占用', 'Nobody is taken while on leave'],
    sql: `select l.id, l.leave_no || ' × ' || left(o.occupy_from::text, 16) as words from asoccupancy o join ${leaveFormFacts} l on l.tenant_id = o.tenant_id and l.technician_id = o.technician_id and l.is_deleted = 0 and l.approve_status = 'approved'
        and l.start_time < o.occupy_to and l.end_time > o.occupy_from where o.tenant_id = $1 and o.is_open and o.is_deleted = 0`,
  },
  {
    code: 'D5A',
    paper: 'visit',
    title: ['任务各步时间有先后', 'The steps of a visit follow each other'],
    sql: `select v.id, v.task_no as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and not (coalesce(v.accept_time >= v.create_time - interval '1 minute', true) and coalesce(v.accept_time <= v.appoint_time, true) and coalesce(v.depart_time <= v.arrive_time, true)
        and coalesce(v.accept_time <= v.depart_time, true) and coalesce(v.arrive_time <= v.finish_time, true) and coalesce(v.finish_time <= v.confirm_time, true))`,
  },
  {
    code: 'D5B',
    paper: 'visit',
    title: ['路途、作业、暂停分钟合计为出发到完成', 'Travel, work and pause add up from departure to finish'],
    sql: `select v.id, v.travel_minutes || ' + ' || v.work_minutes || ' + ' || v.pause_minutes as words from dispatchlist v where v.tenant_id = $1 and v.is_deleted = 0 and v.finish_time is not null and v.work_minutes is not null
        and abs(coalesce(v.travel_minutes, 0) + v.work_minutes + coalesce(v.pause_minutes, 0) - floor(extract(epoch from v.finish_time - coalesce(v.depart_time, v.arrive_time, v.finish_time)) / 60)) > 1`,
  },
  {
    code: 'D10',
    paper: 'visit',
    title: ['待上门的技师在职且证书有效，强制的除外', 'Who is to come is employed and certified, unless forced'],
    sql: `select v.id, v.task_no || ' ' || t.real_name as words from dispatchlist v join ${technicianFacts} t on t.id = v.technician_id join ${registrationFacts} r on r.id = v.registration_form_id
      where v.tenant_id = $1 and v.is_deleted = 0 and v.task_status in ('accepted', 'appointed', 'traveling') and (t.status = 0 or (not coalesce(v.forced, false)
        and exists (select 1 from unnest(r.required_skill_ids) need(id) join ${skillFacts} k on k.id = need.id and k.need_certificate where not exists (select 1 from jsonb_array_elements(t.skills) h where h ->> 'skillId' = need.id::text and coalesce(nullif(h ->> 'expireDate', '')::date, 'infinity'::date) >= v.plan_start::date))))
      union all select v.id, v.task_no || ' ' || t.real_name || ' is not employed that day' from asoccupancy o join dispatchlist v on v.tenant_id = o.tenant_id and v.id = o.dispatch_list_id and v.is_deleted = 0 join ${technicianFacts} t on t.id = o.technician_id
      where o.tenant_id = $1 and o.is_open and o.is_deleted = 0 and v.task_status in ('pendingAccept', 'accepted', 'appointed', 'traveling')
        and not (${employedWithinSql('t', 'o.occupy_from::date', 'o.occupy_from::date')} and ${employedWithinSql('t', 'o.occupy_to::date', 'o.occupy_to::date')})`,
  },
  logEndsInState({
    code: 'D7C',
    paper: 'dispatchForm',
    table: 'asdispatchform',
    state: 'dispatch_status',
    bizType: 'dispatch',
    title: ['派工单', 'dispatch order'],
  }),
  logEndsInState({
    code: 'D7D',
    paper: 'visit',
    table: 'dispatchlist',
    state: 'task_status',
    bizType: 'task',
    title: ['任务', 'visit'],
  }),
  logEndsInState({
    code: 'D7F',
    paper: 'delay',
    table: 'asdelayworkregistration',
    state: 'approve_status',
    bizType: 'delay',
    title: ['延期', 'delay'],
  }),
];
