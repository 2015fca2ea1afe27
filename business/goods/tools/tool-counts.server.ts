import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { availableOf } from './tool.rules.ts';
import { tool } from './tool.paper.ts';

export type Tool = Row<typeof tool>;

/** Is the tool one piece with a number? */
export const isSinglePiece = (of: Pick<Tool, 'trackMode'>): boolean => of.trackMode === 'serial';

const NONE: ReadonlyMap<string, bigint> = new Map();

/**
 * Recount what is out and lost of tools from their lines, and write it where the tool has enough. Damaged pieces go to
 * repair. The caller holds the tools. Guard and write are one statement; it writes neither version nor log.
 */
export async function recountTools(
  context: Context,
  toolIds: readonly string[],
  damaged: ReadonlyMap<string, bigint> = NONE,
): Promise<void> {
  const rows = await context.sql.query<{ id: string; name: string; isOver: boolean; left: string }>(
    `with x as (
      select t.id, t.tool_name, k.more, t.total_qty - coalesce(t.repair_qty, 0) - k.more - coalesce(t.scrap_qty, 0) as owned, coalesce(sum(d.out_qty - coalesce(d.return_qty, 0) - coalesce(d.lost_qty, 0) - coalesce(d.damage_qty, 0)), 0) as out, coalesce(sum(d.lost_qty), 0) as lost
      from unnest($2::bigint[], $3::numeric[]) as k(id, more) join astool t on t.id = k.id left join astooldetails d on d.tenant_id = t.tenant_id and d.tool_id = t.id and d.is_deleted = 0 and d.out_qty is not null where t.tenant_id = $1 group by t.id, k.more),
    u as (update astool t set out_qty = x.out, lost_qty = x.lost, repair_qty = coalesce(t.repair_qty, 0) + x.more from x where t.tenant_id = $1 and t.id = x.id and x.out + x.lost <= x.owned returning t.id)
    select x.id::text as id, x.tool_name as name, x.id not in (select id from u) as "isOver", greatest(x.owned - x.out - x.lost, 0)::text as left from x order by x.id`,
    [context.tenantId, toolIds, toolIds.map((id) => decimalOf(damaged.get(id) ?? 0n, QTY))],
  );
  const over = rows.find((row) => row.isOver);
  if (over) throw refuse.toolShort({ tool: over.name, n: quantityText(over.left) });
}

/** Return the quantity that a verb names; a single tool is always one piece. */
export function quantityOf(of: Tool, qty: string | null): bigint {
  if (isSinglePiece(of)) return 10n ** BigInt(QTY);
  const steps = stepsOf(qty, QTY);
  if (steps <= 0n) throw refuse.toolQuantity({ tool: of.toolName });
  return steps;
}

/** Refuse to take more of a tool than is in the store. */
export function assertInStore(of: Tool, qty: bigint): void {
  const left = availableOf(of);
  if (qty > left) throw refuse.toolShort({ tool: of.toolName, n: quantityText(decimalOf(left, QTY)) });
}
