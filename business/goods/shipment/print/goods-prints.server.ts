import type { Shown } from '#kernel/language/calls/shape.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { companyName, countPrint, rowToPrint } from '#business/system/files/counted-print.server.ts';
import { materialApplyLine } from '../../apply/material-apply-line.paper.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { materialReturnLine } from '../../returns/material-return-line.paper.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { placesAt } from '../../scan/scan.server.ts';
import { materialShipmentLine } from '../material-shipment-line.paper.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import { toolLine } from '../../tools/tool-line.paper.ts';
import type { ApplyPrint, ReturnPrint, ShipmentPrint, ToolPrint } from './goods-prints.calls.ts';

const MAX_LINES = 500;

interface OneId {
  readonly id: string;
}

interface Printed<P extends AnyPaper, L extends AnyPaper> {
  readonly company: string;
  readonly form: Shown<P>;
  readonly lines: readonly Shown<L>[];
}

/** Return a paper with its lines, as far as the reader sees them. */
async function printed<P extends AnyPaper, L extends AnyPaper>(
  reading: Reading,
  paper: P,
  { of, parent, id }: { readonly of: L; readonly parent: FieldName<L>; readonly id: string },
): Promise<Printed<P, L>> {
  const form = await rowToPrint(reading, paper, id);
  const lines = await reading.visible(of, { query: { [parent]: id }, partOf: form }).words({ limit: MAX_LINES });
  return { company: await companyName(reading), form, lines };
}

/** Return the content of a printed request, with the places of its materials. */
export async function applyPrint({ id }: OneId, reading: Reading): Promise<ApplyPrint> {
  const print = await printed(reading, materialApply, { of: materialApplyLine, parent: 'materialsApplyId', id });
  return { ...print, places: await placesAt(reading, print.form.fromWarehouseId, print.lines) };
}

/** Return the content of a printed shipment, with the places of its materials. */
export async function shipmentPrint({ id }: OneId, reading: Reading): Promise<ShipmentPrint> {
  const print = await printed(reading, materialShipment, {
    of: materialShipmentLine,
    parent: 'materialShipmentsId',
    id,
  });
  return { ...print, places: await placesAt(reading, print.form.fromWarehouseId, print.lines) };
}

/** Return the content of a printed return. */
export const returnPrint = ({ id }: OneId, reading: Reading): Promise<ReturnPrint> =>
  printed(reading, materialReturn, { of: materialReturnLine, parent: 'returnId', id });

/** Return the content of a printed application for tools. */
export const toolPrint = ({ id }: OneId, reading: Reading): Promise<ToolPrint> =>
  printed(reading, toolApply, { of: toolLine, parent: 'toolApplyId', id });

/** Count and log a print of a paper of goods. */
export async function countGoodsPrint(
  context: Context,
  paper: AnyPaper,
  id: string,
): Promise<{ readonly id: string; readonly printCount: number }> {
  const { printCount } = await countPrint(context, paper, id);
  return { id, printCount };
}
