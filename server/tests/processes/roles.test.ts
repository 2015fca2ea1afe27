import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import {
  type CrashableServer,
  end,
  freePort,
  logInOverHttp,
  startProcess,
  startServer,
} from '#kernel/testing/power-cut.ts';
import { FLEET_MODEL, registerFleet } from './fleet.ts';

interface Asked {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

async function ask(base: string, token: string, path: string, body?: object): Promise<Asked> {
  const answer = await fetch(`${base}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: Record<string, unknown> }).data };
}

/** Collect the events of a person's stream. */
async function listen(base: string, token: string): Promise<{ readonly heard: string[]; stop(): void }> {
  const line = new AbortController();
  const heard: string[] = [];
  const answer = await fetch(`${base}/api/blade-core/events`, {
    headers: { 'Blade-Auth': `bearer ${token}` },
    signal: line.signal,
  });
  void (async () => {
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) heard.push(piece);
  })().catch(() => undefined);
  return { heard, stop: () => line.abort() };
}

test(
  '拆成几台机器：两个网页进程、一个网关、一个后台进程，一处写下的处处看到 two web processes, a gateway and a worker on several machines act as one product',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-roles-'));
    const mqttPort = await freePort();
    const first = await startServer(dataDir, { ANJU_ROLE: 'web' });
    const { database } = first;
    const processes: Pick<CrashableServer, 'server' | 'base'>[] = [];
    const one = async (role: string, more: Record<string, string> = {}): Promise<string> => {
      const started = await startProcess({ database, dataDir }, { ANJU_ROLE: role, ...more });
      processes.push(started);
      return started.base;
    };
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    let calls = 0;
    owner.on('notification', () => (calls += 1));
    await owner.query('listen anju_emitted');
    let client: DeviceClient | undefined;
    try {
      const second = await one('web');
      expect(await one('gateway', { MQTT_PORT: String(mqttPort) })).toBe('ANJU_ROLE=gateway');
      const [device] = await registerFleet(first.base, 1);
      const token = await logInOverHttp(first.base);
      const stream = await listen(second, token);
      expect(
        (await ask(second, token, 'blade-core/watch', { of: 'device', page: 'p', ids: [device.id] })).data,
      ).toEqual({
        ids: [device.id],
      });
      client = new DeviceClient({
        host: '127.0.0.1',
        port: mqttPort,
        modelCode: FLEET_MODEL,
        ...device,
        now: () => Date.now(),
      });
      client.connect();
      await client.opened();
      expect(await client.publish('props', { ts: Date.now(), params: { n: 7 } })).toBe(true);
      // The pages of both web processes get the event.
      await expect.poll(() => stream.heard.join('')).toContain('"type":"values"');
      for (const base of [first.base, second])
        expect(
          JSON.stringify(
            (await ask(base, token, `iot/device-thing-instance/current-work-condition?deviceId=${device.id}`)).data,
          ),
        ).toContain('"value":7');
      await expect
        .poll(async () => (await ask(second, token, `iot/device-thing-instance/${device.id}`)).data.onlineStatus)
        .toBe('online');
      // Disabling a device on one process disconnects it from the gateway at once.
      const stopped = await ask(first.base, token, 'iot/device-thing-instance/disable', {
        id: device.id,
        reason: '停用测试',
      });
      expect(stopped.status).toBe(200);
      await expect.poll(() => client!.isOpen).toBe(false);
      await expect.poll(() => stream.heard.join('')).toContain('"paper":"device"');
      // Events stay in the outbox until a worker runs.
      const waiting = async (): Promise<number> =>
        (await owner.query<{ n: number }>('select count(*)::int as n from anju_outbox where done is null')).rows[0].n;
      expect(await waiting()).toBeGreaterThan(0);
      expect(await one('worker')).toBe('ANJU_ROLE=worker');
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
      // A web process requests a job; the worker receives it at once.
      const { data } = await ask(second, token, 'blade-system/invariant/check', {});
      await expect
        .poll(async () => (await ask(first.base, token, `blade-core/job?id=${String(data.job)}`)).data.state, {
          timeout: 20_000,
        })
        .toBe('done');
      // Each change is notified once: no process sends on a notification that it received.
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThan(30);
      stream.stop();
    } finally {
      client?.stop();
      await owner.end();
      for (const { server } of processes) if (server.exitCode === null) process.kill(-server.pid!, 'SIGKILL');
      await end(first);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
