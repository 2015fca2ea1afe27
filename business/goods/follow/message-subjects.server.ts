import type { Reading } from '#kernel/server';
import { documentOfOrder } from '#business/dispatch/messages/message-subjects.server.ts';
import type { MessageDocument, MessageSubject } from '#business/messaging/message-subject.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';

/** A document without a work order has no customer. */
const WITHOUT_ORDER: MessageDocument = { phone: '', customerId: null, values: {} };

async function ofApply(reading: Reading, id: string): Promise<MessageDocument> {
  const { registrationFormId } = await reading.get(materialApply, id);
  return registrationFormId ? documentOfOrder(reading, materialApply, id) : WITHOUT_ORDER;
}

async function ofReturn(reading: Reading, id: string): Promise<MessageDocument> {
  const { dispId } = await reading.get(materialReturn, id);
  return dispId ? documentOfOrder(reading, dispatchForm, dispId) : WITHOUT_ORDER;
}

/** Subjects of messages about goods. */
export const goodsSubjects: readonly MessageSubject[] = [
  { bizType: 'apply', paper: materialApply, read: ofApply },
  { bizType: 'returned', paper: materialReturn, read: ofReturn },
  {
    bizType: 'shipment',
    paper: materialShipment,
    async read(reading, id) {
      const { materialApplyId } = await reading.get(materialShipment, id);
      return materialApplyId ? ofApply(reading, materialApplyId) : WITHOUT_ORDER;
    },
  },
];
