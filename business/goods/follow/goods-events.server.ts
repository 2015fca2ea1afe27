import { englishDay } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { isUnderWay } from '../shipment/hand-over.server.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { draftForVisit } from './draft-for-visit.server.ts';
import { notifyHolder } from './relay-holder.server.ts';
import { handOverVisit } from './visit-handed-over.server.ts';

const pieces = (qty: string | null): string => quantityText(qty ?? '0');

const done = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

/** Ask the leader and the store to examine a request. */
async function requested(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(materialApply, id);
  if (of.documentStatus !== 'submitted') return;
  const who = await context.get(technician, of.technicianId);
  const about = {
    event: 'materialToExamine',
    title: [`领料待审核:${who.realName}`, `Request to examine: ${who.realName}`],
    content: [
      `${of.applyNo}，${pieces(of.totalQty)} 件，${of.needDate} 前`,
      `${of.applyNo}, ${pieces(of.totalQty)} pieces by ${englishDay(of.needDate)}`,
    ],
    bizType: 'apply',
    bizId: id,
    bizNo: of.applyNo,
    todo: true,
    dueTime: `${of.needDate} 00:00:00`,
    again: happened,
  } as const;
  await context.call(notifyStaff, { ...about, to: { roles: ['as_leader'], team: who.customerServiceTeam } });
  await context.call(notifyStaff, { ...about, to: { roles: ['as_store'] } });
}

async function sentBack(context: Context, id: string, happened: string): Promise<void> {
  await done(context, id);
  const of = await context.get(materialApply, id);
  await context.call(notifyStaff, {
    event: 'materialReturned',
    to: { technicians: [of.technicianId] },
    title: [`领料退回:${of.applyNo}`, `Request sent back: ${of.applyNo}`],
    content: of.examineNote ?? '',
    bizType: 'apply',
    bizId: id,
    bizNo: of.applyNo,
    todo: true,
    again: happened,
  });
}

/** Notify the technician of a shipment. */
const toReceiver =
  (event: 'materialReady' | 'materialHandedOver', title: Label, content: (qty: string) => Label) =>
  async (context: Context, id: string, happened: string): Promise<void> => {
    await done(context, id);
    const of = await context.get(materialShipment, id);
    await context.call(notifyStaff, {
      event,
      to: { technicians: [of.technicianId] },
      title: [`${title[0]}:${of.shipmentNo}`, `${title[1]}: ${of.shipmentNo}`],
      content: content(pieces(of.totalQty)),
      bizType: 'shipment',
      bizId: id,
      bizNo: of.shipmentNo,
      // Goods under way wait for their receipt.
      todo: of.documentStatus === 'transmitted' && !of.receiveTime && isUnderWay(of.shipWay),
      again: happened,
    });
  };

const ready = toReceiver('materialReady', ['物料备好', 'Goods ready'], (qty) => [
  `${qty} 件，可以领取`,
  `${qty} pieces can be collected`,
]);
const handedOver = toReceiver('materialHandedOver', ['物料已移交', 'Goods handed over'], (qty) => [
  `${qty} 件已移交`,
  `${qty} pieces are handed over`,
]);
const received = toReceiver('materialHandedOver', ['物料已自动签收', 'Goods received by the clock'], (qty) => [
  `${qty} 件，3 天内可更正一次`,
  `${qty} pieces; one correction is possible within 3 days`,
]);

type Notice = (context: Context, id: string, happened: string) => Promise<void>;

/** Notify the receiver of a shipment, and the technician whose van a relay leaves. */
const withHolder =
  (event: 'materialReady' | 'materialHandedOver', receiver: Notice): Notice =>
  async (context, id, happened) => {
    await receiver(context, id, happened);
    await notifyHolder(context, await context.get(materialShipment, id), { event, again: happened });
  };

/** Let goods follow a visit that was sent, then draft a request for the parts that it lacks. */
async function visitSent(context: Context, id: string): Promise<void> {
  await handOverVisit(context, id);
  await draftForVisit(context, id);
}

/** Events of requests and shipments. */
export const goodsEvents: EventCatalogue = {
  'materialApply.submit': requested,
  'materialApply.sendBack': sentBack,
  'materialApply.examine': done,
  'materialApply.publish': done,
  'materialApply.cancel': done,
  'materialApply.closeLines': done,
  'materialShipment.sendOutApproval': withHolder('materialReady', ready),
  'materialShipment.approvalBack': done,
  'materialShipment.sendOutTransmit': withHolder('materialHandedOver', handedOver),
  'materialShipment.receive': done,
  'materialShipment.received': received,
  'materialShipment.revert': done,
  'materialShipment.sendOutClose': done,
  'visit.updateUser': handOverVisit,
  'visit.sent': visitSent,
};
