import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { logBizType } from '../../dictionaries.ts';
import { slaKind, slaState } from '../dictionaries.ts';
import { dispatchRights } from '../../rights.rules.ts';

/** One clock of one order. Kept by the product alone. */
export const slaClock = paper('slaClock', {
  title: ['时效计时', 'SLA clock'],
  table: 'asslaclock',
  path: 'blade-maintenance/webApi/asslaclock',
  rights: { read: dispatchRights.read },
  sight: 'shared',
  caption: 'bizNo',
  hint: ['slaKind'],
  readOnly: true,
  fields: {
    bizType: dict(logBizType, ['业务类型', 'Business type'], { auto: true, filter: 'exact' }),
    bizId: id(['业务ID', 'Business id'], { auto: true, filter: 'exact' }),
    bizNo: text(['单号', 'Document'], { auto: true, list: true, filter: 'like', max: 32 }),
    slaKind: dict(slaKind, ['时效类型', 'Clock'], { auto: true, list: true, filter: 'exact' }),
    policyId: ref('slaPolicy', ['策略', 'Policy'], { auto: true, filter: 'exact' }),
    startTime: moment(['开始', 'Start'], { auto: true, list: true, filter: 'range' }),
    warnTime: moment(['预警时间', 'Warn at'], { auto: true, list: true }),
    dueTime: moment(['截止', 'Due'], { auto: true, list: true, filter: 'range' }),
    pausedMinutes: integer(['已暂停(分)', 'Paused'], { auto: true, list: true }),
    metTime: moment(['达成时间', 'Met at'], { auto: true, list: true, filter: 'range' }),
    slaState: dict(slaState, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    breachMinutes: integer(['超时(分)', 'Over by'], { auto: true, list: true }),
  },
  under: 'dispatchForm',
});
