import { compileFrames } from '../codec/compile.rules.ts';
import type { TracingCodec } from '../codec/binary.rules.ts';
import type { FrameField } from '../codec/frame-config.rules.ts';
import { cjt188 } from '../packs/cjt188.rules.ts';
import { dlt645 } from '../packs/dlt645.rules.ts';
import { type ProtocolPack, packField } from '../packs/protocol-pack.rules.ts';
import type { PointForm } from '../points/value.rules.ts';
import type { MeterName } from './meter-names.rules.ts';

/** A protocol of meters: the pack of its frames, and how a point finds its bytes in an answer. */
export interface MeterProtocol {
  readonly pack: ProtocolPack;
  /** Bytes FE that wake the line before a request. */ readonly wake: number;
  /** Digits of the address of a meter. */ readonly digits: RegExp;
  /** Control bytes of answers with data. */ readonly answers: readonly string[];
  /** Control byte of an answer without data, and the position of its reason. */
  readonly refusal: { readonly control: string; readonly at: number };
  /** Position of the first byte of the data. */ readonly dataAt: number;
  /** May an answer name the identifier with its highest byte first? Many water meters do. */
  readonly mayKeepOrder: boolean;
  /** Return the values to encode for a request. */
  requestOf(unit: string, di: string): Readonly<Record<string, string>>;
  /** Return the address of a meter as its answers name it. */ addressOf(unit: string): string;
  /** Return the identifier that a point asks for; null: its address is none. */ diOf(address: string): string | null;
  /** Return the fields that read a point in an answer. */
  fieldsOf(code: string, address: string, form: PointForm): readonly FrameField[];
}

/** Identifiers whose highest bit is a sign: combined energy, current, power and power factor (annex A). */
const SIGNED = /^(?:0000|020[2346])/;

/** Return invalid raw values as the codec reads them: in hex. The digits of BCD are hex digits. */
const invalidText = ({ invalidValues, dataType }: PointForm): string | null =>
  (invalidValues ?? [])
    .filter((one) => typeof one === 'string' || one >= 0)
    .map((one) => (typeof one === 'string' ? one : dataType === 'bcd' ? String(one) : one.toString(16)))
    .join(',') || null;

/** Return the field of a point that takes all data of an answer. */
function wholeField(code: string, form: PointForm, from: number, more: Partial<FrameField> = {}): FrameField {
  const { dataType, scale, shift, precision } = form;
  return packField('property', from, null, {
    ...{ iotFieldName: code, dataType, scale, shift, precision, invalidValues: invalidText(form) },
    // Text keeps the order in which it is sent.
    byteOrder: form.byteOrder ?? (['text', 'ascii', 'gbk'].includes(dataType) ? 'ABCD' : 'DCBA'),
    ...more,
  });
}

const electricity: MeterProtocol = {
  pack: dlt645,
  wake: 4,
  digits: /^\d{12}$/,
  answers: ['91', 'B1'],
  refusal: { control: 'D1', at: 10 },
  dataAt: 14,
  mayKeepOrder: false,
  requestOf: (address, di) => ({ address, di }),
  addressOf: (unit) => unit,
  diOf: (address) => (/^[\dA-F]{8}$/i.test(address) ? address.toUpperCase() : null),
  fieldsOf: (code, address, form) => [
    wholeField(code, form, 14, { signBit: form.dataType === 'bcd' && SIGNED.test(address) }),
  ],
};

/** The present reading of a water meter. */
const READING = '901F';
const LONG = 14;

const waterFields = (name: string): readonly FrameField[] =>
  cjt188.fields.filter(({ iotFieldName }) => iotFieldName === name);

const product = (one: string | null, other: string | null): string =>
  String(Number((Number(one || 1) * Number(other || 1)).toPrecision(12)));

const water: MeterProtocol = {
  pack: cjt188,
  wake: 3,
  digits: /^(?:[\dA-F]{2})?\d{14}$/i,
  answers: ['81'],
  refusal: { control: 'C1', at: 12 },
  dataAt: LONG,
  mayKeepOrder: true,
  requestOf: (unit, di) => ({
    address: unit.slice(-LONG),
    di,
    ...(unit.length > LONG && { type: unit.slice(0, -LONG) }),
  }),
  addressOf: (unit) => unit.slice(-LONG),
  diOf(address) {
    if (waterFields(address).length) return READING;
    return /^[\dA-F]{4}$/i.test(address) ? address.toUpperCase() : null;
  },
  fieldsOf(code, address, form) {
    const named = waterFields(address);
    // A volume comes with its unit, by which the codec makes cubic metres of it.
    const volumes = named.length || form.dataType !== 'bcd' ? named : waterFields('totalFlow');
    if (!volumes.length) return [wholeField(code, form, LONG)];
    return volumes.map((field) => ({
      ...field,
      iotFieldName: code,
      scale: product(field.scale, form.scale),
      shift: form.shift,
      precision: form.precision,
      invalidValues: invalidText({ ...form, dataType: 'bcd' }),
    }));
  },
};

const meterProtocols: Readonly<Record<MeterName, MeterProtocol>> = { dlt645: electricity, cjt188: water };

export const meterProtocol = (name: MeterName): MeterProtocol => meterProtocols[name];

/** Names under which the parts of an answer are decoded. No code of a point has a `$`. */
export const [DI, REASON, DATA] = ['$di', '$reason', '$data'];

const ENVELOPE = ['header', 'deviceId', 'const', 'msgType', 'length', 'reserved'];

/** Compile the frames of a protocol with these fields inside its data. */
export function meterCodec(protocol: MeterProtocol, inner: readonly FrameField[]): TracingCodec {
  const { pack } = protocol;
  const isTail = (field: FrameField): boolean => (field.startBit ?? 0) < 0;
  const head = pack.fields.filter((one) => !isTail(one) && ENVELOPE.includes(one.deviceConnectConfigFieldType));
  return compileFrames(pack.config, [...head, ...inner, ...pack.fields.filter(isTail)]);
}

/** Compile the envelope of all answers: meter, control, identifier, data, and the reason of a refusal. */
export function envelopeCodec(protocol: MeterProtocol): TracingCodec {
  const { control, at } = protocol.refusal;
  const di = protocol.pack.fields.find(({ fieldName }) => fieldName === 'di');
  const hex = { dataType: 'hex', optional: true } as const;
  return meterCodec(protocol, [
    packField('property', di?.startBit ?? 0, di?.endBit ?? 0, { iotFieldName: DI, ...hex, byteOrder: 'DCBA' }),
    packField('property', protocol.dataAt, null, { iotFieldName: DATA, ...hex }),
    packField('property', at, at, { iotFieldName: REASON, optional: true, whenExpr: `control = ${control}` }),
  ]);
}
