import { type ReplyRule, appliesWhen, compileReply } from '../../channel/frames/reply.rules.ts';
import type { TracingCodec } from '../../codec/binary.rules.ts';
import { compileFrames } from '../../codec/compile.rules.ts';
import type { DecodedFrame, FrameConfig, FrameField } from '../../codec/frame-config.rules.ts';
import { FrameFault } from '../../codec/frame.rules.ts';
import { type Framing, readFraming } from '../../framing/framing.rules.ts';

/** The part of a configuration that runs once it is published. Address, port and priority hold at once. */
interface LiveConfig extends FrameConfig {
  readonly framing?: unknown;
  readonly replyRule?: ReplyRule | null;
  readonly heartbeatRule?: { readonly when?: string } | null;
}

/** The published form of a configuration, as it is stored: only values that are there. */
export interface LiveForm {
  readonly config: LiveConfig;
  /** In their order. */ readonly fields: readonly FrameField[];
}

/** Parts of a configuration that are published. */
export const CONFIG_PARTS = [
  'deviceConnectFormat',
  'positionUnit',
  'deviceIdRule',
  'agreementKey',
  'agreementVal',
  'startBit',
  'endBit',
  'byteOrder',
  'charset',
  'timezone',
  'leadByte',
  'transform',
  'textShape',
  'framing',
  'replyRule',
  'heartbeatRule',
] as const satisfies readonly (keyof LiveConfig)[];

/** Parts of a field that are published. */
export const FIELD_PARTS = [
  'deviceConnectConfigFieldType',
  'fieldName',
  'iotFieldName',
  'startBit',
  'endBit',
  'dataType',
  'byteOrder',
  'scale',
  'shift',
  'constValue',
  'algorithm',
  'precision',
  'enumMap',
  'bits',
  'invalidValues',
  'whenExpr',
  'optional',
  'signBit',
  'coverStart',
  'coverEnd',
  'lengthExcludes',
  'tagBytes',
  'lenBytes',
  'lenOf',
  'tag',
  'repeatOf',
  'direction',
] as const satisfies readonly (keyof FrameField)[];

/** Parts that the codec expects to be null where they are absent. */
const NO_CONFIG = { positionUnit: null, agreementKey: null, agreementVal: null, startBit: null, endBit: null };
const NO_FIELD = {
  fieldName: null,
  iotFieldName: null,
  startBit: null,
  endBit: null,
  dataType: null,
  byteOrder: null,
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
};

/** Numbers that the database writes with zeros at their end. */
const DECIMALS: readonly PropertyKey[] = ['scale', 'shift'];

function present<T extends object>(row: T, parts: readonly (keyof T)[]): Partial<T> {
  const known = parts.filter((part) => row[part] !== null && row[part] !== undefined && row[part] !== false);
  const value = (part: keyof T): unknown => (DECIMALS.includes(part) ? String(Number(row[part])) : row[part]);
  return Object.fromEntries(known.map((part) => [part, value(part)])) as Partial<T>;
}

interface Ordered {
  readonly id?: string;
  readonly sort?: unknown;
}

/** Return rows of fields or samples in their order. */
export const inFieldOrder = <F extends Ordered>(fields: readonly F[]): F[] =>
  fields.toSorted((a, b) => Number(a.sort) - Number(b.sort) || (a.id ?? '').localeCompare(b.id ?? ''));

/** Return what would be stored for a configuration and its fields. */
export function liveText(config: object, fields: readonly object[]): string {
  const of = config as LiveConfig;
  return JSON.stringify({
    config: present(of, CONFIG_PARTS),
    fields: inFieldOrder(fields as readonly (FrameField & Ordered)[]).map((field) => present(field, FIELD_PARTS)),
  });
}

/** Read a stored form; null: nothing was published yet. */
export function readLive(text: string | null | undefined): LiveForm | null {
  if (!text) return null;
  const { config, fields } = JSON.parse(text) as LiveForm;
  return { config: { ...NO_CONFIG, ...config }, fields: fields.map((field) => ({ ...NO_FIELD, ...field })) };
}

/** A compiled form. */
export interface Runnable {
  readonly framing: Framing;
  readonly codec: TracingCodec;
  readonly reply: {
    readonly after: 'commit' | 'receive';
    applies(frame: DecodedFrame, length: number): boolean;
    make(frame: DecodedFrame): Uint8Array;
  } | null;
  isHeartbeat(frame: DecodedFrame, length: number): boolean;
}

/** Compile a form. Throw `FrameFault` or `FormulaFault` for one that cannot run. */
export function compileLive({ config, fields }: LiveForm): Runnable {
  const { framing: stored, replyRule, heartbeatRule } = config;
  const framing = readFraming(stored);
  if (!framing) throw new FrameFault(['分帧参数不对', 'The framing is wrong'], 'CONFIG');
  return {
    framing,
    codec: compileFrames(config, fields),
    reply: replyRule?.template
      ? { after: replyRule.after ?? 'commit', applies: appliesWhen(replyRule.when), make: compileReply(replyRule) }
      : null,
    isHeartbeat: heartbeatRule?.when ? appliesWhen(heartbeatRule.when) : () => false,
  };
}
