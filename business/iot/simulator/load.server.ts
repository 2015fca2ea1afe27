import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#kernel/server';
import { type Spread, dueAt, latencySpread } from './figures.rules.ts';
import type { Ledger } from './ledger.rules.ts';
import { DeviceClient } from './mqtt-client.server.ts';
import type { RunDevice } from './run-devices.server.ts';

/** Host and port of a gateway. */
export interface GatewayAddress {
  readonly host: string;
  readonly port: number;
}

export interface LoadOptions {
  /** Messages a second of all devices together. */ readonly rate: number;
  /** Number of values in each message. */ readonly keys: number;
  readonly qos: 0 | 1;
  readonly seconds: number;
}

/** Counts and durations of a load run. */
export interface LoadRun {
  readonly sent: number;
  readonly acknowledged: number;
  /**
   * Messages that were due but not sent, because the device was not connected or waited for too many acknowledgements.
   */
  readonly held: number;
  readonly seconds: number;
  readonly ack: Spread;
}

const TICK_MS = 10;
/** Maximal number of unacknowledged messages of a device, since real ones have little memory. */
const MAX_WAITING = 50;
/** Number of connections opened at once, so that the gateway is not overloaded at the start. */
const AT_ONCE = 100;
const FINISH_MS = 30_000;
const MICROSECONDS = 1000;

/** Connect all devices, a group at a time; return the clients and the durations of connecting. */
export async function openClients(
  devices: readonly RunDevice[],
  { host, port }: GatewayAddress,
): Promise<{ readonly clients: DeviceClient[]; readonly connect: Spread }> {
  const took = createHistogram();
  const clients: DeviceClient[] = [];
  for (let at = 0; at < devices.length; at += AT_ONCE)
    await Promise.all(
      devices.slice(at, at + AT_ONCE).map(async (one) => {
        const client = new DeviceClient({ host, port, ...one, now: () => systemClock.ms() });
        clients.push(client);
        const began = performance.now();
        client.connect();
        await client.opened();
        took.record(Math.max(1, Math.round((performance.now() - began) * MICROSECONDS)));
      }),
    );
  return { clients, connect: latencySpread(took) };
}

/** Send messages at a rate over open connections, then wait until all are acknowledged or 30 seconds have passed. */
export async function runLoad(
  devices: readonly RunDevice[],
  clients: readonly DeviceClient[],
  options: LoadOptions,
  { ledger, told }: { readonly ledger?: Ledger; readonly told?: (now: LoadRun) => void } = {},
): Promise<LoadRun> {
  const { rate, keys, qos, seconds } = options;
  const took = createHistogram();
  const newest = new Float64Array(clients.length);
  const counts = { sent: 0, acknowledged: 0, held: 0 };
  const began = performance.now();
  const result = (): LoadRun => ({
    ...counts,
    seconds: (performance.now() - began) / 1000,
    ack: latencySpread(took),
  });
  const send = (at: number): void => {
    const client = clients[at];
    if (!client.isOpen || client.unacknowledged >= MAX_WAITING) {
      counts.held += 1;
      return;
    }
    // Give each message of a device its own moment, because two with the same moment would be one row.
    const ts = Math.max(systemClock.ms(), newest[at] + 1);
    newest[at] = ts;
    const params: Record<string, number> = {};
    for (let key = 1; key <= keys; key += 1) params[`n${key}`] = Math.round(Math.random() * 10_000) / 100;
    const { deviceKey } = devices[at];
    counts.sent += 1;
    ledger?.sent(deviceKey, ts);
    const from = performance.now();
    void client.publish('props', { ts, params }, qos).then((isSafe) => {
      if (!isSafe || qos === 0) return;
      counts.acknowledged += 1;
      took.record(Math.max(1, Math.round((performance.now() - from) * MICROSECONDS)));
      ledger?.acknowledged(deviceKey, ts);
    });
  };
  let turn = 0;
  let lastTold = began;
  for (;;) {
    const elapsed = performance.now() - began;
    if (elapsed > seconds * 1000) break;
    for (let due = dueAt(rate, elapsed, counts.sent + counts.held); due > 0; due -= 1) {
      send(turn % clients.length);
      turn += 1;
    }
    if (performance.now() - lastTold > 1000) {
      lastTold = performance.now();
      told?.(result());
    }
    await sleep(TICK_MS);
  }
  const sending = (performance.now() - began) / 1000;
  const patience = performance.now() + FINISH_MS;
  while (clients.some((client) => client.unacknowledged > 0) && performance.now() < patience) await sleep(TICK_MS);
  return { ...result(), seconds: sending };
}

/**
 * Disconnect all clients and connect them at once. Return the durations, and how many first messages were acknowledged.
 */
export async function runStorm(
  clients: readonly DeviceClient[],
): Promise<{ readonly seconds: number; readonly connect: Spread; readonly acknowledged: number }> {
  const took = createHistogram();
  for (const client of clients) client.leave();
  const began = performance.now();
  for (const client of clients) client.connect();
  await Promise.all(
    clients.map(async (client) => {
      await client.opened();
      took.record(Math.max(1, Math.round((performance.now() - began) * MICROSECONDS)));
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const safe = await Promise.all(
    clients.map((client) => client.publish('props', { ts: systemClock.ms(), params: { n1: 1 } })),
  );
  return { seconds, connect: latencySpread(took), acknowledged: safe.filter(Boolean).length };
}
