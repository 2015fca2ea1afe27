import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  of,
  page,
  record,
} from '#kernel/language/calls/shape.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { planStatus } from '../../dictionaries.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import { schemePush } from './scheme-push.paper.ts';

export const manualPush = call(schemePush, 'schemeManualPush', {
  method: 'POST',
  needs: 'push',
  title: ['手动推送', 'Push now'],
  body: {
    planIds: refs('planOccurrence', ['保养计划', 'Maintenance plans'], { max: 100 }),
    schemeIds: refs('scheme', ['维保方案', 'Service contracts'], { max: 100 }),
    channels: dicts(pushChannel, ['渠道（按序）', 'Channels in order'], { required: true }),
    templateId: ref('smsTemplate', ['模板', 'Template']),
  },
  answer: list(
    record({
      /** Id that the caller sent. */ id: anyText,
      planId: nullable(anyText),
      result: choice('sent', 'waits', 'out'),
      reason: bothLanguages,
      until: nullable(anyText),
      pushId: nullable(anyText),
    }),
  ),
  refuses: ['plans.noOpenChannel', 'plans.pushWhat', 'plans.templateForChannel'],
});

export const plansToPush = call(schemePush, 'selectSchemeBaoyangList', {
  method: 'GET',
  needs: 'view',
  title: ['待保养方案与计划', 'Plans and contracts that are due'],
  query: {
    current: pageNumber(),
    size: pageSize(20, 1000),
    from: day(['开始日期', 'From']),
    to: day(['结束日期', 'To']),
    team: dict(customerServiceTeam, ['班组', 'Team']),
    schemeType: id(['方案类型', 'Contract type']),
    premisesId: id(['楼盘', 'Premises']),
    planStatus: dict(planStatus, ['状态', 'State']),
    overdue: flag(['只看逾期', 'Overdue only']),
  },
  answer: page(
    of(
      planOccurrence,
      [
        'id',
        'planNo',
        'schemeId',
        'schemeName',
        'customerId',
        'customerName',
        'phone',
        'premisesId',
        'customerServiceTeam',
        'occurrenceNo',
        'content',
        'planDate',
        'windowFrom',
        'windowTo',
        'planStatus',
        'overdueDays',
        'pushCount',
        'lastPushTime',
        'customerReply',
        'expectDate',
      ],
      { schemeNo: anyText, lastVisit: nullable(anyText), visitsLeft: anyNumber },
    ),
  ),
});
