import type { FrameConfig, FrameField, TextShape } from './frame-config.rules.ts';
import { MAX_FRAME, type TracingCodec } from './binary.rules.ts';
import { charsetNamed } from './values/frame-text.rules.ts';
import { FrameFault } from './frame.rules.ts';
import { compileKeyed } from './keyed.rules.ts';
import { scaleOf } from './values/scale.rules.ts';
import { fieldNameOf } from './values/value-type.rules.ts';

/** Return the values of a text by key: names of pairs, or numbers of columns from 0. */
function partsOf(text: string, { kind, pairs = ',', equals = '=' }: TextShape): Map<string, string> {
  if (kind === 'columns') return new Map();
  const parts = text.split(pairs).map((part) => part.trim());
  if (kind === 'csv') return new Map(parts.map((part, at) => [String(at), part]));
  return new Map(
    parts.flatMap((part) => {
      const at = part.indexOf(equals);
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + equals.length).trim()] as const];
    }),
  );
}

/** The key under which a field of columns is found: any, since its positions are taken from the whole text. */
const keyOf = (shape: TextShape, key: string, parts: Map<string, string>, text: string): unknown =>
  shape.kind === 'columns' ? text : (parts.get(key) ?? null);

function sentFor(field: FrameField, values: Readonly<Record<string, unknown>>): string {
  const input = values[fieldNameOf(field)] ?? values[field.deviceConnectConfigFieldType] ?? field.constValue ?? '';
  if (typeof input === 'boolean') return input ? '1' : '0';
  return typeof input === 'number' ? String(Number(scaleOf(field).to(input).toFixed(9))) : String(input);
}

function written(shape: TextShape, fields: readonly FrameField[], values: Readonly<Record<string, unknown>>): string {
  const { kind, pairs = ',', equals = '=' } = shape;
  if (kind === 'columns') throw new FrameFault(['按列的文本不能编码', 'Text by columns cannot be encoded'], 'CONFIG');
  if (kind === 'kv') return fields.map((field) => `${field.fieldName}${equals}${sentFor(field, values)}`).join(pairs);
  const columns: string[] = [];
  for (const field of fields) columns[Number(field.fieldName)] = sentFor(field, values);
  return Array.from(columns, (column) => column ?? '').join(pairs);
}

/** Compile a configuration of text frames: pairs of keys and values, columns by number, or by position. */
export function compileText(config: FrameConfig, fields: readonly FrameField[], shape: TextShape): TracingCodec {
  const charset = charsetNamed(config.charset || 'utf8');
  const decode = compileKeyed(config, fields, true);
  const down = fields.filter((field) => field.direction !== 'up');
  if (shape.kind === 'csv' && fields.some(({ fieldName }) => !/^\d{1,3}$/.test(fieldName ?? '')))
    throw new FrameFault(['字段名称须为列号', 'The name of a field must be the number of its column'], 'CONFIG');
  const isMeant = (text: string, parts: Map<string, string>): boolean => {
    if (!config.agreementVal) return true;
    const found = config.agreementKey ? parts.get(config.agreementKey) : text;
    return config.agreementVal
      .split('|')
      .some((word) => (config.agreementKey ? found === word : found?.startsWith(word)));
  };
  return {
    matches(bytes) {
      const text = charset.read(bytes);
      return isMeant(text, partsOf(text, shape));
    },
    decode(bytes, origin = {}, trace) {
      if (bytes.length > MAX_FRAME)
        throw new FrameFault(['报文过长', `A frame has at most ${MAX_FRAME} bytes`], 'LIMIT');
      const text = charset.read(bytes);
      const parts = partsOf(text, shape);
      if (!isMeant(text, parts))
        throw new FrameFault(['协议标识不符', 'The protocol value is another one'], 'AGREEMENT');
      const at = (key: string): { values: readonly unknown[]; isEach: boolean } => ({
        values: [keyOf(shape, key, parts, text)],
        isEach: false,
      });
      return decode({ at, json: () => null, kv: (key) => parts.get(key) ?? null }, origin, trace);
    },
    encode: (values) => charset.write(written(shape, down, values)),
  };
}
