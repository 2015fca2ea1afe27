import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { textIn } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { type AfterCommit, type Context, type Reading, behaviour, implement } from '#kernel/server';
import { wrongNetwork } from './networks/allowed-networks.server.ts';
import {
  connectionFrames,
  connectionMonitor,
  startConnection,
  stopConnection,
  strangersOfConnections,
} from './device-connection.calls.ts';
import { deviceConnection } from './device-connection.paper.ts';
import { readConnectionFrames, readMonitor } from './frames/frame-view.server.ts';
import { ownPorts } from './ports/own-ports.server.ts';
import { refuse } from './refusals.ts';

type State = CallAnswer<typeof startConnection>;

/** Maximal time until the gateway has done what is wanted, and the pause between two looks (milliseconds). */
const WAIT_MS = 5000;
const LOOK_MS = 100;
const MAX_STRANGERS = 100;
const MAX_CONNECTIONS = 500;

async function want(context: Context, id: string, isWanted: boolean): Promise<State> {
  await context.change(deviceConnection, id, { isWanted });
  return (await readState(context, id)) ?? { id, channelState: '', lastError: '' };
}

/** Return the state of a connection as its list shows it; undefined: out of sight. */
async function readState(reading: Reading, id: string): Promise<State | undefined> {
  const [row] = await reading.visible(deviceConnection, { query: { id } }).words({ first: 1 });
  return (
    row && {
      id: row.id,
      channelState: row.channelState ?? '',
      lastError: textIn(row.lastError ?? '', reading.language),
    }
  );
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

async function strangers(_: unknown, reading: Reading): Promise<CallAnswer<typeof strangersOfConnections>> {
  const found = await reading.sql.query<{ sender: string; id: string; frames: number; first: number; last: number }>(
    `select f.sender, f.connection_id::text as id, count(*)::int as frames,
       (extract(epoch from min(f.ts)) * 1000)::float8 as first, (extract(epoch from max(f.ts)) * 1000)::float8 as last
     from iot_frame f where f.tenant_id = $1 and f.verdict = 'unknown' and f.sender is not null
       and not exists (select from iot_device d where d.tenant_id = $1 and d.is_deleted = 0 and d.device_key = f.sender)
     group by 1, 2 order by 5 desc limit ${MAX_STRANGERS}`,
    [reading.tenantId],
  );
  const rows = await reading.visible(deviceConnection, { button: 'frames' }).rows({ limit: MAX_CONNECTIONS });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return found.flatMap(({ id, ...one }) =>
    names.has(id) ? [{ ...one, connectionId: id, connectionName: names.get(id) ?? '' }] : [],
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
    implement(connectionFrames, { read: readConnectionFrames }),
    implement(connectionMonitor, { read: readMonitor }),
    implement(strangersOfConnections, { read: strangers }),
  ],
});
