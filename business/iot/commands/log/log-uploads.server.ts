import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { storedText } from '#kernel/language/label.ts';
import { type App, type Transaction, productActor, storeReceived } from '#kernel/server';
import { deviceLog } from '../../records/device-log.paper.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { type EndedCommand, tellEnded } from '../dispatch/apply-replies.server.ts';
import { type IssuedCommand, UNDER_WAY } from '../dispatch/command-states.rules.ts';
import { awaitsFile } from './log-kind.rules.ts';
import { companyOfLogToken } from './log-link.server.ts';
import { type ReceivedLog, receiveLog } from './receive-log.server.ts';

const PATH = /^\/iot\/v1\/files\/(\d{1,19})$/;
/** Log files that are received at once, of all devices. */
const MAX_UPLOADS = 20;
/** Time after which a device that sends no bytes loses its connection. */
const SILENT_MS = 30_000;
/** Bytes that are read and discarded after a refusal, so that the device reads the answer. */
const MAX_DRAINED = 12_000_000;

/** States in which a command takes its file; one that timed out takes it as late. */
const TAKES_FILE = [...UNDER_WAY, 'timeout'] as const;

const answer = (response: ServerResponse, status: number, reason: string): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(status === 503 && { 'Retry-After': '30' }),
  });
  response.end(JSON.stringify({ code: status, reason }));
};

/** Read the rest of a refused request, up to a limit. */
function drain(request: IncomingMessage): void {
  let left = MAX_DRAINED;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

/** A command that was found by a token. */
interface Awaiting {
  readonly tenantId: string;
  readonly command: Pick<IssuedCommand, 'id' | 'deviceId' | 'mac' | 'content' | 'execStatus' | 'file'>;
}

export interface LogUploadOptions {
  readonly app: App;
  /** Called after the commit with the commands that ended. */ ended(commands: readonly EndedCommand[]): void;
}

/**
 * Receives the log files of devices by HTTP: `PUT /iot/v1/files/{command}?token=`. A command takes one file, and
 * succeeds with it. Without a valid token there is no such address.
 */
export class LogUploads {
  readonly #of: LogUploadOptions;
  readonly #open = new Set<string>();

  constructor(of: LogUploadOptions) {
    this.#of = of;
  }

  handles(url: string | undefined): boolean {
    return PATH.test((url ?? '').split('?')[0]);
  }

  /** Serve a request; an exception ends only its connection. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    request.setTimeout(SILENT_MS, () => request.destroy());
    this.#serve(request, response)
      .catch((error: unknown) => {
        if (!request.destroyed && !response.destroyed) this.#of.app.report(error as Error);
        if (response.headersSent) response.destroy();
        else answer(response, 503, 'later');
      })
      .finally(() => drain(request));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://device');
    const [, id = ''] = PATH.exec(url.pathname) ?? [];
    if (request.method !== 'PUT') return answer(response, 405, 'method');
    const found = await this.#find(id, url.searchParams.get('token') ?? '');
    if (!found) return answer(response, 404, 'noSuchPath');
    if (!isTaking(found.command)) return answer(response, 410, 'ended');
    if (this.#open.has(id) || this.#open.size >= MAX_UPLOADS) return answer(response, 503, 'later');
    this.#open.add(id);
    try {
      await this.#take(found, request, response);
    } finally {
      this.#open.delete(id);
    }
  }

  async #find(id: string, token: string): Promise<Awaiting | null> {
    const { app } = this.#of;
    const tenantId = companyOfLogToken(app, id, token);
    if (tenantId === null || BigInt(id) >= 2n ** 63n) return null;
    const [command] = await app.db.read({ tenantId, zone: 'UTC' }, (sql) =>
      sql.query<Awaiting['command']>(
        `select id::text as id, device_id::text as "deviceId", mac, content, exec_status as "execStatus", file::text as file
         from iot_instruction_task_device where tenant_id = $1 and id = $2 and is_deleted = 0`,
        [tenantId, id],
      ),
    );
    return command && awaitsFile(command) ? { tenantId, command } : null;
  }

  async #take(found: Awaiting, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receiveLog(this.#of.app, request);
    if (typeof received === 'string') {
      answer(response, received === 'tooLarge' ? 413 : 415, received);
      return;
    }
    try {
      const isTaken = await this.#store(found, received);
      answer(response, isTaken ? 200 : 410, isTaken ? 'stored' : 'ended');
    } finally {
      await rm(received.path, { force: true });
    }
  }

  /** Store a file with its command, which succeeds. False: the command has ended, or has a file, meanwhile. */
  async #store({ tenantId, command }: Awaiting, received: ReceivedLog): Promise<boolean> {
    const { app, ended } = this.#of;
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const name = `${command.mac ?? command.deviceId}-${command.id}.${received.extension}`;
    try {
      const row = await storeReceived(
        app,
        productActor(app, tenancy, 'commands'),
        { ...received, name },
        {
          of: { paper: deviceCommand.name, rowId: command.id },
          write: (tx, file) => writeFile(tx, command.id, { file, name, size: received.size }),
        },
      );
      ended([row]);
      return true;
    } catch (error) {
      if (error instanceof Ended) return false;
      throw error;
    }
  }
}

class Ended extends Error {}

const isTaking = ({ execStatus, file }: Pick<IssuedCommand, 'execStatus' | 'file'>): boolean =>
  file === null && (TAKES_FILE as readonly string[]).includes(execStatus);

/** Write a file into its command, which ends by it, and note it in the log of the device. */
async function writeFile(
  tx: Transaction,
  id: string,
  { file, name, size }: { readonly file: string; readonly name: string; readonly size: number },
): Promise<IssuedCommand> {
  const { context } = tx;
  const [row] = await context.lockRows(deviceCommand, [id]);
  if (!row || !isTaking(row)) throw new Ended();
  const now = context.instant();
  const changed = await context.touch(
    deviceCommand,
    [
      {
        id,
        file,
        execStatus: 'success',
        dueTime: null,
        reason: null,
        replyTime: row.replyTime ?? context.now(),
        costMs: now - (row.attempts?.[0]?.at ?? now),
        ...(row.execStatus === 'timeout' && { late: true }),
      },
    ],
    { where: { execStatus: TAKES_FILE } },
  );
  if (changed.length === 0) throw new Ended();
  await context.append(deviceLog, [
    {
      logTime: context.now(),
      deviceId: row.deviceId,
      mac: row.mac,
      mainMac: row.mac,
      logType: 'file',
      level: 'info',
      direction: 'up',
      content: storedText([`日志文件 ${name}（${size} 字节）`, `Log file ${name} (${size} bytes)`]),
      payload: { instructionId: id, size },
    },
  ]);
  const after = { ...row, file, execStatus: 'success' as const };
  await tellEnded(context, [after]);
  return after;
}
