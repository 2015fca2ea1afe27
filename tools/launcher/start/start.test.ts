import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPostmaster, isLivingPostgres } from '#kernel/server/postgres/postmaster.ts';
import { findPlace } from '#kernel/server/postgres/place.ts';

/** Data folder for real processes: launcher, database and server. */
const dataDir = join(mkdtempSync(join(tmpdir(), 'anju-start-')), 'data');
let port = 0;
const children: ChildProcess[] = [];

interface Run {
  readonly child: ChildProcess;
  /** Wait until the output matches the pattern, and return the output. */
  until(pattern: RegExp): Promise<string>;
  readonly ended: Promise<{ code: number | null; printed: string }>;
}

function run(command: string, args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      ANJU_SEED: 'none',
      ANJU_ADMIN_PASSWORD: 'first-Password-1',
      ANJU_DATA: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      ...env,
    },
  });
  children.push(child);
  let printed = '';
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      printed += piece;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, printed })),
  );
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (pattern.test(printed) && resolve(printed));
      waiting.push(look);
      look();
      void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${printed}`)));
    });
  return { child, until, ended };
}

const start = (env?: Record<string, string>): Run => run(process.execPath, ['tools/run.mjs', 'start'], env);

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Send the first half of a login. The server then waits for the rest, which `finish` sends. */
async function halfARequest(): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const body = 'grant_type=captcha&username=nobody';
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST /api/blade-auth/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 10)}`,
  );
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket
      .on('data', (piece) => (text += piece))
      .on('close', () => resolve(text))
      .on('error', () => resolve(text));
  });
  return { socket, finish: () => (socket.write(body.slice(10)), answer) };
}

const databasePid = (): number => readPostmaster(findPlace(dataDir).data)?.pid ?? 0;

beforeAll(async () => {
  port = await freePort();
});

afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
  for (const folder of [findPlace(dataDir).around, join(dataDir, '..')])
    rmSync(folder, { recursive: true, force: true });
});

test('a second start names the running one, a killed database restarts, and SIGTERM lets a running request finish', async () => {
  const first = start();
  // The start prints the public key for published clients, and the name of the document about it.
  expect(await first.until(/✓ Anju[\s\S]*publicKey[^\n]*\n[^\n]*\n/)).toMatch(
    /publicKey Public key for published clients \(docs\/published-clients\.md\):\n {2}04[0-9a-f]{128}\n/,
  );
  const second = await start({ PORT: String(port + 1) }).ended;
  expect(second).toMatchObject({
    code: 1,
    printed: expect.stringContaining(`Anju runs already: http://127.0.0.1:${port}`),
  });

  const killed = databasePid();
  process.kill(killed, 'SIGKILL');
  await first.until(/is started again[\s\S]*PostgreSQL 127/);
  const database = databasePid();
  expect(database).not.toBe(killed);

  const request = await halfARequest();
  first.child.kill('SIGTERM');
  await first.until(/Stopping/);
  expect(isLivingPostgres(database)).toBe(true);
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect((await first.ended).code).toBe(0);
  expect(isLivingPostgres(database)).toBe(false);
  expect(existsSync(join(dataDir, 'start.lock'))).toBe(false);
});

test('killing npm ends the server cleanly, and its stale lock is ignored', async () => {
  const npm = run('sh', ['-c', '"$0" tools/run.mjs start; true', process.execPath]);
  await npm.until(/✓ Anju/);
  const database = databasePid();
  npm.child.kill('SIGKILL');
  await npm.ended;
  await expect.poll(() => isLivingPostgres(database), { timeout: 10_000, interval: 50 }).toBe(false);
});

test('a taken port and an unreachable database are reported at once, in two sentences and without a stack', async () => {
  const intruder = createServer().listen(port, '127.0.0.1');
  const taken = await start().ended;
  intruder.close();
  expect(taken).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/已被别的程序占用[\s\S]*is taken by another program/),
  });
  const lost = await start({ DATABASE_URL: 'postgresql://anju:secret@127.0.0.1:1/anju', ANJU_DATA: `${dataDir}-2` })
    .ended;
  expect(lost).toMatchObject({ code: 1, printed: expect.stringMatching(/nothing listens there; check host and port/) });
  expect(taken.printed + lost.printed).not.toMatch(/\n\s+at |secret/);
});
