import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { logBizType } from '#business/masterdata/dictionaries.ts';
import { slaKind, slaState } from '../dictionaries.ts';
import { serviceRoles } from '#business/shared/roles.rules.ts';

/** The service clock of one kind for one order or form. Only the product writes it. */
export const slaClock = paper('slaClock', {
  title: ['时效计时', 'SLA clock'],
  table: 'asslaclock',
  path: 'blade-maintenance/webApi/asslaclock',
  rights: { read: serviceRoles },
  sight: 'shared',
  caption: 'bizNo',
  hint: ['slaKind'],
  readOnly: true,
  indexed: { bizId: 'clocks of a document' },
  fields: {
    bizType: dict(logBizType, ['业务类型', 'Business type'], { auto: true, filter: 'exact' }),
    bizId: id(['业务ID', 'Business id'], { wire: true, auto: true, filter: 'exact' }),
    bizNo: text(['单号', 'Document no.'], { auto: true, list: true, filter: 'like', max: 32, width: 150 }),
    slaKind: dict(slaKind, ['时效类型', 'Clock'], { auto: true, list: true, filter: 'exact' }),
    policyId: ref('slaPolicy', ['策略', 'Policy'], { auto: true, filter: 'exact' }),
    startTime: moment(['开始', 'Start'], { auto: true, list: true, filter: 'range' }),
    warnTime: moment(['预警时间', 'Warn at'], { auto: true, list: true }),
    dueTime: moment(['截止', 'Due'], { auto: true, list: true, filter: 'range' }),
    pausedMinutes: integer(['已暂停（分）', 'Paused'], { auto: true, list: true }),
    metTime: moment(['达成时间', 'Met at'], { auto: true, list: true, filter: 'range' }),
    slaState: dict(slaState, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    // Fields that the specification lacks: the policy's values at the start, the start of a pause, and the end of twice
    // the target time.
    targetMinutes: integer(['目标（工作分钟）', 'Target (working minutes)'], { auto: true, list: true }),
    warnPercent: integer(['预警（%）', 'Warn at (%)'], { auto: true }),
    businessHours: text(['计时时段', 'Hours that count'], {
      auto: true,
      max: 16,
      help: ['时段/每周天数', 'Hours / days a week'],
    }),
    pausedAt: moment(['暂停于', 'Paused at'], { auto: true }),
    escalateTime: moment(['升级时间', 'Escalates at'], { auto: true }),
    breachMinutes: integer(['超时（分）', 'Over by'], { auto: true, list: true }),
  },
  views: {
    running: { label: ['计时中', 'Running'], filter: { slaState: 'running,warning,paused' } },
    warning: { label: ['预警', 'Warning'], filter: { slaState: 'warning' }, worry: true },
    breached: { label: ['超时', 'Breached'], filter: { slaState: 'breached' }, worry: true },
  },
  card: ['bizNo', 'slaKind', 'slaState', 'dueTime'],
  menu: { group: 'dispatch', icon: 'timer', path: '/maintenance/asslaclock', sort: 60 },
});
