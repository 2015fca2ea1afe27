import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashableServer, end, freePort, gone, startProcess, startServer } from '#kernel/testing/power-cut.ts';

type Started = Pick<CrashableServer, 'server' | 'base'>;

const dataDir = mkdtempSync(join(tmpdir(), 'anju-ready-'));
const others: Started[] = [];
let web: CrashableServer;

beforeAll(async () => {
  web = await startServer(dataDir, { ANJU_ROLE: 'web', DRAIN_SECONDS: '3' });
}, 60_000);

afterAll(async () => {
  for (const { server } of others)
    if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, 'SIGKILL');
  await end(web);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Start a gateway or worker. Return the address of its health checks. */
async function start(role: 'gateway' | 'worker'): Promise<Started & { readonly ops: string }> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const started = await startProcess(
    { database: web.database, dataDir },
    { ANJU_ROLE: role, OPS_PORT: String(port), ...(role === 'gateway' && { MQTT_PORT: String(mqttPort) }) },
  );
  others.push(started);
  return { ...started, ops: `http://127.0.0.1:${port}` };
}

const ask = async (base: string, path = 'readyz'): Promise<string> => {
  const answer = await fetch(`${base}/${path}`).catch(() => undefined);
  return answer ? `${answer.status} ${((await answer.json()) as { status: string }).status}` : 'nobody';
};
const becomes = (base: string, expected: string): Promise<void> =>
  expect.poll(() => ask(base), { timeout: 20_000, interval: 50 }).toBe(expected);

test(
  '每种进程都说自己是否就绪，第二个也说 each role reports its readiness, a second process of it too',
  { timeout: 60_000 },
  async () => {
    const workers = [await start('worker'), await start('worker')];
    const gateways = [await start('gateway'), await start('gateway')];
    expect(others.map(({ base }) => base)).toEqual(
      ['worker', 'worker', 'gateway', 'gateway'].map((one) => `ANJU_ROLE=${one}`),
    );
    expect(await ask(web.base)).toBe('200 ok');
    for (const { ops } of workers) await becomes(ops, '200 ok');
    for (const { ops } of [...workers, ...gateways]) expect(await ask(ops, 'healthz')).toBe('200 ok');
    await becomes(gateways[0].ops, '200 ok');
    await becomes(gateways[1].ops, '503 standby');
    expect(await (await fetch(`${workers[0].ops}/metrics`)).text()).toContain('anju_memory_bytes');
    process.kill(gateways[0].server.pid!, 'SIGTERM');
    await becomes(gateways[1].ops, '200 ok');
    await gone(gateways[0].server);
    expect(gateways[0].server.exitCode).toBe(0);
  },
);

test(
  '要停的网页进程先说不再就绪，还照常应答，然后正常结束 a stopping web process reports it first, answers meanwhile, and exits cleanly',
  { timeout: 30_000 },
  async () => {
    process.kill(web.server.pid!, 'SIGTERM');
    await becomes(web.base, '503 stopping');
    expect(await ask(web.base, 'healthz')).toBe('200 ok');
    expect((await fetch(`${web.base}/api/blade-auth/oauth/captcha`)).status).toBe(200);
    await gone(web.server);
    expect(web.server.exitCode).toBe(0);
  },
);
