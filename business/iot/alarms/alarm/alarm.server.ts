import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { escalateAlarms } from '../notify/notices.server.ts';
import { keepAlarms } from './alarm-clock.server.ts';
import { countAlarms } from './alarm-stat.server.ts';
import { alarmStat } from './alarm.calls.ts';
import { alarmLifecycle } from './alarm-lifecycle.rules.ts';
import { alarm } from './alarm.paper.ts';
import { settleDeviceLevels } from './device-level.server.ts';
import { curveCalls } from '../curve/curve.server.ts';

type Alarm = Row<typeof alarm>;

/** Does the cause of an alarm still hold, as far as the platform knows? */
const isHolding = ({ alarmStatus }: Alarm): boolean => alarmStatus === 'active' || alarmStatus === 'confirmed';

/** Return the fields that record a confirmation by the caller. */
const confirmedBy = (context: Context, confirmRemark: string | null): Partial<Alarm> => ({
  confirmUser: context.person.id,
  confirmTime: context.now(),
  confirmRemark,
});

export default behaviour<typeof alarm>(alarm, {
  computed: {
    durationSec: 'coalesce(extract(epoch from (coalesce(t.recover_time, t.last_time) - t.start_time))::int, 0)',
  },
  actions: {
    confirm: (context, _row, { remark }) => Promise.resolve(confirmedBy(context, remark)),
    close: (context, _row, { remark }) => Promise.resolve({ ...confirmedBy(context, remark), openKey: null }),
    assign: (context, row, { assigneeId, remark }) =>
      Promise.resolve({
        assigneeId,
        ...(row.alarmStatus === 'active' && confirmedBy(context, remark)),
      }),
    release(context, row, { releaseType, remark }) {
      if (isHolding(row) && !remark) throw refuse.releaseUnexplained();
      return Promise.resolve({
        releaseUser: context.person.id,
        releaseTime: context.now(),
        releaseType,
        releaseRemark: remark,
        openKey: null,
        suppressedBy: null,
        shelvedUntil: null,
      });
    },
    shelve(context, _row, { shelvedUntil }) {
      if (!shelvedUntil || shelvedUntil <= context.now()) throw refuse.shelvedInPast();
      return Promise.resolve({ shelvedUntil, suppressedBy: 'shelve' as const });
    },
  },
  // After an action of a person, update the alarm level of the device. The engine moves many alarms at once and updates
  // the levels afterwards, because device rows are locked after all alarms.
  moved: async (context, { by, row }) => {
    if (by in alarmLifecycle.actions) await settleDeviceLevels(context, [row.deviceId]);
  },
  timed: {
    alarmClock: { cron: '* * * * *', work: keepAlarms },
    alarmNotices: { cron: '* * * * *', work: escalateAlarms },
  },
  calls: [implement(alarmStat, { read: (asked, reading) => countAlarms(reading, asked) }), ...curveCalls],
});
