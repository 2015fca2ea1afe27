import { type Socket, connect } from 'node:net';
import type { BusEvents, BusOptions } from './bus.rules.ts';
import { type Adu, modbusFrame, takeAnswer } from './framing.rules.ts';

/** A unit did not answer in time. */
export class NoAnswer extends Error {}

/** The host of the bus is not connected. */
export class LineDown extends Error {}

type Send = (unit: number, pdu: Uint8Array, timeoutMs?: number) => Promise<Uint8Array>;
type LineOptions = Pick<BusOptions, 'host' | 'port' | 'transport' | 'timeoutMs'>;

interface Open {
  readonly transaction: number;
  readonly unit: number;
  readonly take: (pdu: Uint8Array) => void;
  readonly fail: (error: Error) => void;
}

const FIRST_AGAIN_MS = 1000;
const MAX_AGAIN_MS = 60_000;
/** Longest answer with its header; more bytes without an answer are junk. */
const MAX_RECEIVED = 1024;

const codeOf = (error: Error): string => (error as { code?: string }).code ?? error.message;

/**
 * One connection to a bus with one queue. Requests of commands precede reads, and one request is open at a time. An
 * answer with another transaction number is dropped; without numbers (RTU) a late answer closes the connection. After a
 * failure the host is dialled again after one second, then after twice as long, to one minute.
 */
export class BusLine {
  readonly #options: LineOptions;
  readonly #events: Pick<BusEvents, 'frame' | 'line'>;
  readonly #commands: (() => Promise<void>)[] = [];
  readonly #reads: (() => Promise<void>)[] = [];
  #isWorking = false;
  #isClosed = false;
  #socket: Socket | null = null;
  #dialling: Socket | null = null;
  #received: Uint8Array = new Uint8Array();
  #open: Open | null = null;
  #transaction = 0;
  #againMs = FIRST_AGAIN_MS;
  #notBefore = 0;

  constructor(options: LineOptions, events: Pick<BusEvents, 'frame' | 'line'> = {}) {
    this.#options = options;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** Did the connection fail a moment ago? Then it is not dialled now. */
  get isDown(): boolean {
    return this.#socket === null && performance.now() < this.#notBefore;
  }

  /** Address of the host; empty while it is not connected. */
  get address(): string {
    return (this.#socket?.remoteAddress ?? '').replace(/^::ffff:/, '');
  }

  close(): void {
    this.#isClosed = true;
    this.#dialling?.destroy();
    this.#drop(new LineDown('The connection was closed'));
  }

  /** Dial the host, unless it is connected or failed a moment ago. */
  async begin(): Promise<void> {
    await this.#queued(this.#reads, async () => {
      await this.#connected().catch(() => undefined);
    });
  }

  /** Queue one request behind those that wait, and return the PDU of its answer. */
  send(unit: number, pdu: Uint8Array, timeoutMs?: number): Promise<Uint8Array> {
    return this.#queued(this.#reads, () => this.#exchange(unit, pdu, timeoutMs));
  }

  /** Queue requests that no other may separate, before all waiting reads. */
  together<T>(work: (send: Send) => Promise<T>): Promise<T> {
    return this.#queued(this.#commands, () => work((unit, pdu, timeoutMs) => this.#exchange(unit, pdu, timeoutMs)));
  }

  #queued<T>(queue: (() => Promise<void>)[], work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push(() => work().then(resolve, reject));
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#next(); next; next = this.#next()) await next();
    this.#isWorking = false;
  }

  #next(): (() => Promise<void>) | undefined {
    return this.#commands.shift() ?? this.#reads.shift();
  }

  async #exchange(unit: number, pdu: Uint8Array, timeoutMs = this.#options.timeoutMs): Promise<Uint8Array> {
    const socket = await this.#connected();
    this.#transaction = (this.#transaction + 1) & 0xffff;
    const transaction = this.#transaction;
    return new Promise<Uint8Array>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#open = null;
        // A late answer without a number could be taken for that of the next request.
        if (this.#options.transport === 'modbus_rtu_over_tcp') this.#forget();
        reject(new NoAnswer(`Unit ${unit} did not answer`));
      }, timeoutMs);
      const end = (): void => {
        clearTimeout(timer);
        this.#open = null;
      };
      this.#open = {
        transaction,
        unit,
        take: (answer) => (end(), resolve(answer)),
        fail: (error) => (end(), reject(error)),
      };
      const bytes = modbusFrame(this.#options.transport, { transaction, unit, pdu });
      this.#events.frame?.('down', unit, bytes, 'ok');
      socket.write(bytes);
    });
  }

  #connected(): Promise<Socket> {
    if (this.#isClosed) return Promise.reject(new LineDown('The connection was closed'));
    if (this.#socket) return Promise.resolve(this.#socket);
    if (performance.now() < this.#notBefore) return Promise.reject(new LineDown('The host is not connected'));
    const { host, port, timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      this.#dialling = socket;
      const timer = setTimeout(
        () => socket.destroy(Object.assign(new Error('The connection was not accepted'), { code: 'ETIMEDOUT' })),
        Math.max(timeoutMs, FIRST_AGAIN_MS),
      );
      let fault = new Error('closed');
      socket
        .on('connect', () => {
          clearTimeout(timer);
          this.#dialling = null;
          this.#againMs = FIRST_AGAIN_MS;
          this.#received = new Uint8Array();
          this.#socket = socket;
          this.#events.line?.(true, null);
          resolve(socket);
        })
        .on('data', (bytes: Buffer) => this.#receive(socket, bytes))
        .on('error', (error) => {
          fault = error;
        })
        .on('close', () => {
          clearTimeout(timer);
          if (this.#socket === socket) return this.#drop(new LineDown(codeOf(fault)));
          if (this.#dialling !== socket) return;
          this.#dialling = null;
          this.#failed(codeOf(fault));
          reject(new LineDown(codeOf(fault)));
        });
    });
  }

  #failed(reason: string): void {
    this.#notBefore = performance.now() + this.#againMs;
    this.#againMs = Math.min(this.#againMs * 2, MAX_AGAIN_MS);
    if (!this.#isClosed) this.#events.line?.(false, reason);
  }

  /** Close the socket; the next request opens another one at once. */
  #forget(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }

  #drop(error: Error): void {
    if (this.#socket) this.#failed(error.message);
    this.#forget();
    this.#open?.fail(error);
  }

  #receive(socket: Socket, bytes: Uint8Array): void {
    if (socket !== this.#socket) return;
    this.#received = Uint8Array.from([...this.#received, ...bytes]);
    for (;;) {
      const taken = takeAnswer(this.#options.transport, this.#received);
      if (taken === 'more' && this.#received.length <= MAX_RECEIVED) return;
      if (typeof taken === 'string') return this.#drop(new LineDown('The bytes are no answer'));
      const frame = this.#received.slice(0, taken.size);
      this.#received = this.#received.slice(taken.size);
      this.#take(taken.adu, frame);
    }
  }

  /** Pass an answer on, if it belongs to the open request. */
  #take({ unit, transaction, pdu }: Adu, frame: Uint8Array): void {
    const open = this.#open;
    const isMine = open && unit === open.unit && (transaction ?? open.transaction) === open.transaction;
    const verdict = pdu[0] & 0x80 ? `exception ${pdu[1]}` : 'ok';
    this.#events.frame?.('up', unit, frame, isMine ? verdict : 'stale');
    if (isMine) open.take(pdu);
  }
}
