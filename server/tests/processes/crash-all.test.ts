import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Ledger } from '#business/iot/simulator/ledger.rules.ts';
import type { DeviceClient } from '#business/iot/simulator/mqtt-client.server.ts';
import { logInOverHttp } from '#kernel/testing/power-cut.ts';
import { Balancer, SplitProduct, type SplitProcess } from './split-product.ts';
import { auditLedger, connectFleet, registerFleet } from './fleet.ts';

/** Number of kills; a hundred in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 5);
const DEVICES = 300;
/** Messages a second of all devices together. */
const RATE = 300;
const WRITERS = 4;
/** Minimum numbers of acknowledged messages and writes between two kills. */
const ENOUGH = { messages: 300, writes: 20 };

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20);
};

/** Processes to kill, in turn; `standby` is the gateway that does not own the devices. */
const VICTIMS = ['gateway', 'web', 'database', 'worker', 'standby'] as const;
type Victim = (typeof VICTIMS)[number];

/** Sends messages of all devices in turn, and records acknowledged ones in the ledger. */
class Messages {
  readonly ledger = new Ledger();
  /** Send time of the newest acknowledged message. */ newest = 0;
  readonly #clients: readonly DeviceClient[];
  readonly #end = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(clients: readonly DeviceClient[]) {
    this.#clients = clients;
  }

  start(): void {
    this.#done = this.#send();
  }

  async #send(): Promise<void> {
    for (let n = 0; !this.#end.signal.aborted; n += 1) {
      const at = n % this.#clients.length;
      const ts = Date.now();
      if (this.#clients[at].isOpen && this.#clients[at].unacknowledged < 20) {
        this.ledger.sent(`crash-${at}`, ts);
        void this.#clients[at].publish('props', { ts, params: { n } }).then((isSafe) => {
          if (!isSafe) return;
          this.ledger.acknowledged(`crash-${at}`, ts);
          this.newest = Math.max(this.newest, ts);
        });
      }
      if (n % 10 === 0) await sleep(10_000 / RATE);
    }
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#done;
    await until(() => this.#clients.every((client) => client.unacknowledged === 0));
  }
}

/** Sends writes by calls. One without an answer is repeated with the same idempotency key at the next web process. */
class Writes {
  /** Idempotency keys of the acknowledged writes. */ readonly acknowledged = new Set<string>();
  newest = 0;
  readonly #bases: () => readonly string[];
  readonly #token: string;
  readonly #end = new AbortController();
  #done: Promise<unknown> = Promise.resolve();

  constructor(bases: () => readonly string[], token: string) {
    this.#bases = bases;
    this.#token = token;
  }

  start(): void {
    this.#done = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)));
  }

  async #write(writer: number): Promise<void> {
    for (let n = 0; !this.#end.signal.aborted; n += 1) {
      const key = `crash.${writer}.${n}`;
      const began = Date.now();
      for (let tries = writer; !this.#end.signal.aborted; tries += 1) {
        const bases = this.#bases();
        const base = bases[tries % bases.length];
        if (base && (await this.#post(base, key)) === 200) {
          this.acknowledged.add(key);
          this.newest = Math.max(this.newest, began);
          break;
        }
        await sleep(50);
      }
      await sleep(20);
    }
  }

  async #post(base: string, key: string): Promise<number | undefined> {
    const answer = await fetch(`${base}/api/blade-system/param/submit`, {
      method: 'POST',
      headers: {
        'Blade-Auth': `bearer ${this.#token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `idempotency-${key}`,
      },
      body: JSON.stringify({ paramName: key, paramKey: key, paramValue: '1' }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    return answer?.status;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#done;
  }
}

/** Count acknowledged writes that are missing, and writes that were done twice. */
async function auditWrites(ownerUrl: string, writes: Writes): Promise<{ lost: number; twice: number }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; n: number }>(
      "select param_key as key, count(*)::int as n from blade_param where param_key like 'crash.%' group by 1",
    );
    const stored = new Map(rows.map(({ key, n }) => [key, n]));
    return {
      lost: [...writes.acknowledged].filter((key) => !stored.has(key)).length,
      twice: rows.filter(({ n }) => n > 1).length,
    };
  } finally {
    await client.end();
  }
}

test(
  '任一进程或数据库被 kill -9，有人写、300 台设备连着：确认过的一条不少、一条不重 any process or the database is killed under writers and 300 devices: everything acknowledged is stored once',
  { timeout: 120_000 + ROUNDS * 40_000 },
  async () => {
    const product = new SplitProduct();
    const members: Record<'web' | 'worker' | 'gateway', SplitProcess[]> = { web: [], worker: [], gateway: [] };
    const balancer = new Balancer(() => members.gateway);
    const clients: DeviceClient[] = [];
    try {
      members.web.push(await product.begin());
      members.web.push(await product.start('web'));
      for (const role of ['worker', 'gateway'] as const)
        members[role].push(await product.start(role), await product.start(role));
      const devices = await registerFleet(members.web[0].base, DEVICES);
      const port = await balancer.listen();
      const connected = await connectFleet(port, devices);
      clients.push(...connected);
      const messages = new Messages(clients);
      const token = await logInOverHttp(members.web[0].base);
      const writes = new Writes(() => members.web.map(({ base }) => base), token);
      messages.start();
      writes.start();

      /**
       * Kill the process at this index of its list, and add a new one at the end. The first gateway of the list owns
       * the devices.
       */
      const replace = async (role: keyof typeof members, at: number): Promise<void> => {
        const [victim] = members[role].splice(at, 1);
        await product.kill(victim);
        members[role].push(await product.start(role));
      };
      const kill: Record<Victim, () => Promise<void>> = {
        gateway: () => replace('gateway', 0),
        standby: () => replace('gateway', 1),
        web: () => replace('web', 0),
        worker: () => replace('worker', 0),
        database: () => product.restartDatabase(),
      };
      const dark: { victim: Victim; messages: number; writes: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const victim = VICTIMS[round % VICTIMS.length];
        const { acknowledged } = messages.ledger.counts;
        const written = writes.acknowledged.size;
        await until(
          () =>
            messages.ledger.counts.acknowledged >= acknowledged + ENOUGH.messages &&
            writes.acknowledged.size >= written + ENOUGH.writes,
        );
        const began = Date.now();
        const heard = until(() => messages.newest > began).then(() => Date.now() - began);
        const answered = until(() => writes.newest > began).then(() => Date.now() - began);
        const killed = kill[victim]();
        dark.push({ victim, messages: await heard, writes: await answered });
        await killed;
      }
      await Promise.all([messages.stop(), writes.stop()]);
      await until(async () => (await auditLedger(product.database.ownerUrl, messages.ledger)).lost === 0);
      expect(await auditLedger(product.database.ownerUrl, messages.ledger)).toEqual({
        lost: 0,
        invented: 0,
        twice: 0,
        stale: 0,
      });
      expect(await auditWrites(product.database.ownerUrl, writes)).toEqual({ lost: 0, twice: 0 });
      expect(messages.ledger.counts.acknowledged).toBe(messages.ledger.counts.sent);
      if (process.env.ANJU_CRASH_ROUNDS) report(dark, messages, writes);
    } finally {
      balancer.stop();
      for (const client of clients) client.stop();
      await product.end();
    }
  },
);

/** Print the figures of the acceptance run. */
function report(
  dark: readonly { victim: Victim; messages: number; writes: number }[],
  { ledger }: Messages,
  { acknowledged }: Writes,
): void {
  const figures = (all: readonly number[]): string => {
    const sorted = all.toSorted((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length / 2)]} ms in the middle, ${sorted.at(-1)} ms at most`;
  };
  const lines = VICTIMS.map((victim) => {
    const of = dark.filter((one) => one.victim === victim);
    return `${victim} × ${of.length}: messages ${figures(of.map((one) => one.messages))}; writes ${figures(of.map((one) => one.writes))}`;
  });
  console.log(
    [`${ledger.counts.acknowledged} messages, ${acknowledged.size} writes acknowledged`, ...lines].join('\n'),
  );
}
