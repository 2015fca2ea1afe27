import { behaviour, type CallInput, type Reading } from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { refuse } from '../refusals.ts';
import { type FrameField, decode, encode } from './codec.rules.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';
import { FrameFault } from './frame.rules.ts';

const MOST_FIELDS = 500;

function keyIn({ query, body }: CallInput): string {
  const id = String(body.keyId ?? query.keyId ?? '');
  if (!isId(id)) throw refuse.keyIdMissing();
  return id;
}

/** Fields of a connection in their order, as the list shows them. */
const fieldsOf = async (reading: Reading, keyId: string): Promise<Record<string, unknown>[]> =>
  (await reading.readVisible(connectField, { keyId_equal: keyId }, MOST_FIELDS)).toSorted(
    (a, b) => Number(a.sort) - Number(b.sort) || String(a.id).localeCompare(String(b.id)),
  );

async function loaded(
  asking: CallInput,
  reading: Reading,
): Promise<{ config: Parameters<typeof decode>[0]; fields: FrameField[] }> {
  const config = await reading.get(connectConfig, keyIn(asking));
  const fields = await reading.find(connectField, { keyId: config.id }, MOST_FIELDS);
  return {
    config,
    fields: fields.toSorted(
      (a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id),
    ) as unknown as FrameField[],
  };
}

/** What does not fit is told as part of the answer: whoever tries a frame wants to read why. */
async function tried(asking: CallInput, reading: Reading): Promise<unknown> {
  const { config, fields } = await loaded(asking, reading);
  const format = ['hex', 'ascii', 'json'].includes(String(asking.body.format))
    ? String(asking.body.format)
    : config.deviceConnectFormat;
  try {
    return {
      ok: true,
      frames: [
        { ...decode({ ...config, deviceConnectFormat: format }, fields, String(asking.body.frame ?? '')), error: null },
      ],
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

async function encoded(asking: CallInput, reading: Reading): Promise<{ hex: string }> {
  const { config, fields } = await loaded(asking, reading);
  const { command } = asking.body;
  try {
    return {
      hex: encode(
        config,
        fields,
        typeof command === 'object' && command !== null && !Array.isArray(command)
          ? (command as Record<string, unknown>)
          : {},
      ),
    };
  } catch (error) {
    if (error instanceof FrameFault) throw refuse.frameWrong({ words: error.words });
    throw error;
  }
}

/** Connections that wait for devices: two cannot listen at one place. */
const LISTENING = new Set(['tcp_server', 'udp', 'mqtt_broker', 'http', 'websocket', 'coap']);

export default behaviour<typeof connectConfig>(connectConfig, {
  async saving(context, { before, values }) {
    const after = { ...before, ...values } as {
      ip?: string;
      port?: number;
      deviceConnectType?: string;
      status?: number;
    };
    if (!LISTENING.has(String(after.deviceConnectType)) || after.status === 0) return;
    const [other] = (
      await context.first(
        connectConfig,
        { ip: after.ip, port: after.port, deviceConnectType: after.deviceConnectType },
        2,
      )
    ).filter((one) => one.id !== before?.id && one.status === 1);
    if (other) throw refuse.portTaken({ name: other.name });
  },
  calls: [
    {
      method: 'GET',
      path: 'list/son',
      needs: 'view',
      query: ['keyId'],
      summary: ['接入字段', 'Fields of a connection'],
      read: (asking, reading) => fieldsOf(reading, keyIn(asking)),
    },
    { method: 'POST', path: 'test', needs: 'view', summary: ['试解报文', 'Decode a sample frame'], read: tried },
    { method: 'POST', path: 'test/encode', needs: 'view', summary: ['试编指令', 'Encode a command'], read: encoded },
    {
      method: 'POST',
      path: 'replay',
      needs: 'edit',
      summary: ['重放原始报文', 'Decode kept frames again'],
      read: async (asking, reading) => {
        await reading.get(connectConfig, keyIn(asking));
        throw refuse.noDevicesYet();
      },
    },
  ],
});
