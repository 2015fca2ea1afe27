import http from 'node:http';
import { familyCpuMs, cpuMs } from './cpu.ts';

/** Cost per operation. CPU is that of the server and of PostgreSQL, without the load program. */
export interface Cost {
  readonly operations: number;
  readonly perSecond: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Pids {
  readonly server: number;
  readonly postmaster: number;
}

/**
 * Repeat work in `lines` concurrent loops for some seconds, after a warm-up of a quarter of that time. Return the cost
 * per operation.
 */
export async function drive(
  pids: Pids,
  lines: number,
  seconds: number,
  work: (line: number, n: number) => Promise<void>,
): Promise<Cost> {
  await run(lines, seconds / 4, work);
  const before = { node: cpuMs(pids.server), database: familyCpuMs(pids.postmaster) };
  const began = performance.now();
  const times = await run(lines, seconds, work);
  return costOf(pids, before, performance.now() - began, times);
}

function costOf(
  pids: Pids,
  before: { readonly node: number; readonly database: number },
  took: number,
  times: number[],
): Cost {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    operations: times.length,
    perSecond: times.length / (took / 1000),
    nodeMs: (cpuMs(pids.server) - before.node) / times.length,
    databaseMs: (familyCpuMs(pids.postmaster) - before.database) / times.length,
    p50: at(0.5),
    p99: at(0.99),
  };
}

/**
 * Do each piece of work once, in `lines` concurrent loops, for work that cannot be repeated. Return the cost per piece.
 */
export async function driveOver<T>(
  pids: Pids,
  lines: number,
  pieces: readonly T[],
  work: (piece: T) => Promise<void>,
): Promise<Cost> {
  const before = { node: cpuMs(pids.server), database: familyCpuMs(pids.postmaster) };
  const began = performance.now();
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (next < pieces.length) {
        const at = performance.now();
        await work(pieces[next++]);
        times.push(performance.now() - at);
      }
    }),
  );
  return costOf(pids, before, performance.now() - began, times);
}

/** Combine the costs of parts that were measured one after the other. */
export function together(parts: readonly Cost[]): Cost {
  const operations = parts.reduce((sum, one) => sum + one.operations, 0);
  const mean = (of: (one: Cost) => number): number =>
    parts.reduce((sum, one) => sum + of(one) * one.operations, 0) / operations;
  return {
    operations,
    perSecond: 1 / mean((one) => 1 / one.perSecond),
    nodeMs: mean((one) => one.nodeMs),
    databaseMs: mean((one) => one.databaseMs),
    p50: mean((one) => one.p50),
    p99: Math.max(...parts.map((one) => one.p99)),
  };
}

/** Return the CPU of server and database without requests (clocks, jobs, outbox), in milliseconds per second. */
export async function atRest(
  pids: Pids,
  seconds: number,
): Promise<{ readonly node: number; readonly database: number }> {
  const before = { node: cpuMs(pids.server), database: familyCpuMs(pids.postmaster) };
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
  return {
    node: (cpuMs(pids.server) - before.node) / seconds,
    database: (familyCpuMs(pids.postmaster) - before.database) / seconds,
  };
}

async function run(
  lines: number,
  seconds: number,
  work: (line: number, n: number) => Promise<void>,
): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: lines }, async (_, line) => {
      for (let n = 0; performance.now() < until; n++) {
        const began = performance.now();
        await work(line, n);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

/** An HTTP client with persistent connections, so that the load program itself costs little. */
export class Client {
  readonly #base: URL;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  readonly #headers: Record<string, string>;
  constructor(base: string, token: string, tenant: string) {
    this.#base = new URL(base);
    this.#headers = { 'Blade-Auth': `bearer ${token}`, 'Tenant-Id': tenant };
  }

  send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          path: `/api/${path}`,
          method,
          agent: this.#agent,
          headers: {
            ...this.#headers,
            ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      request.on('error', reject);
      request.end(text);
    });
  }

  /** Send a request that must succeed. */
  async ok(method: string, path: string, body?: unknown): Promise<string> {
    const { status, text } = await this.send(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text;
  }

  /** Send a form with a file; it must succeed. */
  async upload(path: string, form: FormData): Promise<string> {
    const response = await fetch(new URL(`/api/${path}`, this.#base), {
      method: 'POST',
      headers: this.#headers,
      body: form,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`POST ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text;
  }

  close(): void {
    this.#agent.destroy();
  }
}
