import { type Socket, connect } from 'node:net';
import type { LocalizedText } from '#kernel/language/label.ts';
import type { BusEvents, BusOptions, UnitId } from './bus.rules.ts';
import type { LineFrame, LineReader, OpenRequest, Wire } from './wire.rules.ts';

/** A unit did not answer in time. */
export class NoAnswer extends Error {}

/** The host of the bus is not connected. */
export class LineDown extends Error {
  readonly words: LocalizedText;
  constructor(words: LocalizedText) {
    super(typeof words === 'string' ? words : words[1]);
    this.words = words;
  }
}

type LineOptions = Pick<BusOptions, 'host' | 'port' | 'timeoutMs'>;
type LineEvents = Pick<BusEvents, 'frame' | 'line' | 'wrong'>;

interface Open<Request, Answer> extends OpenRequest<Request> {
  readonly take: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

const FIRST_AGAIN_MS = 1000;
const MAX_AGAIN_MS = 60_000;

const CLOSED = new LineDown(['对方关闭了连接', 'The host closed the connection']);

const downBy = (error: Error): LineDown =>
  error instanceof LineDown ? error : new LineDown((error as { code?: string }).code ?? error.message);

/**
 * One connection to a bus with one queue. Requests of commands precede reads, and one request is open at a time. An
 * answer with another transaction number is dropped; without numbers (RTU) a late answer closes the connection. After a
 * failure the host is dialled again after one second, then after twice as long, to one minute.
 */
export class BusLine<Request extends { readonly unit: UnitId }, Answer> {
  readonly #options: LineOptions;
  readonly #wire: Wire<Request, Answer>;
  readonly #events: LineEvents;
  readonly #commands: (() => Promise<void>)[] = [];
  readonly #reads: (() => Promise<void>)[] = [];
  #isWorking = false;
  #isClosed = false;
  #socket: Socket | null = null;
  #dialling: Socket | null = null;
  #reader: LineReader<Request, Answer>;
  #open: Open<Request, Answer> | null = null;
  #transaction = 0;
  #againMs = FIRST_AGAIN_MS;
  #notBefore = 0;

  constructor(options: LineOptions, wire: Wire<Request, Answer>, events: LineEvents = {}) {
    this.#options = options;
    this.#wire = wire;
    this.#reader = wire.reader();
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
    this.#drop(new LineDown(['连接已关闭', 'The connection was closed']));
  }

  /** Dial the host, unless it is connected or failed a moment ago. */
  async begin(): Promise<void> {
    await this.#queued(this.#reads, async () => {
      await this.#connected().catch(() => undefined);
    });
  }

  /** Queue one request behind those that wait, and return its answer. */
  send(request: Request, timeoutMs?: number): Promise<Answer> {
    return this.#queued(this.#reads, () => this.#exchange(request, timeoutMs));
  }

  /** Queue requests that no other may separate, before all waiting reads. */
  together<T>(work: (send: (request: Request) => Promise<Answer>) => Promise<T>): Promise<T> {
    return this.#queued(this.#commands, () => work((request) => this.#exchange(request)));
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

  async #exchange(request: Request, timeoutMs = this.#options.timeoutMs): Promise<Answer> {
    const socket = await this.#connected();
    this.#transaction = (this.#transaction + 1) & 0xffff;
    const transaction = this.#transaction;
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#open = null;
        if (this.#wire.closesOnSilence) this.#forget();
        reject(new NoAnswer(`Unit ${request.unit} did not answer`));
      }, timeoutMs);
      const end = (): void => {
        clearTimeout(timer);
        this.#open = null;
      };
      this.#open = {
        transaction,
        request,
        take: (answer) => (end(), resolve(answer)),
        fail: (error) => (end(), reject(error)),
      };
      if (this.#wire.beginsAnew) this.#reader = this.#wire.reader();
      const bytes = this.#wire.bytesOf(request, transaction);
      this.#events.frame?.('down', request.unit, bytes, 'ok');
      socket.write(bytes);
    });
  }

  #connected(): Promise<Socket> {
    if (this.#isClosed) return Promise.reject(new LineDown(['连接已关闭', 'The connection was closed']));
    if (this.#socket) return Promise.resolve(this.#socket);
    if (performance.now() < this.#notBefore)
      return Promise.reject(new LineDown(['没有连上', 'The host is not connected']));
    const { host, port, timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      this.#dialling = socket;
      const timer = setTimeout(
        () => socket.destroy(Object.assign(new Error('The connection was not accepted'), { code: 'ETIMEDOUT' })),
        Math.max(timeoutMs, FIRST_AGAIN_MS),
      );
      let fault: Error = CLOSED;
      socket
        .on('connect', () => {
          clearTimeout(timer);
          this.#dialling = null;
          this.#againMs = FIRST_AGAIN_MS;
          this.#reader = this.#wire.reader();
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
          if (this.#socket === socket) return this.#drop(downBy(fault));
          if (this.#dialling !== socket) return;
          this.#dialling = null;
          this.#failed(downBy(fault));
          reject(downBy(fault));
        });
    });
  }

  #failed({ words }: LineDown): void {
    this.#notBefore = performance.now() + this.#againMs;
    this.#againMs = Math.min(this.#againMs * 2, MAX_AGAIN_MS);
    if (!this.#isClosed) this.#events.line?.(false, words);
  }

  /** Close the socket; the next request opens another one at once. */
  #forget(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }

  #drop(error: LineDown): void {
    if (this.#socket) this.#failed(error);
    this.#forget();
    this.#open?.fail(error);
  }

  #receive(socket: Socket, bytes: Uint8Array): void {
    if (socket !== this.#socket) return;
    const { frames, lost } = this.#reader.push(bytes);
    for (const frame of frames) this.#take(frame);
    if (lost) this.#drop(new LineDown(lost));
  }

  /** Pass an answer on, if it belongs to the open request. */
  #take(frame: LineFrame<Request, Answer>): void {
    const open = this.#open;
    const { verdict, answer, wrong } = frame.judge(open);
    const unit = frame.unit ?? open?.request.unit ?? '';
    this.#events.frame?.('up', unit, frame.bytes, verdict);
    if (wrong) this.#events.wrong?.(unit, wrong);
    if (answer !== undefined) open?.take(answer);
  }
}
