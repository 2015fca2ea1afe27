import type { ReactElement } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import { FactsSection } from '#kernel/web/detail/info/facts.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { SheetLines } from '#kernel/web/import-export/print/sheet-lines.tsx';
import { PrintSheet, Signatures } from '#kernel/web/import-export/print/sheets.tsx';
import { materialApplyLine } from '../../apply/material-apply-line.paper.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { materialReturnLine } from '../../returns/material-return-line.paper.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { materialShipmentLine } from '../material-shipment-line.paper.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import { toolLine } from '../../tools/tool-line.paper.ts';

/** A printed paper of goods: the fields of its head, the columns of its lines, and who signs. */
interface SheetKind {
  readonly title: Label;
  readonly of: AnyPaper;
  readonly facts: readonly string[];
  readonly lineOf: AnyPaper;
  readonly columns: readonly string[];
  readonly signers: readonly Label[];
  /** A text above the signatures. */ readonly note?: Label;
}

const sheetKind = <P extends AnyPaper, L extends AnyPaper>(
  kind: SheetKind & {
    readonly of: P;
    readonly facts: readonly FieldName<P>[];
    readonly lineOf: L;
    readonly columns: readonly FieldName<L>[];
  },
): SheetKind => kind;

export const applyPrintSheet = sheetKind({
  title: ['领料单', 'Material request'],
  of: materialApply,
  facts: [
    'applyType',
    'technicianId',
    'deptId',
    'fromWarehouseId',
    'toWarehouseId',
    'needDate',
    'urgency',
    'registrationFormId',
    'documentStatus',
    'examineUser',
    'examineTime',
    'examineNote',
    'remark',
  ],
  lineOf: materialApplyLine,
  columns: ['itemCode', 'itemName', 'itmsGrpNam', 'spec', 'unit', 'applyQty', 'approvedQty', 'shippedQty', 'remark'],
  signers: [
    ['申请人', 'Applicant'],
    ['审核人', 'Approver'],
    ['仓库', 'Warehouse'],
    ['领料人', 'Receiver'],
  ],
});

export const shipmentPrintSheet = sheetKind({
  title: ['发料单', 'Shipment'],
  of: materialShipment,
  facts: [
    'shipType',
    'technicianId',
    'fromWarehouseId',
    'toWarehouseId',
    'applyNos',
    'shipWay',
    'carrier',
    'trackingNo',
    'documentStatus',
    'approvalUser',
    'transmitUser',
    'transmitTime',
    'remark',
  ],
  lineOf: materialShipmentLine,
  columns: ['itemCode', 'itemName', 'itmsGrpNam', 'unit', 'planQty', 'shipQty', 'serialNos', 'diffReason'],
  signers: [
    ['申请人', 'Applicant'],
    ['审批人', 'Approver'],
    ['发料人', 'Store'],
    ['收料人', 'Receiver'],
  ],
});

export const returnPrintSheet = sheetKind({
  title: ['退料单', 'Material return'],
  of: materialReturn,
  facts: [
    'returnType',
    'technicianId',
    'fromWarehouseId',
    'toWarehouseId',
    'dispId',
    'materialShipmentsId',
    'documentStatus',
    'totalQty',
    'examineUser',
    'examineTime',
    'examineNote',
    'transmitTime',
    'remark',
  ],
  lineOf: materialReturnLine,
  columns: [
    'itemCode',
    'itemName',
    'unit',
    'returnReason',
    'materialStatus',
    'returnQty',
    'checkedStatus',
    'acceptQty',
    'serialNos',
    'acceptSerials',
    'remark',
  ],
  signers: [
    ['退料人', 'Returned by'],
    ['检验人', 'Inspected by'],
    ['收料人', 'Taken over by'],
  ],
});

export const toolPrintSheet = sheetKind({
  title: ['工具领用单', 'Tools handed out'],
  of: toolApply,
  facts: [
    'toolApplyType',
    'technicianId',
    'dispId',
    'planReturnDate',
    'toolApplyStatus',
    'approveUser',
    'handOutUser',
    'handOutTime',
    'reason',
    'remark',
  ],
  lineOf: toolLine,
  columns: ['toolName', 'serialNo', 'applyQty', 'outQty', 'returnQty', 'damageQty', 'lostQty', 'outPhoto', 'remark'],
  signers: [
    ['领用人', 'Received by'],
    ['审批人', 'Approver'],
    ['发放人', 'Handed out by'],
    ['归还验收', 'Taken back by'],
  ],
  note: [
    '本人已检查并领取以上工具，妥善保管，按期归还；丢失或人为损坏按残值赔偿。',
    'I have checked and received these tools, keep them with care and return them in time. I pay the residual value of what is lost or damaged by my fault.',
  ],
});

/** The content of a print. */
interface Printed {
  readonly company: string;
  readonly form: AnyAnsweredRow;
  readonly lines: readonly AnyAnsweredRow[];
  readonly places?: readonly { readonly id: string; readonly bin: string }[];
}

/** Return the columns with a value in some line; the quantities to be written by hand stay. */
const usedColumns = ({ lineOf, columns }: SheetKind, lines: readonly AnyAnsweredRow[]): string[] =>
  columns.filter((name) => kindOf(lineOf.fields[name]).number || lines.some((line) => !isEmpty(line[name])));

/** Return lines in the order of the way through the store, if they have places. */
function ordered({ lines, places }: Printed): { rows: readonly AnyAnsweredRow[]; bins: ReadonlyMap<string, string> } {
  const bins = new Map(places?.map((one) => [one.id, one.bin]));
  const placeOf = (line: AnyAnsweredRow): string => bins.get(line.id) || '\uffff';
  const rows = places
    ? lines.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other), 'en', { numeric: true }))
    : lines;
  return { rows, bins };
}

/** A printed paper of goods: its head, its lines with places, signatures. */
export function GoodsSheet({ kind, of, no }: { kind: SheetKind; of: Printed; no: string }): ReactElement {
  const t = useT();
  const { rows, bins } = ordered(of);
  return (
    <PrintSheet company={of.company} title={t(kind.title)} no={no} printed={of.form.printCount}>
      <FactsSection className="sheet-part sheet-facts" of={kind.of} row={of.form} names={kind.facts} />
      <SheetLines
        of={kind.lineOf}
        rows={rows}
        names={usedColumns(kind, rows)}
        before={of.places && { label: ['货位', 'Place'], text: (row) => bins.get(row.id) ?? '' }}
      >
        {kind.note && <p className="sheet-note">{t(kind.note)}</p>}
        <Signatures who={kind.signers} />
      </SheetLines>
    </PrintSheet>
  );
}
