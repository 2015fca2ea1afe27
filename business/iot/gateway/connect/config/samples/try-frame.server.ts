import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { MAX_FIELDS, compileFrames } from '../../codec/compile.rules.ts';
import type { FrameConfig, FrameField } from '../../codec/frame-config.rules.ts';
import { FrameFault, bytesOf, hexOfBytes } from '../../codec/frame.rules.ts';
import type { TracedField } from '../../codec/reading.rules.ts';
import { refuse } from '../../refusals.ts';
import type { decodeSample } from '../connect-config.calls.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { connectField } from '../connect-field.paper.ts';
import { inFieldOrder } from '../live/live.rules.ts';

/** A configuration with its fields in order. */
export interface ConfigRows {
  readonly config: FrameConfig;
  readonly fields: readonly FrameField[];
}

/** Return the id of a configuration; refuse a call without one. */
export function configNamed(keyId: string | null): string {
  if (!keyId) throw refuse.keyIdMissing();
  return keyId;
}

/** Read a configuration with its stored fields. */
export async function loaded(keyId: string | null, reading: Reading): Promise<ConfigRows> {
  const config = await reading.get(connectConfig, configNamed(keyId));
  const fields = await reading.find(connectField, { keyId: config.id }, { limit: MAX_FIELDS });
  return { config, fields: inFieldOrder(fields) as FrameField[] };
}

type Tried = CallAnswer<typeof decodeSample>['frames'][number];

const withoutRow = ({ name, type, start, end, hex, value }: TracedField): Omit<TracedField, 'of'> => ({
  name,
  type,
  start,
  end,
  hex,
  value,
});

/**
 * Decode a sample frame. A mismatch is answered as `error`, so that the author of the configuration can read the cause.
 */
export function tryFrame(
  { config, fields }: ConfigRows,
  { format: wanted, frame }: { readonly format: string | null; readonly frame: string },
  language: Reading['language'],
): CallAnswer<typeof decodeSample> {
  const format = wanted && ['hex', 'ascii', 'json'].includes(wanted) ? wanted : config.deviceConnectFormat;
  try {
    const read: TracedField[] = [];
    const bytes =
      format === 'hex' ? bytesOf(frame) : new Uint8Array(Buffer.from(frame, format === 'json' ? 'utf8' : 'latin1'));
    const { deviceId, msgType, props, events } = compileFrames(
      { ...config, deviceConnectFormat: format },
      fields,
    ).decode(bytes, {}, read);
    const hex = format === 'json' ? '' : hexOfBytes(bytes);
    return {
      ok: true,
      frames: [{ hex, deviceId, msgType, props, events, fields: read.map(withoutRow), error: null } as Tried],
    };
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    const words = error.words[language === 'en' ? 1 : 0];
    return {
      ok: false,
      frames: [{ hex: '', deviceId: null, msgType: null, props: {}, events: [], fields: [], error: words }],
    };
  }
}
