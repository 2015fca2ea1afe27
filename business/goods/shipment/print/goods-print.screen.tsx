import type { ReactElement } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type PrintKind, PrintedPage, printKind } from '#kernel/web/import-export/print/printed-page.tsx';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import {
  type ApplyPrint,
  type ReturnPrint,
  type ShipmentPrint,
  type ToolPrint,
  countApplyPrint,
  countReturnPrint,
  countShipmentPrint,
  countToolPrint,
  printApply,
  printReturn,
  printShipment,
  printTools,
} from './goods-prints.calls.ts';
import {
  GoodsSheet,
  applyPrintSheet,
  returnPrintSheet,
  shipmentPrintSheet,
  toolPrintSheet,
} from './goods-sheet.view.tsx';

const kinds: Readonly<Record<string, PrintKind>> = {
  apply: printKind<ApplyPrint>({
    of: materialApply,
    title: applyPrintSheet.title,
    size: 'A4',
    read: (id, asking) => askCall(printApply, { id }, asking),
    count: (id) => askCall(countApplyPrint, { id }),
    no: (one) => one.form.applyNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one) => <GoodsSheet kind={applyPrintSheet} of={one} no={one.form.applyNo} />,
  }),
  shipment: printKind<ShipmentPrint>({
    of: materialShipment,
    title: shipmentPrintSheet.title,
    size: 'A4',
    read: (id, asking) => askCall(printShipment, { id }, asking),
    count: (id) => askCall(countShipmentPrint, { id }),
    no: (one) => one.form.shipmentNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one) => <GoodsSheet kind={shipmentPrintSheet} of={one} no={one.form.shipmentNo} />,
  }),
  return: printKind<ReturnPrint>({
    of: materialReturn,
    title: returnPrintSheet.title,
    size: 'A4',
    read: (id, asking) => askCall(printReturn, { id }, asking),
    count: (id) => askCall(countReturnPrint, { id }),
    no: (one) => one.form.returnNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one) => <GoodsSheet kind={returnPrintSheet} of={one} no={one.form.returnNo} />,
  }),
  tools: printKind<ToolPrint>({
    of: toolApply,
    title: toolPrintSheet.title,
    size: 'A4',
    read: (id, asking) => askCall(printTools, { id }, asking),
    count: (id) => askCall(countToolPrint, { id }),
    no: (one) => one.form.toolApplyNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one) => <GoodsSheet kind={toolPrintSheet} of={one} no={one.form.toolApplyNo} />,
  }),
};

/** The print of a paper of goods or tools: `/maintenance/goods/print/<kind>/<id>`. */
export default function GoodsPrintScreen(): ReactElement {
  return <PrintedPage kinds={kinds} />;
}
