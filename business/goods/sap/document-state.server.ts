import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { sapFlow } from './sap-flow.paper.ts';
import { type SapState, worstOf } from './sap-states.rules.ts';

export type Flow = Row<typeof sapFlow>;

/** The documents whose rows are sent, by their kind. */
export const documentOf = (billType: Flow['billType']) =>
  billType === 'shipment' ? materialShipment : billType === 'returnBack' ? materialReturn : null;

/** Lock the documents of rows: they precede their rows in the order of locks. */
export async function lockDocumentsOf(context: Context, flowIds: readonly string[]): Promise<void> {
  for (const billType of ['shipment', 'returnBack'] as const) {
    const rows = await context.sql.query<{ id: string }>(
      'select distinct bill_id::text as id from assapwarehouseflow where tenant_id = $1 and id = any($2::bigint[]) and bill_type = $3 and bill_id is not null',
      [context.tenantId, flowIds, billType],
    );
    const [ids, paper] = [rows.map((row) => row.id), documentOf(billType)];
    if (ids.length && paper) await context.lockRows(paper, ids);
  }
}

/** Write the SAP state of a document: the worst one of its rows. The document is locked. */
export async function followFlows(context: Context, { billType, billId }: Flow): Promise<void> {
  const paper = documentOf(billType);
  if (!paper || !billId) return;
  const [{ states, docNum }] = await context.sql.query<{ states: SapState[]; docNum: string | null }>(
    `select coalesce(array_agg(distinct sap_status), '{}') as states, min(sap_doc_num) as "docNum" from assapwarehouseflow where tenant_id = $1 and bill_type = $2 and bill_id = $3 and is_deleted = 0`,
    [context.tenantId, billType, billId],
  );
  const worst = worstOf(states);
  const { sapStatus } = await context.get(paper, billId);
  if (worst !== sapStatus) await context.move(paper, billId, worst, 'sap', { sapDocNum: docNum });
}
