import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/** Create a rework request, because telemetry shows the fault again after the repair. */
export const alarmRework = call(alarm, 'rework', {
  method: 'POST',
  needs: 'toRepair',
  title: ['没修好转返修', 'Ask for a rework of a repair that did not hold'],
  body: { id: id(alarm.title, { required: true }) },
  answer: record({ id: anyText, repairFormId: anyText, repairNo: anyText, isJoined: yesOrNo }),
});

/** Create a repair request for an alarm. If one is open for the same device and fault, the alarm joins that one. */
export const alarmToRepair = call(alarm, 'to-repair', {
  method: 'POST',
  needs: 'toRepair',
  title: ['告警转报修', 'Make a repair request from an alarm'],
  body: { id: id(alarm.title, { required: true }) },
  answer: record({ id: anyText, repairFormId: anyText, repairNo: anyText, isJoined: yesOrNo }),
});
