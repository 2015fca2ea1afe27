import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { type CellType, type Reading, RowWriter, type WorkbookSheet } from '#kernel/server';
import type { Label } from '#kernel/language/label.ts';
import type { shipmentSheet } from './material-shipment.calls.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { materialShipment } from './material-shipment.paper.ts';

interface Column {
  readonly label: Label;
  readonly field: string;
  readonly type?: CellType;
  readonly width?: number;
}

const columns: readonly Column[] = [
  { label: ['物料编码', 'Material code'], field: 'itemCode', width: 16 },
  { label: ['物料名称', 'Material name'], field: 'itemName', width: 28 },
  { label: ['物料组', 'Material group'], field: 'itmsGrpNam', width: 14 },
  { label: ['单位', 'Unit'], field: 'unit' },
  { label: ['物料状态', 'Condition'], field: 'materialStatus' },
  { label: ['应发数量', 'To ship'], field: 'planQty', type: 'number' },
  { label: ['实发数量', 'Shipped'], field: 'shipQty', type: 'number' },
  { label: ['签收数量', 'Received'], field: 'receivedQty', type: 'number' },
  { label: ['序列号', 'Serial nos.'], field: 'serialNos', width: 30 },
  { label: ['差异原因', 'Difference'], field: 'diffReason', width: 24 },
];

type Named = Readonly<Record<string, unknown>> & { readonly _names?: Readonly<Record<string, string>> };

const textOf = (row: Named, field: string): string => String(row._names?.[field] ?? row[field] ?? '');

/** Return one shipment with its lines as a workbook. */
export async function sheetOfShipment(
  { id }: CallInputOf<typeof shipmentSheet>,
  reading: Reading,
): Promise<{ name: string; sheets: WorkbookSheet[] }> {
  const [of] = await reading.visible(materialShipment).all([id]);
  const lines = await reading
    .visible(materialShipmentLine, { match: { materialShipmentsId: of.id } })
    .words({ limit: 500 });
  const at = reading.language === 'en' ? 1 : 0;
  const writer = new RowWriter(columns.map((one) => one.type ?? 'text'));
  return {
    name: `${of.shipmentNo}.xlsx`,
    sheets: [
      {
        name: of.shipmentNo,
        header: columns.map((one) => one.label[at]),
        widths: columns.map((one) => one.width ?? 12),
        rows: lines.map((line) => writer.xml(columns.map((one) => textOf(line as Named, one.field)))),
      },
    ],
  };
}
