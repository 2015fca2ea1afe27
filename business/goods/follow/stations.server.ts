import type { Label } from '#kernel/language/label.ts';
import { asText } from '#kernel/language/values.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { completionsOf } from '#business/completion/at-door/stations.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import type { CaseReading, CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { type CaseRow, type Station, joined, stationAt, word } from '#business/intake/timeline/station.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialReturnLine } from '../returns/material-return-line.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

const pieces = (row: CaseRow): string => quantityText(asText(row.totalQty) || '0');

/** The state of a document in SAP, with its number; empty where SAP does not get it. */
function sapLine(of: CaseRow): Label[] {
  if (['', 'notNeeded'].includes(asText(of.sapStatus))) return [];
  const words = ['SAP', word(of, 'sapStatus'), asText(of.sapDocNum)].filter(Boolean).join(' ');
  return [[words, words]];
}

const applyNode = (of: CaseRow): Station =>
  stationAt('materialApply', of, {
    at: asText(of.createTime),
    links: [{ no: asText(of.applyNo), to: `/maintenance/asmaterialapply?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'documentStatus')]),
    lines: [[`${pieces(of)} 件`, `${pieces(of)} pieces`]],
  });

const shipmentNode = (of: CaseRow): Station =>
  stationAt('materialShipment', of, {
    at: asText(of.transmitTime) || asText(of.approvalTime) || asText(of.createTime),
    until: asText(of.receiveTime),
    links: [{ no: asText(of.shipmentNo), to: `/maintenance/asmaterialshipments?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'documentStatus'), word(of, 'shipWay')]),
    lines: [[`${pieces(of)} 件`, `${pieces(of)} pieces`], ...sapLine(of)],
  });

const returnNode = (of: CaseRow): Station =>
  stationAt('materialReturn', of, {
    at: asText(of.transmitTime) || asText(of.examineTime) || asText(of.createTime),
    links: [{ no: asText(of.returnNo), to: `/maintenance/asreturnedmaterials?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'returnType'), word(of, 'documentStatus')]),
    lines: [[`${pieces(of)} 件`, `${pieces(of)} pieces`]],
  });

/** Return the returns of a case: those of its dispatch orders, and those with old parts of its completions. */
async function returnsOf(of: CaseReading): Promise<readonly CaseRow[]> {
  const completions = await completionsOf(of);
  const lines = await of.seen(
    materialReturnLine,
    'completionId',
    completions.map((one) => one.id),
  );
  const dispatches = await of.seen(dispatchForm, 'registrationFormId', [of.order.id]);
  const all = [
    ...(await of.seen(
      materialReturn,
      'dispId',
      dispatches.map((one) => one.id),
    )),
    ...(await of.seen(
      materialReturn,
      'id',
      lines.map((one) => one.returnId),
    )),
  ];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}

/** Goods of a case: its requests, the shipments that began with them, and what came back. */
export const goodsStations: readonly CaseStations[] = [
  {
    kind: 'materialApply',
    sort: 34,
    read: async (of) => (await of.seen(materialApply, 'registrationFormId', [of.order.id])).map(applyNode),
  },
  {
    kind: 'materialShipment',
    sort: 36,
    async read(of) {
      const applies = await of.seen(materialApply, 'registrationFormId', [of.order.id]);
      const shipments = await of.seen(
        materialShipment,
        'materialApplyId',
        applies.map((one) => one.id),
      );
      return shipments.map(shipmentNode);
    },
  },
  { kind: 'materialReturn', sort: 72, read: async (of) => (await returnsOf(of)).map(returnNode) },
];
