import { must } from '#kernel/language/must.ts';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { freePort, gone, startProcess, startServer } from '#kernel/testing/power-cut.ts';

export type SplitRole = 'web' | 'worker' | 'gateway';

/** A process with a separate folder, as on a separate machine. */
export interface SplitProcess {
  readonly role: SplitRole;
  readonly server: ChildProcess;
  /** Address of the calls of a web process; for the other roles only the name of the role. */ readonly base: string;
  readonly mqttPort: number;
  readonly httpPort: number;
}

const isRunning = ({ server }: SplitProcess): boolean => server.exitCode === null && server.signalCode === null;

/**
 * Processes that share a database, a work role and keys, and no folder. The first web process prepares the database.
 */
export class SplitProduct {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'anju-split-'));
  readonly #members = new Set<SplitProcess>();
  #database!: EmbeddedPostgres;
  #folders = 0;

  get database(): EmbeddedPostgres {
    return this.#database;
  }

  async begin(): Promise<SplitProcess> {
    const { database, server, base } = await startServer(this.#dataDir, { ANJU_ROLE: 'web' });
    this.#database = database;
    const member: SplitProcess = { role: 'web', server, base, mqttPort: 0, httpPort: 0 };
    this.#members.add(member);
    return member;
  }

  /** Start a process in a new folder. */
  async start(role: SplitRole, more: Readonly<Record<string, string>> = {}): Promise<SplitProcess> {
    const folder = `${role}-${(this.#folders += 1)}`;
    const known = JSON.parse(readFileSync(join(this.#dataDir, 'work-role.json'), 'utf8')) as Record<string, string>;
    const appUrl = new URL(this.#database.ownerUrl);
    appUrl.username = known.role;
    appUrl.password = known.password;
    const [mqttPort, httpPort] = [await freePort(), await freePort()];
    const started = await startProcess(
      { database: this.#database, dataDir: join(this.#dataDir, folder) },
      {
        ANJU_ROLE: role,
        DATABASE_APP_URL: appUrl.href,
        ANJU_KEYS: join(this.#dataDir, 'keys'),
        ...(role === 'gateway' && { MQTT_PORT: String(mqttPort), DEVICE_HTTP_PORT: String(httpPort) }),
        ...more,
      },
    );
    const member: SplitProcess = { role, ...started, mqttPort, httpPort };
    this.#members.add(member);
    return member;
  }

  /** Kill a process without warning. */
  async kill(member: SplitProcess): Promise<void> {
    process.kill(-must(member.server.pid, 'pid'), 'SIGKILL');
    await gone(member.server);
    this.#members.delete(member);
  }

  /** Kill the database without warning, and start it again. */
  async restartDatabase(): Promise<void> {
    process.kill(this.#database.pid, 'SIGKILL');
    this.#database = await startPostgres({ dataDir: this.#dataDir, say: () => {} });
  }

  async end(): Promise<void> {
    for (const member of this.#members) if (isRunning(member)) process.kill(-must(member.server.pid, 'pid'), 'SIGKILL');
    await Promise.all([...this.#members].map(({ server }) => gone(server)));
    await this.#database.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/**
 * Return status and reason of a gateway's `/readyz`, as a balancer reads it; `nobody` if the gateway cannot be reached.
 */
export async function readinessOf({ httpPort }: Pick<SplitProcess, 'httpPort'>): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/readyz`).catch(() => undefined);
  return answer ? `${answer.status} ${((await answer.json()) as { reason: string }).reason}` : 'nobody';
}

const LOOK_MS = 200;

/** A TCP balancer: each connection goes to the gateway that is ready. */
export class Balancer {
  readonly #gateways: () => readonly SplitProcess[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #looking: NodeJS.Timeout;
  #port = 0;

  constructor(gateways: () => readonly SplitProcess[]) {
    this.#gateways = gateways;
    this.#server = createServer((socket) => this.#forward(socket));
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve()));
    return (this.#server.address() as { port: number }).port;
  }

  async #look(): Promise<void> {
    for (const gateway of this.#gateways())
      if ((await readinessOf(gateway)) === '200 ok') this.#port = gateway.mqttPort;
  }

  #forward(socket: Socket): void {
    const behind = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  stop(): void {
    clearInterval(this.#looking);
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
