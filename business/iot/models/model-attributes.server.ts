import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { completeAttribute } from './attribute.rules.ts';
import { assertSound } from './attribute.server.ts';
import { modelAttribute } from './model-attribute.paper.ts';
import { MAX_ATTRIBUTES, type ModelSchema, type SchemaAttribute, schemaAttribute } from './model-schema.rules.ts';
import { modelVersion } from './model-version.paper.ts';
import type { thingModel } from './thing-model.paper.ts';

type Model = Row<typeof thingModel>;

const asSchema = (row: Row<typeof modelAttribute>): SchemaAttribute =>
  schemaAttribute(row as unknown as SchemaAttribute);

/** Read the attributes of a model, as edited. */
export const readAttributes = async (reading: Reading, modelId: string): Promise<SchemaAttribute[]> =>
  (await reading.find(modelAttribute, { modelId }, { limit: MAX_ATTRIBUTES })).map(asSchema);

/** Read the schema of the published version of a model; without attributes if none is published. */
export async function publishedSchema(
  reading: Reading,
  model: Pick<Model, 'id' | 'publishedVersion'>,
): Promise<ModelSchema> {
  if (!model.publishedVersion) return { attributes: [] };
  const [version] = await reading.find(
    modelVersion,
    { modelId: model.id, versionNo: model.publishedVersion },
    { first: 1 },
  );
  return (version?.schema as ModelSchema | undefined) ?? { attributes: [] };
}

/** Count the devices of models that are not retired. Models without devices are absent from the map. */
export async function instancesOfAll(reading: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await reading.sql.query<{ id: string; n: number }>(
    "select model_id::text as id, count(*)::int as n from iot_device where tenant_id = $1 and model_id = any($2::bigint[]) and is_deleted = 0 and instance_status <> 'retired' group by model_id",
    [reading.tenantId, ids],
  );
  return new Map(found.map(({ id, n }) => [id, n]));
}

/** Count the devices of a model that are not retired. */
export const instancesOf = async (reading: Reading, modelId: string): Promise<number> =>
  (await instancesOfAll(reading, [modelId])).get(modelId) ?? 0;

/**
 * Replace the attributes of a model: update those with the same identifier, add missing ones, and remove the others.
 */
export async function writeAttributes(
  context: Context,
  modelId: string,
  wanted: readonly SchemaAttribute[],
): Promise<void> {
  if (wanted.length > MAX_ATTRIBUTES) throw refuse.tooManyAttributes({ most: MAX_ATTRIBUTES });
  for (const one of wanted) assertSound({ ...one, ...completeAttribute(one) });
  const there = new Map(
    (await context.find(modelAttribute, { modelId }, { limit: MAX_ATTRIBUTES })).map((row) => [row.identifier, row]),
  );
  const names = new Set(wanted.map((one) => one.identifier));
  for (const row of there.values()) if (!names.has(row.identifier)) await context.remove(modelAttribute, row.id);
  for (const { propNo: _, ...one } of wanted) {
    const row = there.get(one.identifier);
    const body = { ...one, modelId };
    if (row) await context.resubmit(modelAttribute, row.id, { ...emptied(row), ...body });
    else await context.submit(modelAttribute, body);
  }
}

/** Return null for each filled field of an attribute, so that fields missing in the new attribute become empty. */
const emptied = (row: Row<typeof modelAttribute>): Record<string, null> =>
  Object.fromEntries(
    Object.keys(asSchema(row))
      .filter((name) => name !== 'propNo')
      .map((name) => [name, null]),
  );
