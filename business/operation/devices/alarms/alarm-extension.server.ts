import { type App, extension, implement } from '#kernel/server';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmRework, alarmToRepair } from './alarm-repair.calls.ts';
import { alarmFlow, alarmOrders, alarmRecent } from './centre/alarm-flow.calls.ts';
import { readFlow, readOrders, readRecent } from './centre/alarm-flow.server.ts';
import { readCurrentAlarms } from './current/current.server.ts';
import { currentAlarms } from './current/current.calls.ts';
import { doorVerdict } from './door/door.calls.ts';
import { readDoor } from './door/door.server.ts';
import { alarmInsight } from './insight/insight.calls.ts';
import { readInsight } from './insight/insight.server.ts';
import { makeDueRepairs } from './due-repairs.server.ts';
import { linkAlarm } from './current/link-alarm.server.ts';
import { endSilence, silenceHome } from './visits/maintenance.server.ts';
import { reworkOfAlarm } from './rework.server.ts';
import { repairFromAlarm } from './repair-from-alarm.server.ts';
import { endWatch, judgeRepairs, watchRepaired } from './verdict/verdict.server.ts';

/** Server extension of alarms: repair requests from alarms, and the verdict of telemetry on repairs. */
export const alarmOfHomes = extension<typeof alarm>(alarm, {
  calls: [
    implement(alarmFlow, { read: (_input, reading) => readFlow(reading) }),
    implement(alarmRecent, { read: (_input, reading) => readRecent(reading) }),
    implement(alarmOrders, { read: ({ ids }, reading) => readOrders(reading, ids) }),
    implement(alarmInsight, { read: ({ id }, reading) => readInsight(reading, id) }),
    implement(currentAlarms, { read: (asked, reading) => readCurrentAlarms(reading, asked) }),
    implement(doorVerdict, { read: (asked, reading) => readDoor(reading, asked) }),
    implement(alarmToRepair, {
      async write({ id }, context) {
        await context.visible(alarm, { button: 'toRepair' }).all([id]);
        const { form, isJoined } = await repairFromAlarm(context, id);
        return { id, repairFormId: form.id, repairNo: String(form.repairNo), isJoined };
      },
    }),
    implement(alarmRework, {
      async write({ id }, context) {
        await context.visible(alarm, { button: 'toRepair' }).all([id]);
        const { form, isJoined } = await reworkOfAlarm(context, id);
        return { id, repairFormId: form.id, repairNo: String(form.repairNo), isJoined };
      },
    }),
  ],
  timed: {
    alarmRepairs: { cron: '* * * * *', work: makeDueRepairs },
    alarmVerdicts: { cron: '* * * * *', work: judgeRepairs },
  },
});

/**
 * Events by which the work of a visit ends: it is finished or paused, its completion is saved, or it is transferred.
 */
const LEAVES = ['finish', 'pause', 'batchSave', 'updateUser'].map((by) => `visit.${by}`);

/** Subscribe to finished repairs, and to the begin and end of work at visits. */
export function listenForRepairs(app: App): void {
  app.outbox.subscribe('repairForm.mirror', async (context, { data }) => {
    if (data.to === 'finished') await watchRepaired(context, String(data.id));
    else if (data.from === 'finished' && data.to !== 'closed') await endWatch(context, String(data.id));
  });
  app.outbox.subscribe('repairForm.accept', (context, { data }) => linkAlarm(context, String(data.id)));
  for (const event of ['visit.arrive', 'visit.resume'])
    app.outbox.subscribe(event, (context, { data }) => silenceHome(context, String(data.id)));
  for (const event of LEAVES) app.outbox.subscribe(event, (context, { data }) => endSilence(context, String(data.id)));
}
