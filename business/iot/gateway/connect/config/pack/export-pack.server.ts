import { buttonOf, type Row } from '#kernel/language/paper.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { modelAttribute } from '../../../../models/model-attribute.paper.ts';
import { MAX_ATTRIBUTES } from '../../../../models/model-schema.rules.ts';
import { thingModel } from '../../../../models/thing-model.paper.ts';
import { tslOf } from '../../../../models/tsl.server.ts';
import { HEAD_PARTS, PACK_SCHEMA } from '../../packs/pack-json.rules.ts';
import { connectionModel } from '../../points/connection-model.paper.ts';
import { connectionPoint } from '../../points/connection-point.paper.ts';
import { modelMapping } from '../../points/model-mapping.paper.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { FIELD_PARTS } from '../live/live.rules.ts';
import { rowsOfConfig } from '../live/live.server.ts';
import type { exportPack } from '../packs.calls.ts';
import { configNamed } from '../samples/try-frame.server.ts';
import { mappingsAsWritten } from './pack-parts.server.ts';

type Values = Readonly<Record<string, unknown>>;
type Pack = CallAnswer<typeof exportPack>;

const MOST = 500;
const SAMPLE_PARTS = ['name', 'frame', 'direction', 'expect', 'refusedAs', 'remark', 'sort'] as const;
const CONNECTION_PARTS = [
  'modelCode',
  'modelName',
  'protocol',
  'dataFormat',
  'byteOrder',
  'pollIntervalSec',
  'timeoutMs',
  'retries',
  'paramsSchema',
  'remark',
] as const;
const POINT_PARTS = [
  'pointCode',
  'pointName',
  'address',
  'dataType',
  'byteOrder',
  'bitIndex',
  'bitCount',
  'rw',
  'readModifyWrite',
  'scale',
  'shift',
  'unit',
  'precision',
  'invalidValues',
  'pollGroup',
  'sort',
] as const;
const MAPPING_PARTS = [
  'attribute',
  'point',
  'sourceField',
  'direction',
  'scale',
  'shift',
  'valueMap',
  'expression',
  'filterMode',
  'invalidValues',
  'deadband',
  'maxSilentSec',
  'enabled',
  'sort',
] as const;

/** Return the configNamed values of a row that are there. */
const picked = (row: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = (row as Values)[name];
      return value === null || value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** Return the thing model of a configuration: the wanted one, that of its mapping, or one that names it. */
async function modelOf(
  reading: Reading,
  keyId: string,
  wanted: string | null,
  mappings: readonly Row<typeof modelMapping>[],
): Promise<Row<typeof thingModel> | undefined> {
  const ids = wanted ? [wanted] : [...new Set(mappings.map(({ modelId }) => modelId))].toSorted();
  if (ids.length) return (await reading.visible(thingModel).all([ids[0]]))[0] as Row<typeof thingModel>;
  return (await reading.find(thingModel, { connectConfigId: keyId }, { first: 1 }))[0];
}

/** Return model, connection and mapping of a configuration. */
async function modelParts(
  reading: Reading,
  keyId: string,
  wanted: string | null,
): Promise<Pick<Pack, 'model' | 'connection' | 'mapping'>> {
  const [connection] = await reading.find(connectionModel, { connectConfigId: keyId }, { first: 1 });
  const all = connection
    ? await reading.find(modelMapping, { connectionModelId: connection.id }, { limit: 50_000 })
    : [];
  const model = await modelOf(reading, keyId, wanted, all);
  const mappings = all.filter(({ modelId }) => modelId === model?.id);
  const attributes = model ? await reading.find(modelAttribute, { modelId: model.id }, { limit: MAX_ATTRIBUTES }) : [];
  const points = connection
    ? await reading.find(connectionPoint, { connectionModelId: connection.id }, { limit: MOST })
    : [];
  return {
    model: model ? ((await tslOf({ id: model.id }, reading)) as unknown as Record<string, unknown>) : null,
    connection: connection
      ? { ...picked(connection, CONNECTION_PARTS), points: points.map((one) => picked(one, POINT_PARTS)) }
      : null,
    mapping: mappingsAsWritten({ mappings, attributes, points }).map((one) => picked(one, MAPPING_PARTS)),
  };
}

/** Return a configuration as a pack. Without the right to see thing models it has its frames alone. */
export async function exported({ keyId, modelId }: CallInputOf<typeof exportPack>, reading: Reading): Promise<Pack> {
  const [{ id }] = await reading.visible(connectConfig).all([configNamed(keyId)]);
  const config = await reading.get(connectConfig, id);
  const { fields, samples } = await rowsOfConfig(reading, id);
  const maySee = [thingModel, connectionModel, modelMapping].every((paper) => reading.may(buttonOf(paper, 'view')));
  return {
    schema: PACK_SCHEMA,
    name: config.name,
    source: '',
    config: picked(config, HEAD_PARTS),
    fields: fields.map((one) => picked(one, [...FIELD_PARTS, 'txt', 'sort'])),
    samples: samples.map((one) => picked(one, SAMPLE_PARTS)),
    ...(maySee ? await modelParts(reading, id, modelId) : { model: null, connection: null, mapping: [] }),
  };
}
