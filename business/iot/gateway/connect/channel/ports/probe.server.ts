import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Route, implementRoute, readingOf } from '#kernel/server';
import { isAllowed } from '#business/platform/develop/address.rules.ts';
import { compileFrames } from '../../codec/compile.rules.ts';
import type { FrameField } from '../../codec/frame-config.rules.ts';
import { FrameFault, bytesOf } from '../../codec/frame.rules.ts';
import { connectConfig } from '../../config/connect-config.paper.ts';
import { connectField } from '../../config/connect-field.paper.ts';
import { testConnection } from '../device-connection.calls.ts';
import { deviceConnection } from '../device-connection.paper.ts';
import { DOORS } from '../doors/door-kinds.rules.ts';
import { outsideWords } from './outside.rules.ts';
import { LISTENING } from './own-ports.server.ts';
import { refuse } from '../refusals.ts';

const PATIENCE_MS = 5000;
/** Port of Modbus TCP, where a connection names none. */
const BUS_PORT = 502;
const MAX_FIELDS = 500;

type Probe = { readonly ok: boolean; readonly words: Label };

const failed = (error: unknown): Probe => {
  const code = (error as { code?: string }).code ?? 'ETIMEDOUT';
  return { ok: false, words: [`连不上（${code}）`, `No connection (${code})`] };
};

/** Try to open a port, and close it at once. */
async function tryPort(protocol: 'tcp' | 'udp', port: number): Promise<Probe> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const socket = protocol === 'udp' ? createSocket('udp4').bind(port) : createServer().listen(port);
  try {
    await once(socket, 'listening', { signal });
    return { ok: true, words: ['端口可以打开', 'The port can be opened'] };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return { ok: false, words: [`端口打不开（${code}）`, `The port cannot be opened (${code})`] };
  } finally {
    socket.close();
  }
}

/** Try whether a host answers, and close the connection at once. */
async function tryHost(host: string, port: number): Promise<Probe> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { ok: true, words: ['对方有应答', 'The host answers'] };
  } catch (error) {
    return failed(error);
  } finally {
    socket.destroy();
  }
}

function decodedWords(config: Parameters<typeof compileFrames>[0], fields: FrameField[], frame: string): Label {
  try {
    const bytes = config.deviceConnectFormat === 'hex' ? bytesOf(frame) : Buffer.from(frame);
    const { deviceId, props } = compileFrames(config, fields).decode(bytes);
    const text = `${deviceId ?? '—'} ${JSON.stringify(props)}`;
    return [text, text];
  } catch (error) {
    if (error instanceof FrameFault) return error.words;
    throw error;
  }
}

/** Return the address of a connection: its own, else that of its configuration. */
const placeOf = (
  params: { readonly host?: string; readonly port?: number } | null,
  config: { readonly ip: string; readonly port: number } | null,
): { readonly host: string; readonly port: number } => ({
  host: params?.host || (config?.ip ?? ''),
  port: params?.port ?? config?.port ?? BUS_PORT,
});

/** Return whether devices can use a port of the product: its gateway writes the state of the connection. */
const doorProbe = ({ channelState }: Row<typeof deviceConnection>): Probe =>
  channelState === 'running'
    ? { ok: true, words: ['正在运行', 'The connection is running'] }
    : { ok: false, words: ['没有运行，原因见“最近错误”', 'It is not running: see its last error'] };

/** Tests a connection: opens its port or dials its host, and decodes a frame if one is sent. */
export const connectionTestRoute = (): Route =>
  implementRoute(testConnection, async ({ id, frame }, asking) => {
    const { row, config, fields } = await readingOf(asking, async (reading) => {
      const [found] = await reading.visible(deviceConnection, { button: 'edit' }).all([id]);
      if (!found.connectConfigId && !found.connectionModelId) throw refuse.noConfig();
      return found.connectConfigId
        ? {
            row: found,
            config: await reading.get(connectConfig, found.connectConfigId),
            fields: await reading.find(connectField, { keyId: found.connectConfigId }, { limit: MAX_FIELDS }),
          }
        : { row: found, config: null, fields: [] };
    });
    const { host, port } = placeOf(row.params, config);
    const protocol = config ? LISTENING[config.deviceConnectType] : undefined;
    const probe = async (): Promise<Probe> => {
      if (protocol && row.channelState === 'running')
        return { ok: true, words: ['正在运行', 'The connection is running'] };
      if (protocol) return tryPort(protocol, port);
      if (config && config.deviceConnectType in DOORS) return doorProbe(row);
      if (!isAllowed(asking.app.settings.outboundHosts, host, port))
        return { ok: false, words: outsideWords(host, port) };
      return tryHost(host, port);
    };
    const { ok, words } = await probe();
    const at = asking.actor.language === 'en' ? 1 : 0;
    const sorted = fields.toSorted((a, b) => Number(a.sort) - Number(b.sort)) as FrameField[];
    return { ok, msg: words[at], frame: frame && config ? decodedWords(config, sorted, frame)[at] : '' };
  });
