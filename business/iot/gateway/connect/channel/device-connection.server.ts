import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { type AfterCommit, type Context, type Reading, behaviour, implement } from '#kernel/server';
import { wrongNetwork } from './networks/allowed-networks.server.ts';
import { scanCall } from '../modbus/scan.server.ts';
import { connectionFrames, startConnection, stopConnection } from './device-connection.calls.ts';
import { deviceConnection } from './device-connection.paper.ts';
import { ownPorts } from './own-ports.server.ts';
import { refuse } from './refusals.ts';

type State = CallAnswer<typeof startConnection>;

/** Maximal time until the gateway has done what is wanted, and the pause between two looks (milliseconds). */
const WAIT_MS = 5000;
const LOOK_MS = 100;
const MAX_FRAMES = 200;

async function want(context: Context, id: string, isWanted: boolean): Promise<State> {
  const row = await context.change(deviceConnection, id, { isWanted });
  return { id: row.id, channelState: row.channelState ?? 'stopped', lastError: row.lastError };
}

async function readState({ sql, tenantId }: Reading, id: string): Promise<State | undefined> {
  const [row] = await sql.query<State>(
    `select id::text as id, coalesce(channel_state, 'stopped') as "channelState", last_error as "lastError"
     from iot_device_connection where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return row;
}

/** Wait until the state of a connection is among `ends`. No transaction is held meanwhile. */
const waitFor =
  (ends: readonly string[]) =>
  async (written: State, { read }: AfterCommit): Promise<State> => {
    const until = performance.now() + WAIT_MS;
    let state = written;
    while (!ends.includes(state.channelState) && performance.now() < until) {
      await sleep(LOOK_MS);
      state = (await read((reading) => readState(reading, written.id))) ?? state;
    }
    return state;
  };

async function start({ id }: CallInputOf<typeof startConnection>, context: Context): Promise<State> {
  const [row] = await context.visible(deviceConnection, { button: 'edit' }).all([id]);
  if (!row.connectConfigId && !row.connectionModelId) throw refuse.noConfig();
  // A new attempt begins, so an earlier failure is no answer to it.
  if (row.channelState === 'error') await context.change(deviceConnection, id, { channelState: 'starting' });
  return want(context, id, true);
}

async function stop({ id }: CallInputOf<typeof stopConnection>, context: Context): Promise<State> {
  await context.visible(deviceConnection, { button: 'edit' }).all([id]);
  return want(context, id, false);
}

async function frames(
  { id }: CallInputOf<typeof connectionFrames>,
  reading: Reading,
): Promise<CallAnswer<typeof connectionFrames>> {
  await reading.visible(deviceConnection, { button: 'frames' }).all([id]);
  return reading.sql.query(
    `select no::float8 as no, extract(epoch from ts)::float8 * 1000 as ts, direction, verdict, device_id::text as "deviceId", upper(encode(bytes, 'hex')) as hex
     from iot_frame where tenant_id = $1 and connection_id = $2 order by ts desc, no desc limit ${MAX_FRAMES}`,
    [reading.tenantId, id],
  );
}

export default behaviour<typeof deviceConnection>(deviceConnection, {
  async saving(_context, { before, values, byHand }) {
    const wrong = wrongNetwork(values.allowFrom ?? null);
    if (wrong !== undefined) throw refuse.networkWrong({ network: wrong });
    if (byHand && before?.ofConfig && 'connectConfigId' in values && values.connectConfigId !== before.connectConfigId)
      throw refuse.ofConfig();
  },
  saved: (context) => ownPorts(context),
  staying: async (_context, rows) =>
    new Map(rows.filter((row) => row.ofConfig).map((row): [string, Refusal] => [row.id, refuse.ofConfig()])),
  leaving: (context) => ownPorts(context),
  calls: [
    implement(startConnection, { write: start, after: waitFor(['running', 'error']) }),
    implement(stopConnection, { write: stop, after: waitFor(['stopped']) }),
    scanCall,
    implement(connectionFrames, { read: frames }),
  ],
});
