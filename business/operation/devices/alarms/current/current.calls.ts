import { id } from '#kernel/fields/ref/ref.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** Data of the repair request that the alarm would create, to fill a form. */
const preview = record({
  customerId: anyText,
  equipmentId: anyText,
  repairType: anyText,
  faultCategory: anyText,
  troubleCode: anyText,
  urgency: anyText,
  description: anyText,
});

/**
 * Open alarms of a device, of a home, of the homes of a customer, or of the homes with a phone number. Most severe
 * first, then oldest.
 */
export const currentAlarms = call(alarm, 'current', {
  method: 'GET',
  needs: 'view',
  title: ['此刻的告警', 'Alarms that are open now'],
  query: {
    deviceId: id(['设备', 'Device']),
    householdId: id(['家庭', 'Home']),
    customerId: id(['客户', 'Customer']),
    phone: phone(['来电号码', 'Number of the caller']),
  },
  answer: list(
    of(alarm, null, {
      /** Null: no request can be created, because the home has no customer or the caller lacks the right. */
      preview: nullable(preview),
      /** The open repair request for the same device and fault; null: none. */
      openForm: nullable(record({ id: anyText, repairNo: anyText, repairStatus: anyText })),
    }),
  ),
});
export type CurrentAlarm = AnswerOf<typeof currentAlarms.answer>[number];
