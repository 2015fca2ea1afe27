import { decode, encode, hasAgreement } from './codec.rules.ts';
import type { Codec, FrameConfig, FrameField } from './frame-config.rules.ts';
import { bytesOf, hexOfBytes } from './frame.rules.ts';

const textOf = (config: FrameConfig, bytes: Uint8Array): string =>
  config.deviceConnectFormat === 'hex'
    ? hexOfBytes(bytes)
    : Buffer.from(bytes).toString(config.deviceConnectFormat === 'json' ? 'utf8' : 'latin1');

const numberOf = (value: unknown): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

/** Compile a configuration of frames. Throw `FrameFault` if it cannot be compiled. */
export function compileFrames(config: FrameConfig, fields: readonly FrameField[]): Codec {
  return {
    matches: (bytes) => hasAgreement(config, textOf(config, bytes)),
    decode(bytes) {
      const { deviceId, msgType, props, events, fields: read } = decode(config, fields, textOf(config, bytes));
      const msgId = read.find((one) => one.type === 'msgId')?.value;
      return { deviceId, msgType, msgId: numberOf(msgId), ts: null, props, events, unknown: [] };
    },
    encode: (values) =>
      bytesOf(
        encode(
          config,
          fields.filter((one) => one.direction !== 'up'),
          values,
        ),
      ),
  };
}
