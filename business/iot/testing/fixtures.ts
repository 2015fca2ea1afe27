import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Types that cannot be without a specification of their own. */
const SPECS: Readonly<Record<string, object>> = {
  enum: { items: { 0: '关', 1: '开' } },
  bitmap: { bits: { 0: '水流' } },
  array: { size: 4, item: { dataType: 'int' } },
  struct: { fields: [{ identifier: 'part', name: '部分', dataType: 'int' }] },
};

/** The world that papers of devices need around them before a sample can be saved; for tests only. */
export default {
  // A device is of a published model, and a model has something to say before it is published.
  async device({ fresh, post }, asked) {
    if ('modelId' in asked) return {};
    const modelId = await fresh('thingModel', { nodeType: 'direct' });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' });
    return { modelId };
  },
  // A model that says nothing is not published.
  async thingModel(_world, asked) {
    return { useTemplate: !('attributes' in asked), category: 'thermostat' };
  },
  // What a value looks like follows from its type; an event or a service has other parts.
  async modelAttribute(_world, asked) {
    const specs = SPECS[String(asked.dataType)];
    return {
      dataType: 'int',
      ...(specs && { specs: JSON.stringify(specs) }),
      eventLevel: undefined,
      params: undefined,
      callMode: undefined,
      timeoutSec: undefined,
    };
  },
  // A rule of every device names neither a model nor a device; one that does is of that scope, and asks for nothing that the model may lack.
  async alarmRule({ fresh }, asked) {
    if ('scope' in asked) return {};
    const none = { modelId: undefined, deviceId: undefined, inheritRuleId: undefined, disabled: false };
    const offline = {
      alarmType: 'offline',
      createRules: [{ level: 'minor', mode: 'duration', holdSec: 600 }],
      clearRule: undefined,
    };
    if ('modelId' in asked) return { ...offline, deviceId: undefined, inheritRuleId: undefined, scope: 'model' };
    if ('deviceId' in asked) return { ...offline, modelId: undefined, inheritRuleId: undefined, scope: 'thing' };
    if ('inheritRuleId' in asked)
      return { ...offline, modelId: undefined, deviceId: await fresh('device', {}), scope: 'thing' };
    return none;
  },
  // A meter is one of a device whose model has a counter.
  async meterChange({ fresh, post }, asked) {
    if ('deviceId' in asked) return {};
    const modelId = await fresh('thingModel', { nodeType: 'direct', useTemplate: true, category: 'ammeter' });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' });
    return { deviceId: await fresh('device', { modelId }), identifier: undefined, changeTime: '2026-11-20 08:00:00' };
  },
  // It ends after it begins.
  async alarmSuppression() {
    return { match: undefined, startTime: '2026-11-20 08:00:00', endTime: '2026-11-20 20:00:00' };
  },
} satisfies Readonly<Record<string, Fixtures>>;
