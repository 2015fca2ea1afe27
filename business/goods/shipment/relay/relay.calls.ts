import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { materialShipment } from '../material-shipment.paper.ts';

const materialApplyId = id(materialApply.title, { required: true });

/** A relay that is under way for a request: from whose van, and its state. */
const openRelay = record({ id: anyText, shipmentNo: anyText, vanOf: anyText, documentStatus: anyText });

/** A van that has what a request lacks. */
const van = record({
  vanOf: anyText,
  lines: list(record({ itemName: anyText, qty: anyText })),
});

const offer = record({ van: nullable(van), open: list(openRelay) });

/** The nearest van that has what a request lacks, and the relays of the request that are under way. */
export const relayOffer = call(materialShipment, 'relayOffer', {
  method: 'GET',
  needs: 'add',
  title: ['可转交的车', 'Van that could relay'],
  query: { materialApplyId },
  answer: offer,
});

/**
 * Make the draft of a relay: from the nearest van that has what a request lacks, to its technician. Where nothing more
 * is to be relayed, the answer is the relay that exists.
 */
export const makeRelay = call(materialShipment, 'relay', {
  method: 'POST',
  needs: 'add',
  title: ['生成转交草稿', 'Make the draft of a relay'],
  body: { materialApplyId },
  answer: record({ id: anyText, shipmentNo: anyText, vanOf: anyText, isNew: yesOrNo }),
});
