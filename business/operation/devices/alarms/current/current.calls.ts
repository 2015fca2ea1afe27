import { id } from '#kernel/fields/ref/ref.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** What a repair request from the alarm would say, for a form that somebody fills in himself. */
const preview = record({
  customerId: anyText,
  equipmentId: anyText,
  repairType: anyText,
  faultCategory: anyText,
  troubleCode: anyText,
  urgency: anyText,
  description: anyText,
});

/** Alarms that are open now: of a device, of a home, of the homes of a customer or of whoever has this number. The gravest and oldest first. */
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
      /** Null: its home has no customer, or the reader may not make repair forms. */ preview: nullable(preview),
      /** The open request of the same device and fault. */
      openForm: nullable(record({ id: anyText, repairNo: anyText, repairStatus: anyText })),
    }),
  ),
});
export type CurrentAlarm = AnswerOf<typeof currentAlarms.answer>[number];
