import type { Label } from '#kernel/language/label.ts';
import { isSameValue } from './same-value.rules.ts';
import type { Codec, DecodedFrame } from '../../codec/frame-config.rules.ts';
import { type FaultCode, FrameFault, bytesOf, hexOfBytes } from '../../codec/frame.rules.ts';

/** What a sample frame means: the values of its device, and of devices behind it. */
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
  readonly fault?: string | null;
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
export function expectationOf(codec: Codec, frame: string, format: string): Pick<FrameSample, 'expect' | 'fault'> {
  try {
    return { expect: meaningOf(codec.decode(typedBytes(frame, format))), fault: null };
  } catch (error) {
    if (error instanceof FrameFault) return { expect: null, fault: error.code };
    throw error;
  }
}

const shown = (value: unknown): string => (value === undefined || value === null ? '—' : String(JSON.stringify(value)));

/** Return the first difference of two meanings in words; null: they are the same. */
function difference(wanted: SampleMeaning, found: SampleMeaning): Label | null {
  const said = (name: string, was: unknown, is: unknown): Label => [
    `${name} 应为 ${shown(was)}，现为 ${shown(is)}`,
    `${name} must be ${shown(was)}, it is ${shown(is)}`,
  ];
  if ((wanted.deviceId ?? null) !== (found.deviceId ?? null)) return said('deviceId', wanted.deviceId, found.deviceId);
  const [was, is] = [wanted.props ?? {}, found.props ?? {}];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
    if (!isSameValue(was[name], is[name])) return said(name, was[name], is[name]);
  if (!isSameValue(wanted.events ?? [], found.events ?? [])) return said('events', wanted.events, found.events);
  return isSameValue(wanted.messages ?? [], found.messages ?? [])
    ? null
    : said('messages', wanted.messages, found.messages);
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
export function broken(codec: Codec, sample: FrameSample, format: string): Label | null {
  const { frame, direction, expect, fault } = sample;
  let code: FaultCode;
  try {
    if (direction === 'down') return brokenCommand(codec, sample, format);
    const found = meaningOf(codec.decode(typedBytes(frame, format)));
    if (fault) return [`应被拒绝（${fault}），现在能解`, `It must be refused (${fault}), it decodes`];
    return expect ? difference(expect, found) : null;
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    code = error.code;
    if (!fault) return error.words;
  }
  return code === fault
    ? null
    : [`应因 ${fault} 被拒绝，现为 ${code}`, `It must be refused as ${fault}, it is ${code}`];
}

/** Return a typed frame in a form in which the same frames are equal. */
export const plainFrame = (frame: string, format: string): string =>
  format === 'hex' ? frame.replaceAll(/0x|[\s,:-]/gi, '').toUpperCase() : frame.trim();
