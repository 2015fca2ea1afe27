import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import { logEndsInState } from '#business/masterdata/records/log-ends.rules.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';
import { serviceFileFacts } from '#business/customers/service-file/service-file-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';
import { equipmentFacts } from '#business/customers/equipment/equipment-facts.relation.ts';

/** Invariants of requests and registrations. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'D2B',
    paper: 'repairForm',
    title: ['报修单状态随登记单', 'The state of a repair request follows its work order'],
    sql: `select f.id, r.register_status || ' → ' || f.repair_status as words from asrepairform f join asregistrationform r on r.id = f.registration_form_id where f.tenant_id = $1 and f.is_deleted = 0
      and f.repair_status <> case r.register_status when 'registered' then 'accepted' when 'waiting' then 'accepted' when 'confirmed' then 'finished' else r.register_status end`,
  },
  {
    code: 'D8D',
    paper: 'registration',
    title: ['登记单显示的时效与其时钟一致', 'The SLA that a work order shows is that of its clocks'],
    sql: `select r.id, r.registration_no as words from asregistrationform r where r.tenant_id = $1 and r.is_deleted = 0 and r.sla_due is distinct from (select min(k.due_time) from ${slaClockFacts} k where k.tenant_id = $1 and k.biz_type = 'registration' and k.biz_id = r.id and k.is_deleted = 0 and k.met_time is null and k.sla_state <> 'cancelled')`,
  },
  {
    code: 'D2E',
    paper: 'registration',
    title: [
      '登记单的地址、楼盘、班组与服务档案一致（专业班组除外）',
      'Address, premises and team of a work order are those of its file, unless another team was chosen',
    ],
    sql: `select r.id, r.registration_no || ': ' || concat_ws(' · ', r.address, r.customer_service_team) || ' ≠ ' || concat_ws(' · ', f.address, w.team) as words
      from asregistrationform r join ${serviceFileFacts} f on f.tenant_id = r.tenant_id and f.id = r.register_main_id join ${customerFacts} c on c.tenant_id = f.tenant_id and c.id = f.customer_id
      left join ${premisesFacts} p on p.tenant_id = f.tenant_id and p.id = f.premises_id
      cross join lateral (select case when f.premises_id is not distinct from c.premises_id then coalesce(c.customer_service_team, p.customer_service_team)
        else coalesce(p.customer_service_team, c.customer_service_team) end as team) w
      where r.tenant_id = $1 and r.is_deleted = 0 and r.register_status in ('registered', 'waiting', 'dispatched', 'inService')
        and (r.address is distinct from f.address or r.premises_id is distinct from f.premises_id or (r.customer_service_team is not distinct from c.customer_service_team and r.customer_service_team is distinct from coalesce(w.team, r.customer_service_team)))`,
  },
  {
    code: 'D2F',
    paper: 'repairForm',
    title: ['未完成报修单的设备属于该客户', 'The machine of an open request is of its customer'],
    sql: `select f.id, f.repair_no || ' · ' || e.equipment_no as words from asrepairform f join ${equipmentFacts} e on e.tenant_id = f.tenant_id and e.id = f.equipment_id
      where f.tenant_id = $1 and f.is_deleted = 0 and f.customer_id is not null and f.repair_status in ('draft', 'submitted', 'accepted', 'dispatched', 'inService') and e.customer_id <> f.customer_id`,
  },
  {
    code: 'D2G',
    paper: 'registration',
    title: ['未完成登记单的设备属于该客户', 'The machines of an open work order are of its customer'],
    sql: `select r.id, r.registration_no || ' · ' || e.equipment_no as words from asregistrationform r join asregistrationequipment l on l.tenant_id = r.tenant_id and l.registration_form_id = r.id and l.is_deleted = 0
      join ${equipmentFacts} e on e.tenant_id = l.tenant_id and e.id = l.equipment_id
      where r.tenant_id = $1 and r.is_deleted = 0 and r.register_status not in ('confirmed', 'cancelled', 'closed') and e.customer_id <> r.customer_id`,
  },
  {
    code: 'D2H',
    paper: 'equipment',
    title: ['设备的客户是其服务档案的客户', 'The customer of a machine is that of its service file'],
    sql: `select e.id, e.equipment_no || ' · ' || f.file_no as words from ${equipmentFacts} e join ${serviceFileFacts} f on f.tenant_id = e.tenant_id and f.id = e.register_main_id
      where e.tenant_id = $1 and e.is_deleted = 0 and e.customer_id <> f.customer_id`,
  },
  logEndsInState({
    code: 'D7A',
    paper: 'repairForm',
    table: 'asrepairform',
    state: 'repair_status',
    bizType: 'repair',
    title: ['报修单', 'repair request'],
  }),
  logEndsInState({
    code: 'D7B',
    paper: 'registration',
    table: 'asregistrationform',
    state: 'register_status',
    bizType: 'registration',
    title: ['登记单', 'work order'],
  }),
  logEndsInState({
    code: 'D7H',
    paper: 'urge',
    table: 'asurgevisit',
    state: 'urge_status',
    bizType: 'urge',
    title: ['催单', 'follow-up call'],
  }),
];
