import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { modelAttribute } from '../../../models/model-attribute.paper.ts';
import type { Specs } from '../../../models/model-schema.rules.ts';
import { connectionModel } from './connection-model.paper.ts';
import { connectionPoint } from './connection-point.paper.ts';
import type { PlacedMapping, PointMapping } from './mapping.rules.ts';
import { modelMapping } from './model-mapping.paper.ts';

const MOST = 50_000;

/** An enabled mapping with its connection model and thing model. */
interface OfModels {
  readonly connectionModelId: string;
  readonly modelId: string;
  readonly placed: PlacedMapping;
}

/** Return mappings with the codes of their points and the identifiers of their attributes. */
async function placed(reading: Reading, rows: readonly Row<typeof modelMapping>[]): Promise<OfModels[]> {
  const used = rows.filter(({ enabled }) => enabled !== false);
  const attributeIds = [...new Set(used.map(({ attributeId }) => attributeId))];
  const pointIds = [...new Set(used.flatMap(({ pointId }) => pointId ?? []))];
  const found = await reading.find(modelAttribute, { id: attributeIds }, { limit: MOST });
  const attributes = new Map(found.map((one) => [one.id, one]));
  const points = pointIds.length ? await reading.find(connectionPoint, { id: pointIds }, { limit: MOST }) : [];
  const codes = new Map(points.map((one) => [one.id, one.pointCode]));
  return used.flatMap((one): OfModels[] => {
    const attribute = attributes.get(one.attributeId);
    const source = one.pointId ? codes.get(one.pointId) : one.sourceField;
    if (!attribute || !source) return [];
    const { min, max } = (attribute.specs ?? {}) as Specs;
    return [
      {
        connectionModelId: one.connectionModelId,
        modelId: one.modelId,
        placed: {
          ...(one as unknown as PointMapping),
          source,
          identifier: attribute.identifier,
          range: { min, max },
        },
      },
    ];
  });
}

/** Return the mappings of thing models, by connection model and thing model. */
export async function mappingsOfModels(
  reading: Reading,
  modelIds: readonly string[],
): Promise<(connectionModelId: string, modelId: string) => PlacedMapping[]> {
  const rows = modelIds.length ? await reading.find(modelMapping, { modelId: [...modelIds] }, { limit: MOST }) : [];
  const all = await placed(reading, rows);
  return (connectionModelId, modelId) =>
    all
      .filter((one) => one.modelId === modelId && one.connectionModelId === connectionModelId)
      .map((one) => one.placed);
}

/** Mappings of a thing model for frames. */
export type FrameMappings = (modelId: string) => readonly PlacedMapping[];

/**
 * Return the mappings of decoded frames by configuration: those of the connection models that name the configuration.
 */
export async function mappingsOfConfigs(
  reading: Reading,
  configIds: readonly string[],
): Promise<(configId: string) => FrameMappings> {
  const models = await reading.find(connectionModel, { connectConfigId: [...configIds] }, { limit: MOST });
  const ids = models.map(({ id }) => id);
  const rows = ids.length ? await reading.find(modelMapping, { connectionModelId: ids }, { limit: MOST }) : [];
  const configOf = new Map(models.map(({ id, connectConfigId }) => [id, connectConfigId]));
  const byConfig = Map.groupBy(await placed(reading, rows), ({ connectionModelId }) => configOf.get(connectionModelId));
  return (configId) => {
    const byModel = new Map(
      [...Map.groupBy(byConfig.get(configId) ?? [], ({ modelId }) => modelId)].map(
        ([modelId, some]) => [modelId, some.map((one) => one.placed)] as const,
      ),
    );
    return (modelId) => byModel.get(modelId) ?? [];
  };
}
