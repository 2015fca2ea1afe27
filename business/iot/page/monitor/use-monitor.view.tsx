import { useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import {
  type MonitoredConnection,
  connectionFrames,
  connectionMonitor,
  startConnection,
  stopConnection,
  strangersOfConnections,
  testConnection,
} from '../../gateway/connect/channel/device-connection.calls.ts';
import { deviceConnection } from '../../gateway/connect/channel/device-connection.paper.ts';
import { type SeenCounts, ratesAfter } from './monitor.rules.ts';

const EVERY_MS = 3000;
const FRAMES_MS = 1500;

/** Return the rates a second of things that count, by their ids. */
export function useRates(at: number, counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<SeenCounts>({ at, counts, rates: new Map() });
  const next = ratesAfter(seen, at, counts);
  if (next !== seen) setSeen(next);
  return next.rates;
}

/** Read the connections, and the rate of each. */
export function useConnections() {
  const { data, dataUpdatedAt } = useCall(connectionMonitor, {}, { refetchInterval: EVERY_MS, quiet: true });
  const connections = data?.connections ?? [];
  const rates = useRates(dataUpdatedAt, new Map(connections.map((one) => [one.id, one.rxFrames + one.badFrames])));
  return { data, connections, bad: data?.bad ?? [], rates };
}

/** Read the devices that are not registered, for who may read frames. */
export function useStrangers() {
  const mayRead = useMay(deviceConnection)('frames');
  const { data } = useCall(strangersOfConnections, {}, { refetchInterval: EVERY_MS, quiet: true, enabled: mayRead });
  return data ?? [];
}

/** Read the frames of a connection. While they are paused the shown ones stay, and newer ones are counted. */
export function useFrames(id: string | undefined, isPaused: boolean) {
  const { data } = useCall(
    connectionFrames,
    { id: id ?? '' },
    { refetchInterval: FRAMES_MS, quiet: true, enabled: id !== undefined },
  );
  const [held, hold] = useState(data);
  if (!isPaused && held !== data) hold(data);
  const shown = (isPaused ? held : data) ?? [];
  const first = shown[0]?.no ?? 0;
  return { shown, isRead: data !== undefined, newer: (data ?? []).filter(({ no }) => no > first).length };
}

/** Actions on a connection; undefined: the person may not. */
export function useConnectionSteps(one: MonitoredConnection | undefined) {
  const t = useT();
  const mayChange = useMay(deviceConnection)('edit');
  const [isBusy, setBusy] = useState(false);
  if (!one || !mayChange) return { isBusy };
  const run = (work: () => Promise<void>) => (): void => {
    if (isBusy) return;
    setBusy(true);
    void work()
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      })
      .finally(() => {
        setBusy(false);
        refresh(deviceConnection.name);
      });
  };
  const turn = async (): Promise<void> => {
    const { lastError, channelState } = await askCall(one.isWanted ? stopConnection : startConnection, { id: one.id });
    if (channelState === 'error') toast.bad(`${one.name} ${lastError ?? ''}`);
    else
      toast.good(
        t(channelState === 'running' ? [`${one.name}已启动`, `${one.name} runs`] : [`${one.name}已停止`, `${one.name} stopped`]),
      );
  };
  const test = async (): Promise<void> => {
    const { ok, msg } = await askCall(testConnection, { id: one.id });
    toast[ok ? 'good' : 'bad'](`${one.name} ${msg}`);
  };
  return { isBusy, turn: run(turn), test: run(test) };
}
