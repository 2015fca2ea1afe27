import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { ModelSchema } from '../../models/model-schema.rules.ts';
import type { ruleProperties } from './rule-properties.calls.ts';

/** Return the properties and events of a model's published version, or of the version of a device. */
export async function readRuleProperties(
  reading: Reading,
  { modelId, deviceId }: CallInputOf<typeof ruleProperties>,
): Promise<CallAnswer<typeof ruleProperties>> {
  const [of] = deviceId ? await reading.visible(device).all([deviceId]) : [];
  const [found] = await reading.sql.query<{ schema: ModelSchema }>(
    `select v.schema from iot_thing_model m join iot_thing_model_version v on v.tenant_id = m.tenant_id and v.model_id = m.id and v.is_deleted = 0
       and v.version_no = coalesce($3::int, m.published_version) where m.tenant_id = $1 and m.id = $2::bigint and m.is_deleted = 0`,
    [reading.tenantId, of?.modelId ?? modelId ?? null, of?.modelVersion ?? null],
  );
  return (found?.schema.attributes ?? [])
    .filter((one) => one.attrType === 'property' || one.attrType === 'event')
    .map((one) => ({
      attrType: one.attrType,
      identifier: one.identifier,
      name: one.name,
      nameEn: one.nameEn ?? '',
      dataType: one.dataType ?? '',
      unit: one.unit ?? '',
      specs: one.specs ?? null,
    }));
}
