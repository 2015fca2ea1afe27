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
} satisfies Readonly<Record<string, Fixtures>>;
