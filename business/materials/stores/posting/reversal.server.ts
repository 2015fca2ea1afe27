import { stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { QTY, sourceOf, targetOf } from '../posting.rules.ts';
import type { Move } from '../posting.service.ts';

interface Original {
  id: string;
  no: string;
  materialId: string;
  materialStatus: string;
  toStatus: string;
  serialNo: string;
  fromId: string;
  toId: string;
  qty: string;
  reversed: string;
}

const answers = (move: Move, of: Original): boolean =>
  move.materialId === of.materialId &&
  sourceOf(move).status === of.toStatus &&
  targetOf(move).status === of.materialStatus &&
  (move.serialNo ?? '') === of.serialNo &&
  move.fromWarehouseId === of.toId &&
  move.toWarehouseId === of.fromId;

/**
 * Refuse a reversal that does not go back along the movement it names with the conditions swapped, or exceeds it. The
 * caller holds the locks of both balances, so the same movement is not reversed twice.
 */
export async function assertReversals(context: Context, moves: readonly Move[]): Promise<void> {
  const reversing = moves.filter((move) => move.reverseOfId);
  if (!reversing.length) return;
  const rows = await context.sql.query<Original>(
    `select l.id::text as id, l.move_no as no, l.material_id::text as "materialId", l.material_status as "materialStatus", coalesce(l.to_material_status, l.material_status) as "toStatus", coalesce(l.serial_no, '') as "serialNo",
      l.from_warehouse_id::text as "fromId", l.to_warehouse_id::text as "toId", l.qty::text as qty, coalesce((select sum(r.qty) from asstockledger r where r.tenant_id = l.tenant_id and r.reverse_of_id = l.id and r.is_deleted = 0), 0)::text as reversed
    from asstockledger l where l.tenant_id = $1 and l.id = any($2::bigint[]) and l.is_deleted = 0`,
    [context.tenantId, reversing.map((move) => move.reverseOfId)],
  );
  const left = new Map(rows.map((row) => [row.id, stepsOf(row.qty, QTY) - stepsOf(row.reversed, QTY)]));
  for (const move of reversing) {
    const of = rows.find((row) => row.id === move.reverseOfId);
    if (!of || !answers(move, of)) throw refuse.reverseOther({ no: of?.no ?? '—' });
    const rest = mustGet(left, of.id) - stepsOf(move.qty, QTY);
    if (rest < 0n) throw refuse.reverseTooMuch({ no: of.no });
    left.set(of.id, rest);
  }
}
