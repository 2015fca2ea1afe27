import type { Label } from '#kernel/language/label.ts';

/** What still ties a technician to the company: its words, and the statement that names the technician of each open thing. */
interface Tie {
  readonly words: Label;
  readonly sql: string;
}

const OPEN_VISIT = "('pendingAccept', 'accepted', 'appointed', 'traveling', 'working', 'paused')";

/** Nobody leaves while one of these is open. Source: after-sales design §4.6, invariant T4. */
export const ties: readonly Tie[] = [
  {
    words: ['未完成的任务', 'open visits'],
    sql: `select c.technician_id from asdispatchformdetails c join dispatchlist v on v.tenant_id = c.tenant_id and v.disp_id = c.disp_id and v.is_deleted = 0 and v.task_status in ${OPEN_VISIT} where c.tenant_id = $1 and c.is_deleted = 0 and c.is_current`,
  },
  {
    words: ['个人库存', 'stock of his own'],
    sql: 'select w.technician_id from asstock s join aswarehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id where s.tenant_id = $1 and s.is_deleted = 0 and s.on_hand <> 0 and w.technician_id is not null',
  },
  {
    words: ['未交款的收款', 'money not handed over'],
    sql: "select c.technician_id from ascollectdetaileds c where c.tenant_id = $1 and c.is_deleted = 0 and c.transmit_status = 'none' and c.amount <> 0",
  },
  {
    words: ['未结算的计件与工资', 'unsettled pieces or wages'],
    sql: `select l.technician_id from aspieceworkcollect l join aspiecework p on p.tenant_id = l.tenant_id and p.id = l.piece_id and p.is_deleted = 0 and p.piece_status not in ('settled', 'cancelled') where l.tenant_id = $1 and l.is_deleted = 0
      union all select technician_id from aswageline where tenant_id = $1 and is_deleted = 0 and line_status not in ('paid', 'voided')
      union all select technician_id from aswagesheet where tenant_id = $1 and is_deleted = 0 and wage_status <> 'paid'`,
  },
];
