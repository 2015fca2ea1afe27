import type { Label } from '#kernel/language/label.ts';
import { type Tsl, toTsl } from '../../../models/tsl.rules.ts';
import type { FrameField } from '../codec/frame-config.rules.ts';
import { CONFIG_PARTS } from '../config/live/live.rules.ts';
import type { ProtocolPack } from './protocol-pack.rules.ts';

/** Parts of the head of a configuration in a pack: all but its address. */
export const HEAD_PARTS = [
  ...CONFIG_PARTS,
  'deviceConnectType',
  'deviceConnectMethod',
  'sampleFrames',
  'priority',
] as const;
const HEAD = new Set<string>(HEAD_PARTS);

type Values = Readonly<Record<string, unknown>>;

/** Name of this product's format of packs. */
export const PACK_SCHEMA = 'anju-pack-1';

/** A connection model of a pack, with its points. */
export interface PackConnection extends Values {
  readonly modelCode: string;
  readonly points: readonly Values[];
}

/** A protocol as one JSON: configuration, fields and samples, the thing model, and how fields become its properties. */
export interface PackJson {
  readonly schema: string;
  readonly name: string;
  readonly source: string;
  readonly config: Values;
  readonly fields: readonly Values[];
  readonly samples: readonly Values[];
  /** As TSL; null: the pack has no model. */ readonly model: Tsl | null;
  /** Null: the pack has no mapping. */ readonly connection: PackConnection | null;
  /** Each names its property by `attribute`, and its point, if it has one, by `point`. */
  readonly mapping: readonly Values[];
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const MOST = 500;
const MAX_NAME = 64;

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
}

const problem = (zh: string, en: string): { readonly problem: Label } => ({ problem: [zh, en] });

/** Return the list of a pack, or its name if it is no list of rows. */
function listOf(pack: Values, name: string): readonly Values[] | string {
  const list = pack[name] ?? [];
  if (!Array.isArray(list) || list.length > MOST || !list.every(isObject)) return name;
  return list.map((row) => Object.fromEntries(Object.entries(row).filter(([part]) => part !== 'id')));
}

/** Return the connection model of a pack; null: it has none. A text names the part that is wrong. */
function connectionIn(given: unknown): PackConnection | null | string {
  if (given === null || given === undefined) return null;
  if (!isObject(given) || typeof given.modelCode !== 'string' || !given.modelCode) return 'connection';
  const points = listOf(given, 'points');
  return typeof points === 'string' ? points : { ...given, modelCode: given.modelCode, points };
}

const rightParts: Readonly<Record<string, (pack: Values) => boolean>> = {
  config: (pack) => isObject(pack.config),
  model: (pack) => isObject(pack.model ?? {}),
  fields: (pack) => typeof listOf(pack, 'fields') !== 'string',
  samples: (pack) => typeof listOf(pack, 'samples') !== 'string',
  mapping: (pack) => typeof listOf(pack, 'mapping') !== 'string',
  connection: (pack) => typeof connectionIn(pack.connection) !== 'string',
};

/** Return the reason why an object is no pack; null: it is one. */
function faultOf(pack: Values): { readonly problem: Label } | null {
  if (pack.schema !== PACK_SCHEMA)
    return problem(`协议包的 schema 应为 ${PACK_SCHEMA}`, `Its schema is ${PACK_SCHEMA}`);
  const name = typeof pack.name === 'string' ? pack.name.trim() : '';
  if (!name || name.length > MAX_NAME) return problem('协议包没有名称', 'The pack has no name');
  const wrong = Object.keys(rightParts).find((part) => !rightParts[part](pack));
  return wrong ? problem(`协议包的 ${wrong} 不对`, `The part ${wrong} of the pack is wrong`) : null;
}

/** Read a pack, as an object or its text. */
export function readProtocolPack(given: unknown): PackJson | { readonly problem: Label } {
  const pack = parsed(given);
  if (!isObject(pack)) return problem('协议包不是 JSON 对象', 'The pack is no JSON object');
  const fault = faultOf(pack);
  if (fault) return fault;
  const [fields, samples, mapping] = ['fields', 'samples', 'mapping'].map(
    (one) => listOf(pack, one) as readonly Values[],
  );
  return {
    schema: PACK_SCHEMA,
    name: String(pack.name).trim(),
    source: typeof pack.source === 'string' ? pack.source : '',
    config: Object.fromEntries(Object.entries(pack.config as Values).filter(([part]) => HEAD.has(part))),
    fields,
    samples,
    model: (pack.model ?? null) as Tsl | null,
    connection: connectionIn(pack.connection) as PackConnection | null,
    mapping,
  };
}

/** Decimals of a stored scale. */
const SCALE_DECIMALS = 3;

/** A field as it can be stored. `divisor`: its value must be divided by it; 1: it is the value of the property. */
interface StorableField {
  readonly field: FrameField;
  readonly divisor: number;
}

/** Return a field whose scale has no more decimals than are stored: a finer one gets a name of its own. */
function storable(field: FrameField): StorableField {
  const decimals = field.scale?.split('.')[1]?.length ?? 0;
  if (decimals <= SCALE_DECIMALS) return { field, divisor: 1 };
  const divisor = 10 ** (decimals - SCALE_DECIMALS);
  const scale = (Number(field.scale) * divisor).toFixed(SCALE_DECIMALS);
  return { field: { ...field, scale, iotFieldName: `${field.iotFieldName}Fine` }, divisor };
}

/** Return the row by which a property is made of its field; a finer field is divided. */
function mappingOf(identifier: string, fields: readonly StorableField[]): Values {
  const fine = fields.find(({ field, divisor }) => divisor > 1 && field.iotFieldName === `${identifier}Fine`);
  return fine
    ? { attribute: identifier, sourceField: `${identifier}Fine`, direction: 'up', expression: `x / ${fine.divisor}` }
    : { attribute: identifier, sourceField: identifier, direction: 'up' };
}

/** Return a protocol of the product as JSON. Each field maps to the property of its name. */
export function jsonOfPack({ code, title, source, config, fields, samples, model }: ProtocolPack): PackJson {
  const { properties, ...profile } = model;
  const stored = fields.map(storable);
  return {
    schema: PACK_SCHEMA,
    name: title[0],
    source,
    config: { ...config },
    fields: stored.map(({ field }, at) => ({ ...field, sort: at + 1 })),
    samples: samples.map(({ name, frame, source: from, deviceId, props }, at) => ({
      name,
      frame,
      sort: at + 1,
      direction: 'up',
      remark: from.slice(0, 255),
      expect: { deviceId, props, events: [] },
    })),
    model: toTsl({ ...profile, nodeType: 'direct', authType: 'none' }, null, properties),
    connection: {
      modelCode: code.replaceAll('-', '_'),
      modelName: title[0],
      protocol: 'tcp_server',
      dataFormat: config.deviceConnectFormat,
      points: [],
    },
    mapping: properties.map(({ identifier }) => mappingOf(identifier, stored)),
  };
}
