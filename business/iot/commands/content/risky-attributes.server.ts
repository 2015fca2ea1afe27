import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import type { ModelSchema } from '../../models/model-schema.rules.ts';
import type { RiskyAttribute } from './command-content.rules.ts';
import type { sendable } from './sendable.calls.ts';

/**
 * Return the attributes of a model with their present risk, from a version of it (absent or 0: the newest published
 * one). The risk is that of the attribute's row, so a change applies to devices of every version.
 */
export async function riskyAttributes(
  { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
  modelId: string,
  version: number | null = null,
): Promise<RiskyAttribute[]> {
  const [found] = await sql.query<{ schema: ModelSchema | null; risks: Readonly<Record<string, string>> | null }>(
    `select (select schema from iot_thing_model_version where tenant_id = $1 and model_id = $2 and is_deleted = 0 order by (version_no = $3) desc, version_no desc limit 1) as schema,
       (select jsonb_object_agg(a.attr_type || ' ' || a.identifier, a.risk) from iot_model_attribute a
        where a.tenant_id = $1 and a.model_id = $2 and a.is_deleted = 0 and a.risk is not null) as risks`,
    [tenantId, modelId, version ?? 0],
  );
  const risks = found?.risks ?? {};
  return (found?.schema?.attributes ?? []).map((one) => ({
    ...one,
    risk: risks[`${one.attrType} ${one.identifier}`] ?? 'low',
  }));
}

/** Return an attribute as screens read it. */
export const sendableOf = (one: RiskyAttribute): AnswerOf<typeof sendable> => ({
  ...{ attrType: one.attrType, identifier: one.identifier, name: one.name, nameEn: one.nameEn ?? '' },
  ...{ dataType: one.dataType ?? '', unit: one.unit ?? '', accessMode: one.accessMode ?? '' },
  ...{ risk: one.risk ?? 'low', specs: one.specs ?? {}, params: one.params ?? [] },
});
