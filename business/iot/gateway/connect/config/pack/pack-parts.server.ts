import { must } from '#kernel/language/must.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { modelAttribute } from '../../../../models/model-attribute.paper.ts';
import { MAX_ATTRIBUTES, type SchemaAttribute } from '../../../../models/model-schema.rules.ts';
import { thingModel } from '../../../../models/thing-model.paper.ts';
import { readTsl } from '../../../../models/tsl.rules.ts';
import { fieldNameOf } from '../../codec/values/value-type.rules.ts';
import type { PackJson } from '../../packs/pack-json.rules.ts';
import { connectionModel } from '../../points/connection-model.paper.ts';
import { connectionPoint } from '../../points/connection-point.paper.ts';
import { modelMapping } from '../../points/model-mapping.paper.ts';
import { refuse } from '../../refusals.ts';
import { connectConfig } from '../connect-config.paper.ts';
import type { PackPart, PartKind } from './pack-changes.rules.ts';
import { liveText, readLive } from '../live/live.rules.ts';
import { rowsOfConfig } from '../live/live.server.ts';
import type { FrameSample } from '../samples/sample.rules.ts';

type Values = Readonly<Record<string, unknown>>;
const MOST = 500;

/** A pack with its thing model read. */
export interface ReadPack extends Omit<PackJson, 'model'> {
  readonly model: {
    readonly code: string;
    readonly profile: Values;
    readonly attributes: readonly SchemaAttribute[];
  } | null;
}

/** Rows that are stored under the names of a pack. */
export interface FoundRows {
  readonly config: Row<typeof connectConfig> | undefined;
  readonly model: Row<typeof thingModel> | undefined;
  readonly attributes: readonly Row<typeof modelAttribute>[];
  readonly connection: Row<typeof connectionModel> | undefined;
  readonly points: readonly Row<typeof connectionPoint>[];
  readonly mappings: readonly Row<typeof modelMapping>[];
}

/** May the person write thing models and mappings? Otherwise a pack brings its frames alone. */
export const mayModel = (reading: Reading): boolean =>
  [thingModel, connectionModel, modelMapping].every((paper) => reading.may(buttonOf(paper, 'add')));

/** Read the thing model of a pack. Without the right to write it, the pack has neither model nor mapping. */
export function withModel(pack: PackJson, isAllowed: boolean): ReadPack {
  if (!isAllowed) return { ...pack, model: null, connection: null, mapping: [] };
  if (!pack.model) return { ...pack, model: null };
  const read = readTsl(pack.model);
  if ('problem' in read) throw refuse.packWrong({ words: read.problem });
  const { version: _version, modelCode, ...profile } = read.profile;
  if (typeof modelCode !== 'string' || !modelCode)
    throw refuse.packWrong({ words: ['协议包的物模型没有编码', 'The thing model of the pack has no code'] });
  return { ...pack, model: { code: modelCode, profile, attributes: read.attributes } };
}

/** Find what is stored under the names of a pack. */
export async function findParts(reading: Reading, pack: ReadPack): Promise<FoundRows> {
  const [config] = await reading.find(connectConfig, { name: pack.name }, { first: 1 });
  const [model] = pack.model ? await reading.find(thingModel, { modelCode: pack.model.code }, { first: 1 }) : [];
  const [connection] = pack.connection
    ? await reading.find(connectionModel, { modelCode: pack.connection.modelCode }, { first: 1 })
    : [];
  return {
    config,
    model,
    attributes: model ? await reading.find(modelAttribute, { modelId: model.id }, { limit: MAX_ATTRIBUTES }) : [],
    connection,
    points: connection
      ? await reading.find(connectionPoint, { connectionModelId: connection.id }, { limit: MOST })
      : [],
    mappings:
      connection && model
        ? await reading.find(modelMapping, { modelId: model.id, connectionModelId: connection.id }, { limit: MOST })
        : [],
  };
}

/** Return the parts of a form by which it is compared: its values, and its fields. */
function formParts(text: string): PackPart[] {
  const live = must(readLive(text), 'a form');
  return [
    ...Object.entries(live.config).map(([name, value]): PackPart => ({ of: 'config', name, value: value ?? null })),
    // A stored field has a scale of 1 where a protocol has none.
    ...live.fields.map((field): PackPart => ({
      of: 'field',
      name: fieldNameOf(field),
      value: { ...field, scale: field.scale ?? '1' },
    })),
  ];
}

const sampleParts = (samples: readonly object[]): PackPart[] =>
  (samples as readonly FrameSample[]).map(({ name, frame, expect, refusedAs }) => ({
    of: 'sample',
    name: name ?? '',
    value: { frame, expect: expect ?? null, refusedAs: refusedAs ?? null },
  }));

const loose = (of: PartKind, name: unknown, value: object): PackPart => ({
  of,
  name: String(name),
  value,
  isLoose: true,
});

/** Return the parts of the thing model and of its mapping in a pack. */
function modelParts({ model, connection, mapping }: ReadPack): PackPart[] {
  const parts: PackPart[] = [];
  if (model) {
    parts.push(loose('model', model.code, model.profile));
    parts.push(...model.attributes.map(({ sort: _sort, ...one }) => loose('attribute', one.identifier, one)));
  }
  if (connection) {
    const { points, ...rest } = connection;
    parts.push(loose('connection', connection.modelCode, { ...rest, hasConfig: true }));
    parts.push(...points.map((one) => loose('point', one.pointCode, one)));
  }
  return [
    ...parts,
    ...mapping.map((one) => loose('mapping', `${String(one.attribute)} ${String(one.direction ?? 'up')}`, one)),
  ];
}

/** Return the parts of a pack, by which it is compared. */
export const partsOfPack = (pack: ReadPack, { config }: FoundRows): PackPart[] => [
  ...formParts(liveText({ ...config, ...pack.config }, pack.fields)),
  ...sampleParts(pack.samples),
  ...modelParts(pack),
];

/** Return the stored mapping rows as a pack writes them. */
export function mappingsAsWritten({
  mappings,
  attributes,
  points,
}: Pick<FoundRows, 'mappings' | 'attributes' | 'points'>): (Values & { readonly id: string })[] {
  const names = new Map(attributes.map(({ id, identifier }) => [id, identifier]));
  const codes = new Map(points.map(({ id, pointCode }) => [id, pointCode]));
  return mappings.map((one) => ({
    ...one,
    attribute: names.get(one.attributeId) ?? '',
    point: codes.get(one.pointId ?? '') ?? null,
  }));
}

/** Return the stored parts under the names of a pack. Attributes that the pack does not have are not its parts. */
export async function partsStored(reading: Reading, pack: ReadPack, found: FoundRows): Promise<PackPart[]> {
  const { config, model, attributes, connection, points } = found;
  const parts: PackPart[] = [];
  if (config) {
    const { fields, samples } = await rowsOfConfig(reading, config.id);
    parts.push(...formParts(liveText(config, fields)), ...sampleParts(samples));
  }
  const own = new Set(pack.model?.attributes.map(({ identifier }) => identifier));
  if (model) parts.push(loose('model', model.modelCode, model));
  parts.push(
    ...attributes.filter((one) => own.has(one.identifier)).map((one) => loose('attribute', one.identifier, one)),
  );
  if (connection)
    parts.push(
      loose('connection', connection.modelCode, {
        ...connection,
        hasConfig: config !== undefined && connection.connectConfigId === config.id,
      }),
    );
  return [
    ...parts,
    ...points.map((one) => loose('point', one.pointCode, one)),
    ...mappingsAsWritten(found).map((one) =>
      loose('mapping', `${String(one.attribute)} ${String(one.direction)}`, one),
    ),
  ];
}
