import type { Reading } from '#kernel/server';

/** Tools that a technician has of one line of an application. */
export interface ToolInHand {
  readonly id: string;
  readonly toolApplyId: string;
  readonly toolApplyNo: string;
  readonly toolCode: string;
  readonly toolName: string;
  readonly serialNo: string | null;
  readonly qty: string;
  /** The day on which they come back; null for a permanent one. */ readonly dueDay: string | null;
  readonly isPermanent: boolean;
  /** The end of the calibration; null where none is needed. */ readonly calibrateDue: string | null;
  readonly outPhotos: number;
  readonly returnPhotos: number;
}

/** Return the tools that a technician has, the oldest line first. */
export const heldTools = (reading: Reading, technicianId: string): Promise<ToolInHand[]> =>
  reading.sql.query<ToolInHand>(
    `select d.id::text as id, a.id::text as "toolApplyId", a.tool_apply_no as "toolApplyNo", t.tool_code as "toolCode", d.tool_name as "toolName", d.serial_no as "serialNo",
      (d.out_qty - coalesce(d.return_qty, 0) - coalesce(d.lost_qty, 0) - coalesce(d.damage_qty, 0))::numeric(14,3)::text as qty,
      case when a.tool_apply_type <> 'keep' then a.plan_return_date::text end as "dueDay", a.tool_apply_type = 'keep' as "isPermanent", case when t.need_calibrate then t.calibrate_due::text end as "calibrateDue",
      coalesce(cardinality(d.out_photo), 0)::int as "outPhotos", coalesce(cardinality(d.return_photo), 0)::int as "returnPhotos"
    from astooldetails d join astoolapply a on a.tenant_id = d.tenant_id and a.id = d.tool_apply_id and a.is_deleted = 0 and a.technician_id = $2 join astool t on t.tenant_id = d.tenant_id and t.id = d.tool_id
    where d.tenant_id = $1 and d.is_deleted = 0 and d.out_qty > coalesce(d.return_qty, 0) + coalesce(d.lost_qty, 0) + coalesce(d.damage_qty, 0) order by d.id limit 200`,
    [reading.tenantId, technicianId],
  );
