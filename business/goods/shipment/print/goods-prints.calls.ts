import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { materialApplyLine } from '../../apply/material-apply-line.paper.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { materialReturnLine } from '../../returns/material-return-line.paper.ts';
import { materialReturn } from '../../returns/material-return.paper.ts';
import { materialShipmentLine } from '../material-shipment-line.paper.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import { toolLine } from '../../tools/tool-line.paper.ts';

const counted = record({ id: anyText, printCount: anyNumber });
const applyShape = record({
  company: anyText,
  form: of(materialApply),
  lines: list(of(materialApplyLine)),
  /** Place of the material of each line, by the id of the line. */ places: list(record({ id: anyText, bin: anyText })),
});
const shipmentShape = record({
  company: anyText,
  form: of(materialShipment),
  lines: list(of(materialShipmentLine)),
  places: list(record({ id: anyText, bin: anyText })),
});
const returnShape = record({ company: anyText, form: of(materialReturn), lines: list(of(materialReturnLine)) });
const toolShape = record({ company: anyText, form: of(toolApply), lines: list(of(toolLine)) });

/** Content of a printed request. */
export const printApply = call(materialApply, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['领料单打印内容', 'Content of a printed request'],
  query: { id: id(materialApply.title, { required: true }) },
  answer: applyShape,
});

/** Count and log a print. */
export const countApplyPrint = call(materialApply, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed request'],
  body: { id: id(materialApply.title, { required: true }) },
  answer: counted,
});

/** Content of a printed shipment. */
export const printShipment = call(materialShipment, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['发料单打印内容', 'Content of a printed shipment'],
  query: { id: id(materialShipment.title, { required: true }) },
  answer: shipmentShape,
});

/** Count and log a print. */
export const countShipmentPrint = call(materialShipment, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed shipment'],
  body: { id: id(materialShipment.title, { required: true }) },
  answer: counted,
});

/** Content of a printed return. */
export const printReturn = call(materialReturn, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['退料单打印内容', 'Content of a printed return'],
  query: { id: id(materialReturn.title, { required: true }) },
  answer: returnShape,
});

/** Count and log a print. */
export const countReturnPrint = call(materialReturn, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed return'],
  body: { id: id(materialReturn.title, { required: true }) },
  answer: counted,
});

/** Content of a printed application for tools. */
export const printTools = call(toolApply, 'printDetailsById', {
  method: 'GET',
  needs: 'view',
  title: ['工具领用单打印内容', 'Content of a printed tool application'],
  query: { id: id(toolApply.title, { required: true }) },
  answer: toolShape,
});

/** Count and log a print. */
export const countToolPrint = call(toolApply, 'updatePrintById', {
  method: 'POST',
  needs: 'view',
  title: ['记录打印', 'Count a printed tool application'],
  body: { id: id(toolApply.title, { required: true }) },
  answer: counted,
});

export type ApplyPrint = AnswerOf<typeof applyShape>;
export type ShipmentPrint = AnswerOf<typeof shipmentShape>;
export type ReturnPrint = AnswerOf<typeof returnShape>;
export type ToolPrint = AnswerOf<typeof toolShape>;
