import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The rows that samples of plans need; for tests only. */
export default {
  async planOccurrence({ fresh, post }, asked) {
    if ('schemeId' in asked) return { planDate: '2026-12-01' };
    const baseSchemeId = await fresh('baseScheme', { timesTotal: 300, cycleNum: 1000, cycleUnit: 'year', price: '0' });
    await post('blade-maintenance/webApi/asbasescheme/submit', {
      ids: baseSchemeId,
      action: 'publish',
      reason: '测试',
    });
    const schemeId = await fresh('scheme', { baseSchemeId, timesTotal: 300 });
    await fresh('schemeEquipment', { schemeId });
    await post('blade-maintenance/webApi/asscheme/updateStatus', {
      ids: schemeId,
      schemeStatus: 'active',
      reason: '测试',
    });
    return { schemeId, planDate: '2026-12-01' };
  },
  async pushRule({ fresh }) {
    const templateId = await fresh('smsTemplate', {
      pushChannel: 'sms',
      content: '${customerName}您好',
      isMarketing: false,
    });
    return {
      pushScene: 'planDue',
      remindType: undefined,
      channels: ['sms'],
      templateIds: [templateId],
      maxTimes: 2,
      repeatDays: 7,
      sendFrom: '08:30',
      sendTo: '20:00',
    };
  },
  async pushSet({ fresh }, asked) {
    const quiet = { quietFrom: '21:00', quietTo: '08:30' };
    if ('customerId' in asked || 'schemeId' in asked) return { setLevel: 'customer', ...quiet };
    return {
      setLevel: 'customer',
      customerId: undefined,
      schemeId: undefined,
      ...(!('targetId' in asked) && { targetId: await fresh('customer') }),
      ...quiet,
    };
  },
  async care({ fresh }) {
    await fresh('smsTemplate', {
      smsScene: 'care',
      pushChannel: 'sms',
      isMarketing: true,
      enabled: true,
      content: '${content}拒收请回复R',
    });
    return { pushChannel: 'sms', planSendTime: undefined };
  },
} satisfies Readonly<Record<string, Fixtures>>;
