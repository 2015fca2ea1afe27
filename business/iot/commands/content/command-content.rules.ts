import {
  anyNumber,
  anyText,
  anything,
  choice,
  list,
  map,
  nullable,
  optional,
  record,
} from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AttributeParameter, SchemaAttribute } from '../../models/model-schema.rules.ts';
import { valueProblem } from './content-value.rules.ts';

/** Content of a command: values to set, a service with parameters, properties to read, or raw bytes in hex. */
export interface CommandContent {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly service?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly keys?: readonly string[];
  readonly hex?: string;
}

const values = map(anything('deviceValue'));

/** The shape of `CommandContent`. */
export const contentShape = record({
  set: optional(nullable(values)),
  service: optional(nullable(anyText)),
  params: optional(nullable(values)),
  keys: optional(nullable(list(anyText))),
  hex: optional(nullable(anyText)),
});

/** Condition on a property that must hold within some seconds after a successful reply. */
export interface Verification {
  readonly prop: string;
  readonly op?: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
  readonly value: unknown;
  readonly withinSec?: number;
}

/** The shape of `Verification`. */
export const verificationShape = record({
  prop: anyText,
  op: optional(choice('eq', 'ne', 'gt', 'ge', 'lt', 'le')),
  value: anything('deviceValue'),
  withinSec: optional(anyNumber),
});

/** One attempt to send a command. Moments are milliseconds. */
export interface Attempt {
  readonly n: number;
  readonly at: number;
  readonly ended?: number;
  readonly by?: 'reply' | 'timeout' | 'busy' | 'line' | 'report';
}

/** The shape of `Attempt`. */
export const attemptShape = record({
  n: anyNumber,
  at: anyNumber,
  ended: optional(anyNumber),
  by: optional(choice('reply', 'timeout', 'busy', 'line', 'report')),
});

/** An attribute of a model with its risk, as its row is now. */
export type RiskyAttribute = SchemaAttribute & { readonly risk?: string | null };

export type CommandKind = 'property_set' | 'service' | 'read' | 'raw';

const MAX_KEYS = 100;
const MAX_HEX = 8192;
const MAX_JSON = 32_768;

/** Return the kind of a content by its parts; null: it has none or several. */
export function kindOfContent({ set, service, keys, hex }: CommandContent): CommandKind | null {
  const found = (
    [
      ['property_set', set],
      ['service', service],
      ['read', keys],
      ['raw', hex],
    ] as const
  ).filter(([, value]) => value !== undefined && value !== null);
  return found.length === 1 ? found[0][0] : null;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const attributeOf = (
  attributes: readonly RiskyAttribute[],
  kind: 'property' | 'service',
  identifier: string,
): RiskyAttribute | undefined => attributes.find((one) => one.attrType === kind && one.identifier === identifier);

const named = ({ name, nameEn, identifier }: Pick<SchemaAttribute, 'name' | 'nameEn' | 'identifier'>): Label => [
  name || identifier,
  nameEn || name || identifier,
];

function setProblem(attributes: readonly RiskyAttribute[], set: unknown): Label | null {
  if (!isPlain(set) || Object.keys(set).length === 0) return ['请给出要设置的属性', 'Name the properties to set'];
  for (const [identifier, value] of Object.entries(set)) {
    const one = attributeOf(attributes, 'property', identifier);
    if (!one) return [`没有属性 ${identifier.slice(0, 50)}`, `There is no property ${identifier.slice(0, 50)}`];
    const [zh, en] = named(one);
    if (one.accessMode !== 'rw' && one.accessMode !== 'w') return [`${zh}是只读的`, `${en} cannot be set`];
    const problem = valueProblem(one.dataType ?? 'int', one.specs ?? {}, value);
    if (problem) return [`${zh}${problem[0]}`, `${en} ${problem[1]}`];
  }
  return null;
}

function parameterProblem(one: AttributeParameter, value: unknown): Label | null {
  const [zh, en] = named(one);
  if (value === undefined || value === null)
    return one.required ? [`缺少参数${zh}`, `The parameter ${en} is missing`] : null;
  const problem = valueProblem(one.dataType, one.specs ?? {}, value);
  return problem && [`${zh}${problem[0]}`, `${en} ${problem[1]}`];
}

function serviceProblem(
  attributes: readonly RiskyAttribute[],
  { service = '', params = {} }: CommandContent,
): Label | null {
  const one = typeof service === 'string' ? attributeOf(attributes, 'service', service) : undefined;
  if (!one) return [`没有服务 ${String(service).slice(0, 50)}`, `There is no service ${String(service).slice(0, 50)}`];
  if (!isPlain(params)) return ['参数应是对象', 'Parameters are an object'];
  const inputs = (one.params ?? []).filter(({ direction }) => direction !== 'out');
  const unknown = Object.keys(params).find((name) => !inputs.some(({ identifier }) => identifier === name));
  if (unknown !== undefined)
    return [`没有参数 ${unknown.slice(0, 50)}`, `There is no parameter ${unknown.slice(0, 50)}`];
  for (const input of inputs) {
    const problem = parameterProblem(input, params[input.identifier]);
    if (problem) return problem;
  }
  return null;
}

function keysProblem(attributes: readonly RiskyAttribute[], keys: unknown): Label | null {
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS)
    return [`要读取 1 至 ${MAX_KEYS} 个属性`, `Name 1 to ${MAX_KEYS} properties to read`];
  const unknown = keys.find((one) => typeof one !== 'string' || !attributeOf(attributes, 'property', one));
  return unknown === undefined
    ? null
    : [`没有属性 ${String(unknown).slice(0, 50)}`, `There is no property ${String(unknown).slice(0, 50)}`];
}

const hexProblem = (hex: unknown): Label | null =>
  typeof hex === 'string' && hex.length > 0 && hex.length <= MAX_HEX && hex.length % 2 === 0 && /^[\da-f]+$/i.test(hex)
    ? null
    : ['透传内容应是成对的十六进制', 'Raw bytes are pairs of hex digits'];

/** Return why a content does not fit the attributes of its model; null: it fits. */
export function contentProblem(attributes: readonly RiskyAttribute[], content: unknown): Label | null {
  if (!isPlain(content)) return ['指令内容应是对象', 'The content is an object'];
  if (JSON.stringify(content).length > MAX_JSON) return ['指令内容过长', 'The content is too long'];
  const of = content as CommandContent;
  switch (kindOfContent(of)) {
    case 'property_set':
      return setProblem(attributes, of.set);
    case 'service':
      return serviceProblem(attributes, of);
    case 'read':
      return keysProblem(attributes, of.keys);
    case 'raw':
      return hexProblem(of.hex);
    default:
      return ['内容只能是 set、service、keys、hex 之一', 'The content is one of set, service, keys, hex'];
  }
}

/** Return why a verification does not fit the attributes of its model; null: it fits. */
export function verificationProblem(attributes: readonly RiskyAttribute[], verify: unknown): Label | null {
  if (!isPlain(verify)) return ['核对条件应是对象', 'A check is an object'];
  const { prop, op = 'eq', withinSec = 60 } = verify as unknown as Verification;
  if (typeof prop !== 'string' || !attributeOf(attributes, 'property', prop))
    return [`没有属性 ${String(prop).slice(0, 50)}`, `There is no property ${String(prop).slice(0, 50)}`];
  if (!['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(op)) return ['比较方式不认识', 'The comparison is unknown'];
  return Number.isInteger(withinSec) && withinSec >= 1 && withinSec <= 3600
    ? null
    : ['核对时间是 1 至 3600 秒', 'A check lasts 1 to 3600 seconds'];
}

/** Return the risk of a content: the highest of the attributes that it uses. Raw bytes are always of high risk. */
export function riskOfContent(attributes: readonly RiskyAttribute[], content: CommandContent): 'low' | 'high' {
  if (content.hex !== undefined) return 'high';
  const used = content.service
    ? [attributeOf(attributes, 'service', content.service)]
    : Object.keys(content.set ?? {}).map((identifier) => attributeOf(attributes, 'property', identifier));
  return used.some((one) => one?.risk === 'high') ? 'high' : 'low';
}

/** Return the higher of two risks. */
export const higherRisk = (one: string | null | undefined, other: string | null | undefined): 'low' | 'high' =>
  one === 'high' || other === 'high' ? 'high' : 'low';

const valueText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
};

/** Return a content in words, for lists. */
export function contentWords(attributes: readonly RiskyAttribute[], content: CommandContent): Label {
  if (content.hex !== undefined) return [`透传 ${content.hex.length / 2} 字节`, `${content.hex.length / 2} raw bytes`];
  if (content.service) {
    const one = attributeOf(attributes, 'service', content.service);
    return one ? named(one) : [content.service, content.service];
  }
  if (content.keys)
    return [`读取 ${content.keys.join('、').slice(0, 80)}`, `Read ${content.keys.join(', ').slice(0, 80)}`];
  const parts = Object.entries(content.set ?? {}).map(([identifier, value]): Label => {
    const one = attributeOf(attributes, 'property', identifier);
    const [zh, en] = one ? named(one) : ([identifier, identifier] as const);
    return [`${zh}=${valueText(value)}`, `${en}=${valueText(value)}`];
  });
  const joined = (at: 0 | 1, by: string): string =>
    parts
      .map((one) => one[at])
      .join(by)
      .slice(0, 90);
  // Names such as “Set temperature” begin with the word already.
  return [`设置 ${joined(0, '、')}`, `Set ${joined(1, ', ').replace(/^set /i, '')}`];
}

/** Merge parameters that a person typed into a content. Only values of the same kind are taken. */
export function withTypedParameters(
  content: CommandContent,
  params: Readonly<Record<string, unknown>> | null,
): CommandContent {
  if (!params || Object.keys(params).length === 0) return content;
  if (content.set) return { ...content, set: { ...content.set, ...params } };
  if (content.service) return { ...content, params: { ...content.params, ...params } };
  return content;
}
