import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { MAX_FRAME, type TracingCodec } from './binary.rules.ts';
import { FrameFault } from './frame.rules.ts';
import { compileKeyed } from './keyed.rules.ts';
import { scaleOf } from './values/scale.rules.ts';
import { fieldNameOf } from './values/value-type.rules.ts';

const MAX_JSON = 16 * MAX_FRAME;
const MAX_DEPTH = 32;

const stepsOf = (path: string): string[] =>
  path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter(Boolean);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Return the value at a path such as `$.data.temperature`. */
const valueAt = (json: unknown, path: string): unknown => stepsOf(path).reduce(memberOf, json);

/** Return the values at a path with at most one `[*]`. */
function valuesAt(json: unknown, path: string): { values: readonly unknown[]; isEach: boolean } {
  const [before, after] = path.split('[*]');
  if (after === undefined) return { values: [valueAt(json, path)], isEach: false };
  const list = valueAt(json, before);
  return { values: Array.isArray(list) ? list.map((one) => valueAt(one, after)) : [], isEach: true };
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_JSON)
    throw new FrameFault(['报文过长', `A JSON frame has at most ${MAX_JSON} bytes`], 'LIMIT');
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new FrameFault(['报文不是有效的JSON', 'The frame is not valid JSON']);
  }
}

function isMeant(config: FrameConfig, json: unknown): boolean {
  const { agreementKey, agreementVal } = config;
  return !agreementKey || !agreementVal || agreementVal.split('|').includes(String(valueAt(json, agreementKey)));
}

function put(json: Record<string, unknown>, path: string, value: unknown): void {
  const steps = stepsOf(path);
  const last = steps.pop();
  if (last === undefined) return;
  let into = json;
  for (const step of steps) into = (into[step] ??= {}) as Record<string, unknown>;
  into[last] = value;
}

function sentFor(field: FrameField, values: Readonly<Record<string, unknown>>): unknown {
  const input = values[fieldNameOf(field)] ?? values[field.deviceConnectConfigFieldType];
  if (input === undefined) return field.constValue ?? undefined;
  const word = Object.entries(field.enumMap ?? {}).find(([, one]) => one === input)?.[0];
  if (word !== undefined) return /^-?\d+$/.test(word) ? Number(word) : word;
  return typeof input === 'number' ? Number(scaleOf(field).to(input).toFixed(9)) : input;
}

/** Compile a configuration of JSON frames: the name of a field is its path. */
export function compileJson(config: FrameConfig, fields: readonly FrameField[]): TracingCodec {
  for (const { fieldName } of fields)
    if ((fieldName?.split('[*]').length ?? 0) > 2 || stepsOf(fieldName ?? '').length > MAX_DEPTH)
      throw new FrameFault([`路径写法不支持:${fieldName}`, `This path is not supported: ${fieldName}`], 'CONFIG');
  const decode = compileKeyed(config, fields, false);
  const down = fields.filter((field) => field.direction !== 'up' && !field.fieldName?.includes('[*]'));
  return {
    matches(bytes) {
      try {
        return isMeant(config, parsed(bytes));
      } catch {
        return false;
      }
    },
    decode(bytes, origin = {}, trace) {
      const json = parsed(bytes);
      if (!isMeant(config, json))
        throw new FrameFault(['协议标识不符', 'The protocol value is another one'], 'AGREEMENT');
      return decode(
        { at: (path) => valuesAt(json, path), json: (path) => valueAt(json, path), kv: () => null },
        origin,
        trace,
      );
    },
    encode(values) {
      const json: Record<string, unknown> = {};
      if (config.agreementKey && config.agreementVal) put(json, config.agreementKey, config.agreementVal.split('|')[0]);
      for (const field of down) {
        const value = sentFor(field, values);
        if (value !== undefined && field.fieldName) put(json, field.fieldName, value);
      }
      return new TextEncoder().encode(JSON.stringify(json));
    },
  };
}
