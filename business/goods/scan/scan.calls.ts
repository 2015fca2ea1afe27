import { text } from '#kernel/fields/text/text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, of, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

const code = text(['扫到的码', 'Scanned code'], { max: 128 });

/** Shipments that a scanned code opens: a number, a badge, or without a code all that wait at the caller's counter. */
export const counterPapers = call(materialShipment, 'counter', {
  method: 'GET',
  needs: 'view',
  title: ['柜台待移交的发料单', 'Shipments at the counter'],
  query: { code },
  answer: list(of(materialShipment)),
});

/** Address of a return, a tool or its application that a scanned code opens; empty for other codes. */
export const counterRecords = call(materialShipment, 'counterRecords', {
  method: 'GET',
  needs: 'view',
  title: ['扫码打开的退料和工具', 'Returns and tools that a code opens'],
  query: { code: text(['扫到的码', 'Scanned code'], { max: 128, required: true }) },
  answer: list(record({ to: anyText })),
});

/** A line of a shipment, with the codes and the place of its material. Quantities are decimals in its unit. */
const scanLine = record({
  id: anyText,
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  unit: anyText,
  barcode: anyText,
  packBarcode: anyText,
  packQty: anyText,
  isSerial: yesOrNo,
  toShip: anyText,
  needDate: anyText,
  bin: anyText,
  onHand: anyText,
  /** Quantity that this line has reserved. */ own: anyText,
  /** Quantity that other papers have reserved. */ others: anyText,
});

/** A serial number in the store; `promised`: the number of another shipment under way with it. */
const storedSerial = record({ materialId: anyText, serialNo: anyText, bin: anyText, promised: nullable(anyText) });

const scanSheetShape = record({
  shipment: of(materialShipment),
  technicianNo: anyText,
  applyIds: list(record({ id: anyText, no: anyText })),
  lines: list(scanLine),
  serials: list(storedSerial),
});

/** Data to judge codes without the network: lines by place, their codes and serial numbers. */
export const scanSheet = call(materialShipment, 'scanSheet', {
  method: 'GET',
  needs: 'view',
  title: ['扫码移交的明细', 'Lines to scan'],
  query: { id: id(materialShipment.title, { required: true }) },
  answer: scanSheetShape,
});

const scannedThing = record({
  itemCode: anyText,
  itemName: anyText,
  bin: anyText,
  serialNo: anyText,
  /** Where the serial number is; empty for a material. */ holder: anyText,
});

/** Name a code that no line of a shipment has; empty for an unknown code. */
export const scannedCode = call(materialShipment, 'scannedCode', {
  method: 'GET',
  needs: 'view',
  title: ['扫到的是什么', 'What a scanned code is'],
  query: {
    id: id(materialShipment.title, { required: true }),
    code: text(['扫到的码', 'Scanned code'], { max: 128, required: true }),
  },
  answer: list(scannedThing),
});

export type ScanSheet = AnswerOf<typeof scanSheetShape>;
export type ScanLine = AnswerOf<typeof scanLine>;
export type ScannedThing = AnswerOf<typeof scannedThing>;
