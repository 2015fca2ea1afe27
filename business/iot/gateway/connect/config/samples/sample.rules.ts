import type { Label } from '#kernel/language/label.ts';
import { isEqualJson } from './same-value.rules.ts';
import type { Codec, DecodedFrame } from '../../codec/frame-config.rules.ts';
import { type FaultCode, FrameFault, bytesOf, hexOfBytes } from '../../codec/frame.rules.ts';

/** Meaning of a sample frame: the values of its device, and of devices behind it. */
export interface SampleMeaning {
  readonly deviceId?: string | null;
  readonly props?: Readonly<Record<string, unknown>>;
  readonly events?: readonly { readonly name: string; readonly value: unknown }[];
  readonly messages?: readonly unknown[];
}

/** A frame with its expectation: its meaning, or the code of the fault by which it is refused. */
export interface FrameSample {
  readonly name: string | null;
  readonly frame: string;
  readonly direction?: string | null;
  readonly expect?: SampleMeaning | null;
  readonly refusedAs?: string | null;
}

/** Return the bytes of a typed frame: hex, or text as it is. */
export function typedBytes(frame: string, format: string): Uint8Array {
  return format === 'hex' ? bytesOf(frame) : new TextEncoder().encode(frame.trim());
}

/** Return the meaning of a decoded frame, as it is stored. */
export function meaningOf({ deviceId, props, events, messages }: DecodedFrame): SampleMeaning {
  const meaning = { deviceId, props, events, ...(messages?.length && { messages }) };
  // As after a round trip through the database.
  return JSON.parse(JSON.stringify(meaning)) as SampleMeaning;
}

/** Return what a frame is expected to be from now on: what it decodes to, or how it is refused. */
export function expectationOf(codec: Codec, frame: string, format: string): Pick<FrameSample, 'expect' | 'refusedAs'> {
  try {
    return { expect: meaningOf(codec.decode(typedBytes(frame, format))), refusedAs: null };
  } catch (error) {
    if (error instanceof FrameFault) return { expect: null, refusedAs: error.code };
    throw error;
  }
}

const shown = (value: unknown): string => (value === undefined || value === null ? '—' : String(JSON.stringify(value)));

/** Return the first difference of two meanings in words; null: they are the same. */
function difference(wanted: SampleMeaning, found: SampleMeaning): Label | null {
  const unlike = (name: string, was: unknown, is: unknown): Label => [
    `${name} 应为 ${shown(was)}，现为 ${shown(is)}`,
    `${name} must be ${shown(was)}, it is ${shown(is)}`,
  ];
  const [was, is] = [wanted.props ?? {}, found.props ?? {}];
  const pairs: [name: string, was: unknown, is: unknown][] = [
    ['deviceId', wanted.deviceId ?? null, found.deviceId ?? null],
    ...[...new Set([...Object.keys(was), ...Object.keys(is)])].map((name): [string, unknown, unknown] => [
      name,
      was[name],
      is[name],
    ]),
    ['events', wanted.events ?? [], found.events ?? []],
    ['messages', wanted.messages ?? [], found.messages ?? []],
  ];
  const other = pairs.find(([, one, another]) => !isEqualJson(one, another));
  return other ? unlike(...other) : null;
}

/** Write the command of a sample and compare its bytes. */
function brokenCommand(codec: Codec, { frame, expect }: FrameSample, format: string): Label | null {
  const [wanted, found] = [
    typedBytes(frame, format),
    codec.encode({ ...(expect?.deviceId && { deviceId: expect.deviceId }), ...expect?.props }),
  ];
  const [was, is] = [hexOfBytes(wanted), hexOfBytes(found)];
  return was === is ? null : [`应编为 ${was}，现为 ${is}`, `It must be written as ${was}, it is ${is}`];
}

/** Return in words how a sample breaks; null: it holds. A sample without an expectation has only to decode. */
export function brokenSample(codec: Codec, sample: FrameSample, format: string): Label | null {
  const { frame, direction, expect, refusedAs } = sample;
  let code: FaultCode;
  try {
    if (direction === 'down') return brokenCommand(codec, sample, format);
    const found = meaningOf(codec.decode(typedBytes(frame, format)));
    if (refusedAs) return [`应被拒绝（${refusedAs}），现在能解`, `It must be refused (${refusedAs}), it decodes`];
    return expect ? difference(expect, found) : null;
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    code = error.code;
    if (!refusedAs) return error.words;
  }
  return code === refusedAs
    ? null
    : [`应因 ${refusedAs} 被拒绝，现为 ${code}`, `It must be refused as ${refusedAs}, it is ${code}`];
}

/** Return a typed frame in a form in which the same frames are equal. */
export const plainFrame = (frame: string, format: string): string =>
  format === 'hex' ? frame.replaceAll(/0x|[\s,:-]/gi, '').toUpperCase() : frame.trim();
