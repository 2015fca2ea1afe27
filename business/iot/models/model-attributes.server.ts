import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { completeAttribute } from './attribute.rules.ts';
import { assertSound } from './attribute.server.ts';
import { modelAttribute } from './model-attribute.paper.ts';
import { MOST_ATTRIBUTES, type ModelSchema, type SchemaAttribute, schemaAttribute } from './model-schema.rules.ts';
import { modelVersion } from './model-version.paper.ts';
import type { thingModel } from './thing-model.paper.ts';

type Model = Row<typeof thingModel>;

const asSchema = (row: Row<typeof modelAttribute>): SchemaAttribute =>
  schemaAttribute(row as unknown as SchemaAttribute);

/** The attributes of a model as they stand. */
export const readAttributes = async (reading: Reading, modelId: string): Promise<SchemaAttribute[]> =>
  (await reading.find(modelAttribute, { modelId }, { limit: MOST_ATTRIBUTES })).map(asSchema);

/** What was published of a model last; nothing where nothing was. */
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

/** How many devices live by these models; models without any are absent. */
export async function instancesOfAll(reading: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await reading.sql.query<{ id: string; n: number }>(
    "select model_id::text as id, count(*)::int as n from iot_device where tenant_id = $1 and model_id = any($2::bigint[]) and is_deleted = 0 and instance_status <> 'retired' group by model_id",
    [reading.tenantId, ids],
  );
  return new Map(found.map(({ id, n }) => [id, n]));
}

/** How many devices live by this model. */
export const instancesOf = async (reading: Reading, modelId: string): Promise<number> =>
  (await instancesOfAll(reading, [modelId])).get(modelId) ?? 0;

/** Lets a model have exactly these attributes: what is known by its identifier is changed, the rest added or removed. */
export async function writeAttributes(
  context: Context,
  modelId: string,
  wanted: readonly SchemaAttribute[],
): Promise<void> {
  if (wanted.length > MOST_ATTRIBUTES) throw refuse.tooManyAttributes({ most: MOST_ATTRIBUTES });
  for (const one of wanted) assertSound({ ...one, ...completeAttribute(one) });
  const there = new Map(
    (await context.find(modelAttribute, { modelId }, { limit: MOST_ATTRIBUTES })).map((row) => [row.identifier, row]),
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

/** Fields of a row that the new attribute does not name are emptied. */
const emptied = (row: Row<typeof modelAttribute>): Record<string, null> =>
  Object.fromEntries(
    Object.keys(asSchema(row))
      .filter((name) => name !== 'propNo')
      .map((name) => [name, null]),
  );
