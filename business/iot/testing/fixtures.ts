import type { Fixtures } from '#kernel/testing/fixtures.ts';

/** Valid specs for the data types that require some. */
const SPECS: Readonly<Record<string, object>> = {
  enum: { items: { 0: '关', 1: '开' } },
  bitmap: { bits: { 0: '水流' } },
  array: { size: 4, item: { dataType: 'int' } },
  struct: { fields: [{ identifier: 'part', name: '部分', dataType: 'int' }] },
};

/** Values and rows that papers of this room need before a sample row can be saved; for tests only. */
export default {
  // An address and a type of data fit the protocol of the model.
  async connectionModel(_world, asked) {
    return 'protocol' in asked ? {} : { protocol: 'modbus_tcp' };
  },
  async connectionPoint({ fresh }, asked) {
    const usual = {
      ...{ dataType: 'uint', bitIndex: undefined, bitCount: undefined, invalidValues: [65535], scale: '1' },
    };
    return 'connectionModelId' in asked ? usual : { ...usual, connectionModelId: await fresh('connectionModel', {}) };
  },
  // A mapping leads from a point of its connection model to a property of its thing model.
  async modelMapping({ fresh }, asked) {
    const modelId = asked.modelId ?? (await fresh('thingModel', {}));
    const connectionModelId = asked.connectionModelId ?? (await fresh('connectionModel', {}));
    return {
      modelId,
      connectionModelId,
      attributeId: asked.attributeId ?? (await fresh('modelAttribute', { modelId, attrType: 'property' })),
      pointId: asked.pointId ?? (await fresh('connectionPoint', { connectionModelId, rw: 'rw' })),
      direction: asked.direction ?? 'up',
      scale: '1',
      valueMap: { 0: 'off', 1: 'on' },
      invalidValues: [65535],
      ...('direction' in asked && { expression: undefined }),
    };
  },
  // A device needs a published model, and a model needs attributes before it is published.
  async device({ fresh, post }, asked) {
    if ('modelId' in asked) return {};
    const modelId = await fresh('thingModel', { nodeType: 'direct' });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' });
    return { modelId };
  },
  // A model without attributes cannot be published.
  async thingModel(_world, asked) {
    return { useTemplate: !('attributes' in asked), category: 'thermostat' };
  },
  // Valid specs depend on the data type, and fields of events and services must be empty for a property.
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
  // A sample rule is company-wide. If a model or device is named, the scope follows, and the rule is on presence, which
  // needs no property.
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
  // The content of an instruction must fit its kind and its model.
  async instruction({ fresh, post }, asked) {
    const type = String(asked.instructionType ?? 'read');
    const modelId =
      'modelId' in asked
        ? asked.modelId
        : await fresh('thingModel', { nodeType: 'direct', useTemplate: true, category: 'heat_pump' });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' }).catch(() => undefined);
    const contents: Readonly<Record<string, object>> = {
      read: { keys: ['setTemp'] },
      property_set: { set: { setTemp: 30 } },
      service: { service: 'defrost' },
      raw: { hex: '00' },
    };
    return { modelId, instructionType: type, content: contents[type], paramForm: undefined, verify: undefined };
  },
  // A meter belongs to a device whose model has a counter.
  async meterChange({ fresh, post }, asked) {
    if ('deviceId' in asked) return {};
    const modelId = await fresh('thingModel', { nodeType: 'direct', useTemplate: true, category: 'ammeter' });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' });
    return { deviceId: await fresh('device', { modelId }), identifier: undefined, changeTime: '2026-11-20 08:00:00' };
  },
  // Firmware has an uploaded file, and its devices of a trial are of its model.
  async firmware({ fresh, upload, post }, asked) {
    const usual = {
      ...{ fileUrl: undefined, expectedSha256: undefined, requires: undefined, packageType: 'full' },
      ...{ baseVersion: undefined, minVersion: '1.0' },
    };
    if ('fileId' in asked) return { ...usual, verifyDeviceIds: undefined };
    const modelId =
      'modelId' in asked ? asked.modelId : await fresh('thingModel', { nodeType: 'direct', useTemplate: true });
    await post(`iot/device-thing-model/publish/${modelId}`, { reason: '试' }).catch(() => undefined);
    const { attachId } = await upload('iot/firmware/upload', 'a.bin', `firmware ${JSON.stringify(asked)}`);
    return { ...usual, modelId, fileId: attachId, verifyDeviceIds: [await fresh('device', { modelId })] };
  },
  // A sample task is over all devices of the model.
  async upgradeTask(_world, asked) {
    return 'scopeType' in asked
      ? {}
      : { scopeType: 'all', deviceIds: undefined, householdIds: undefined, safeWhen: undefined };
  },
  // The end must be after the start.
  async alarmSuppression() {
    return { match: undefined, startTime: '2026-11-20 08:00:00', endTime: '2026-11-20 20:00:00' };
  },
} satisfies Readonly<Record<string, Fixtures>>;
