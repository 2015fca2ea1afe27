import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';

/** How often everything is killed; twenty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
const WRITERS = 16;
const ENOUGH = 60;
const READY_WITHIN_MS = 3000;

interface Running { readonly database: EmbeddedPostgres; readonly server: ChildProcess; readonly base: string }

const freePort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(port));
  });
});

/** The real server in a process of its own, over a database that may lose power. */
async function start(dataDir: string): Promise<Running> {
  const database = await startPostgres({ dataDir, say: () => {} });
  const port = await freePort();
  const server = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.ts')], {
    detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ANJU_OWNER_URL: database.ownerUrl, ANJU_SUPER_URL: database.superUrl, ANJU_DATA: dataDir, PORT: String(port), HOST: '127.0.0.1', CAPTCHA: 'off', ANJU_SEED: 'none', ANJU_ADMIN_PASSWORD: 'admin', LOG_LEVEL: 'silent', RATE_LIMIT: '1000000' },
  });
  server.send({ webRoot: null });
  const base = await new Promise<string>((resolve, reject) => {
    server.on('message', (message: { ready?: string; trouble?: string[] }) => { if (message.ready) resolve(message.ready); else if (message.trouble) reject(new Error(message.trouble.join('\n'))); });
    server.on('exit', () => reject(new Error('the server ended')));
  });
  return { database, server, base };
}

async function login(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/blade-auth/oauth/token`, { method: 'POST', headers: { authorization: `Basic ${btoa('saber:saber_secret')}`, 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ tenantId: '000000', username: 'admin', password: 'admin', grant_type: 'password' }) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

interface Write { readonly key: string; readonly name: string; acknowledged: boolean }

const send = async (base: string, token: string, { key, name }: Write): Promise<boolean> => {
  const body = { paramName: name, paramKey: name, paramValue: key };
  const answer = await fetch(`${base}/api/blade-system/param/submit`, { method: 'POST', headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key }, body: JSON.stringify(body) });
  return answer.status === 200 && ((await answer.json()) as { success: boolean }).success;
};

/** Writes until the line is cut; whatever was acknowledged is remembered. */
async function write(running: Running, token: string, round: number, writes: Write[], enough: () => void): Promise<void> {
  for (let n = 0; ; n++) {
    const one: Write = { key: randomUUID(), name: `crash.${round}.${writes.length}.${n}.${randomUUID()}`, acknowledged: false };
    writes.push(one);
    try { one.acknowledged = await send(running.base, token, one); } catch { return; }
    if (writes.filter((each) => each.acknowledged).length >= ENOUGH * (round + 1)) enough();
  }
}

const gone = (child: ChildProcess): Promise<void> => new Promise((resolve) => { if (child.exitCode !== null || child.signalCode !== null) resolve(); else child.once('exit', () => resolve()); });

test(`kill -9 连同数据库 ${ROUNDS} 次：确认过的写入都在，且只有一份 killed together with its database, every acknowledged write is there once`, { timeout: 60_000 + ROUNDS * 20_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-'));
  const writes: Write[] = [];
  const starts: number[] = [];
  let running = await start(dataDir);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const token = await login(running.base);
      const { server, database } = running;
      const cut = new Promise<void>((resolve) => {
        const kill = (): void => { process.kill(-server.pid!, 'SIGKILL'); process.kill(database.pid, 'SIGKILL'); resolve(); };
        let killed = false;
        void Promise.all(Array.from({ length: WRITERS }, () => write(running, token, round, writes, () => { if (!killed) { killed = true; kill(); } }))).then(() => resolve());
      });
      await cut;
      await gone(server);
      const began = performance.now();
      running = await start(dataDir);
      starts.push(performance.now() - began);
      const renewed = await login(running.base);
      // Who got no answer asks again with the same key.
      for (const one of writes.filter((each) => !each.acknowledged)) one.acknowledged = await send(running.base, renewed, one);
      const client = new pg.Client({ connectionString: running.database.ownerUrl });
      await client.connect();
      const { rows } = await client.query<{ name: string; n: number }>("select param_name as name, count(*)::int as n from blade_param where param_name like 'crash.%' group by 1");
      const { rows: chain } = await client.query("select count(*)::int as n, max(seq)::int as last from anju_audit where tenant_id = '000000'");
      await client.end();
      const found = new Map(rows.map((row) => [row.name, row.n]));
      expect(writes.length).toBeGreaterThanOrEqual(ENOUGH);
      expect(writes.filter((one) => found.get(one.name) !== 1)).toEqual([]);
      expect(chain[0].n).toBe(chain[0].last);
    }
    // Recovery included; the middle one of many, since beside other stories a single start tells nothing.
    if (ROUNDS >= 10) expect(starts.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]).toBeLessThan(READY_WITHIN_MS);
  } finally {
    if (running.server.exitCode === null && running.server.signalCode === null) process.kill(-running.server.pid!, 'SIGKILL');
    await running.database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
