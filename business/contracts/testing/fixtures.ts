import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** The rows that samples of contracts need; for tests only. */
export default {
  async schemeType() {
    return { parentId: undefined };
  },
  async baseScheme({ fresh }) {
    return {
      planBasis: 'scheduled',
      seasonWindows: undefined,
      visitNames: undefined,
      materialLines: [{ suppliesId: await fresh('consumable'), qty: 1, chargeable: false }],
    };
  },
  async scheme({ fresh, post, row }, asked) {
    const baseSchemeId = await fresh('baseScheme', { timesTotal: 4, price: '0' });
    await post('blade-maintenance/webApi/asbasescheme/submit', {
      ids: baseSchemeId,
      action: 'publish',
      reason: '测试',
    });
    const registerMainId = String(asked.registerMainId ?? (await fresh('serviceFile')));
    const { customerId } = await row('serviceFile', registerMainId);
    return {
      ...(!('baseSchemeId' in asked) && { baseSchemeId }),
      ...(!('registerMainId' in asked) && { registerMainId, customerId }),
      equipment: [{ equipmentId: await fresh('equipment', { registerMainId }), qty: '1' }],
      startDate: '2026-11-01',
      endDate: '2027-10-31',
      timesTotal: 4,
      price: '0',
      openingUsed: undefined,
      openingPaid: undefined,
    };
  },
  async schemeEquipment({ fresh, row }, asked) {
    const schemeId = typeof asked.schemeId === 'string' ? asked.schemeId : await fresh('scheme');
    const { registerMainId } = await row('scheme', schemeId);
    return {
      ...(!('schemeId' in asked) && { schemeId }),
      ...(!('equipmentId' in asked) && { equipmentId: await fresh('equipment', { registerMainId }) }),
    };
  },
  async schemeSupplies() {
    return { equipmentId: undefined };
  },
  async schemeUse({ fresh, row, post }, asked) {
    if ('schemeId' in asked && 'registrationFormId' in asked) return {};
    if (typeof asked.schemeId === 'string') {
      const { registerMainId, customerId } = await row('scheme', asked.schemeId);
      return { registrationFormId: await fresh('registration', { registerMainId, customerId }) };
    }
    const registrationFormId = String(asked.registrationFormId ?? (await fresh('registration')));
    const { registerMainId, customerId } = await row('registration', registrationFormId);
    const schemeId = await fresh('scheme', { registerMainId, customerId, timesTotal: 365 });
    await fresh('schemeEquipment', { schemeId });
    await post('blade-maintenance/webApi/asscheme/updateStatus', {
      ids: schemeId,
      schemeStatus: 'active',
      reason: '测试',
    });
    return { registrationFormId, schemeId };
  },
} satisfies Readonly<Record<string, Fixtures>>;
