import type { SentBody } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { modelAttribute } from '../../../../models/model-attribute.paper.ts';
import { readAttributes, writeAttributes } from '../../../../models/model-attributes.server.ts';
import { MAX_ATTRIBUTES } from '../../../../models/model-schema.rules.ts';
import { thingModel } from '../../../../models/thing-model.paper.ts';
import { connectionModel } from '../../points/connection-model.paper.ts';
import { connectionPoint } from '../../points/connection-point.paper.ts';
import { modelMapping } from '../../points/model-mapping.paper.ts';
import { refuse } from '../../refusals.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { goLive, quietly } from '../live/live.server.ts';
import type { PackChange, PartKind } from './pack-changes.rules.ts';
import { type FoundRows, type ReadPack, mappingsAsWritten } from './pack-parts.server.ts';

type Values = Readonly<Record<string, unknown>>;
type Touches = (...kinds: readonly PartKind[]) => boolean;

const MOST = 500;
const NOTE = '导入协议包';

/** Write configuration, fields and samples of a pack, and publish them. Return the id of the configuration. */
async function writeFrames(context: Context, pack: ReadPack, { config }: FoundRows, port: number): Promise<string> {
  if (config) await context.assertRight(connectConfig, 'edit', [config.id]);
  const address = { ip: '0.0.0.0', port, deviceConnectType: 'tcp_server', deviceConnectMethod: 'long' };
  const { name, fields, samples } = pack;
  const id = await quietly(context, async () => {
    const body = { ...pack.config, fields, samples } as SentBody<typeof connectConfig>;
    const row = config
      ? await context.resubmit(connectConfig, config.id, { ...body, id: config.id })
      : await context.submit(connectConfig, { ...address, ...body, name } as SentBody<typeof connectConfig>);
    return row.id;
  });
  const hindrance = await goLive(context, id);
  if (hindrance) throw refuse.notLive(hindrance);
  return id;
}

/** Write the thing model of a pack and publish it; its other attributes stay. Return its id. */
async function writeModel(
  context: Context,
  { code, profile, attributes }: NonNullable<ReadPack['model']>,
  found: FoundRows,
  touches: Touches,
): Promise<string> {
  const { model } = found;
  const body = { ...profile, modelCode: code } as SentBody<typeof thingModel>;
  await context.assertRight(thingModel, 'add');
  if (model) await context.assertRight(thingModel, 'edit', [model.id]);
  if (model && touches('model'))
    await context.resubmit(thingModel, model.id, { ...profile, id: model.id } as SentBody<typeof thingModel>);
  const { id } = model ?? (await context.submit(thingModel, body));
  if (!touches('attribute')) return id;
  await context.assertRight(modelAttribute, 'add');
  await context.assertRight(
    modelAttribute,
    'edit',
    found.attributes.map((one) => one.id),
  );
  const stored = await readAttributes(context, id);
  const known = new Map(stored.map((one) => [one.identifier, one]));
  const own = new Set(attributes.map(({ identifier }) => identifier));
  await writeAttributes(context, id, [
    ...stored.filter(({ identifier }) => !own.has(identifier)),
    ...attributes.map((one) => ({ ...known.get(one.identifier), ...one })),
  ]);
  const { modelStatus } = await context.get(thingModel, id);
  if (modelStatus !== 'disabled')
    await context.act(thingModel, id, modelStatus === 'draft' ? 'publish' : 'republish', { note: NOTE });
  return id;
}

/** Write the connection model of a pack with its points. Return its id. */
async function writeConnection(
  context: Context,
  wanted: NonNullable<ReadPack['connection']>,
  { connection, points: stored }: FoundRows,
  connectConfigId: string,
): Promise<string> {
  const ids = new Map(stored.map(({ id, pointCode }) => [pointCode, id]));
  const points = wanted.points.map((one, at) => ({ sort: at + 1, ...one, id: ids.get(String(one.pointCode)) }));
  const body = { ...wanted, points, connectConfigId } as SentBody<typeof connectionModel>;
  await context.assertRight(connectionModel, 'add');
  if (connection) await context.assertRight(connectionModel, 'edit', [connection.id]);
  const row = connection
    ? await context.resubmit(connectionModel, connection.id, { ...body, id: connection.id })
    : await context.submit(connectionModel, body);
  return row.id;
}

/** Write the rows of a mapping: those of the pack, and no others. */
async function writeMapping(
  context: Context,
  wanted: readonly Values[],
  found: FoundRows,
  { modelId, connectionModelId }: { readonly modelId: string; readonly connectionModelId: string },
): Promise<void> {
  const attributes = await context.find(modelAttribute, { modelId }, { limit: MAX_ATTRIBUTES });
  const points = await context.find(connectionPoint, { connectionModelId }, { limit: MOST });
  const attributeIds = new Map(attributes.map(({ id, identifier }) => [identifier, id]));
  const pointIds = new Map(points.map(({ id, pointCode }) => [pointCode, id]));
  const keyOf = (one: Values): string => `${String(one.attribute)} ${String(one.direction ?? 'up')}`;
  await context.assertRight(modelMapping, 'add');
  await context.assertRight(
    modelMapping,
    'edit',
    found.mappings.map(({ id }) => id),
  );
  const stored = new Map(mappingsAsWritten(found).map((one) => [keyOf(one), one.id]));
  const remaining = new Set<string>();
  for (const [at, { attribute, point, ...rest }] of wanted.entries()) {
    const attributeId = attributeIds.get(String(attribute));
    if (!attributeId) throw refuse.packAttributeMissing({ name: String(attribute) });
    const id = stored.get(keyOf({ attribute, ...rest }));
    const pointId = point ? (pointIds.get(String(point)) ?? null) : null;
    const body = { sort: at + 1, ...rest, modelId, connectionModelId, attributeId, pointId };
    if (id) await context.resubmit(modelMapping, id, { ...body, id } as SentBody<typeof modelMapping>);
    else await context.submit(modelMapping, body as SentBody<typeof modelMapping>);
    if (id) remaining.add(id);
  }
  const gone = found.mappings.filter(({ id }) => !remaining.has(id)).map(({ id }) => id);
  if (gone.length) {
    await context.assertRight(modelMapping, 'delete', gone);
    await context.removeAll(modelMapping, gone);
  }
}

/** Write the parts of a pack that differ from what is stored. Return the id of its configuration. */
export async function writeProtocol(
  context: Context,
  pack: ReadPack,
  found: FoundRows,
  { changes, port }: { readonly changes: readonly PackChange[]; readonly port: number },
): Promise<string> {
  const touches: Touches = (...kinds) => changes.some(({ of, change }) => change !== 'same' && kinds.includes(of));
  const id =
    !found.config || touches('config', 'field', 'sample')
      ? await writeFrames(context, pack, found, port)
      : found.config.id;
  const modelId = pack.model ? await writeModel(context, pack.model, found, touches) : null;
  if (!pack.connection) return id;
  const connectionModelId =
    !found.connection || touches('connection', 'point')
      ? await writeConnection(context, pack.connection, found, id)
      : found.connection.id;
  if (modelId && touches('mapping', 'point'))
    await writeMapping(context, pack.mapping, found, { modelId, connectionModelId });
  return id;
}
