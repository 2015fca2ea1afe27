import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, implement, type Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type FrameField, decode, encode } from './codec.rules.ts';
import { decodeSample, encodeSample, fieldsOfConnection, replayFrames } from './connect-config.calls.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';
import { FrameFault } from './frame.rules.ts';

const MAX_FIELDS = 500;

function named(keyId: string | null): string {
  if (!keyId) throw refuse.keyIdMissing();
  return keyId;
}

/** Return the fields of a connection in order, as in the list. */
const fieldsOf = async (reading: Reading, keyId: string): Promise<CallAnswer<typeof fieldsOfConnection>> =>
  (await reading.visible(connectField, { query: { keyId_equal: keyId } }).words({ limit: MAX_FIELDS })).toSorted(
    (a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id),
  );

async function loaded(
  keyId: string | null,
  reading: Reading,
): Promise<{ config: Parameters<typeof decode>[0]; fields: FrameField[] }> {
  const config = await reading.get(connectConfig, named(keyId));
  const fields = await reading.find(connectField, { keyId: config.id }, { limit: MAX_FIELDS });
  return {
    config,
    fields: fields.toSorted((a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id)) as FrameField[],
  };
}

/**
 * Decode a sample frame. A mismatch is answered as `error`, so that the author of the configuration can read the cause.
 */
async function tried(
  { keyId, format: wanted, frame }: CallInputOf<typeof decodeSample>,
  reading: Reading,
): Promise<CallAnswer<typeof decodeSample>> {
  const { config, fields } = await loaded(keyId, reading);
  const format = wanted && ['hex', 'ascii', 'json'].includes(wanted) ? wanted : config.deviceConnectFormat;
  try {
    return {
      ok: true,
      frames: [{ ...decode({ ...config, deviceConnectFormat: format }, fields, frame), error: null }],
    };
  } catch (error) {
    if (!(error instanceof FrameFault)) throw error;
    return {
      ok: false,
      frames: [
        {
          hex: '',
          deviceId: null,
          msgType: null,
          props: {},
          events: [],
          fields: [],
          error: error.words[reading.language === 'en' ? 1 : 0],
        },
      ],
    };
  }
}

async function encoded(
  { keyId, command }: CallInputOf<typeof encodeSample>,
  reading: Reading,
): Promise<CallAnswer<typeof encodeSample>> {
  const { config, fields } = await loaded(keyId, reading);
  try {
    return { hex: encode(config, fields, command ?? {}) };
  } catch (error) {
    if (error instanceof FrameFault) throw refuse.frameWrong({ words: error.words });
    throw error;
  }
}

export default behaviour<typeof connectConfig>(connectConfig, {
  repeated: (_context, { name }) => refuse.portTaken({ name }),
  calls: [
    implement(fieldsOfConnection, { read: ({ keyId }, reading) => fieldsOf(reading, named(keyId)) }),
    implement(decodeSample, { read: tried }),
    implement(encodeSample, { read: encoded }),
    implement(replayFrames, {
      async read({ keyId }, reading) {
        await reading.get(connectConfig, named(keyId));
        throw refuse.noDevicesYet();
      },
    }),
  ],
});
