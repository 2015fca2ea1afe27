import { type Socket, connect } from 'node:net';
import type { BusOptions } from './bus.rules.ts';
import { modbusFrame, takeAnswer } from './framing.rules.ts';

/** A unit did not answer in time. */
export class NoAnswer extends Error {}

type Send = (unit: number, pdu: Uint8Array) => Promise<Uint8Array>;
type LineOptions = Pick<BusOptions, 'host' | 'port' | 'transport' | 'timeoutMs'>;

interface Open {
  readonly transaction: number;
  readonly unit: number;
  readonly take: (pdu: Uint8Array) => void;
  readonly fail: (error: Error) => void;
}

/**
 * One connection to a bus with one queue. Requests of commands precede reads, and one request is open at a time. An
 * answer with another transaction number is dropped; without numbers (RTU) a late answer closes the connection.
 */
export class BusLine {
  readonly #options: LineOptions;
  readonly #commands: (() => Promise<void>)[] = [];
  readonly #reads: (() => Promise<void>)[] = [];
  #isWorking = false;
  #socket: Socket | null = null;
  #received: Uint8Array = new Uint8Array();
  #open: Open | null = null;
  #transaction = 0;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  close(): void {
    this.#drop(new Error('The connection was closed'));
  }

  /** Queue one request behind those that wait, and return the PDU of its answer. */
  send(unit: number, pdu: Uint8Array): Promise<Uint8Array> {
    return this.#queued(this.#reads, () => this.#exchange(unit, pdu));
  }

  /** Queue requests that no other may separate, before all waiting reads. */
  together<T>(work: (send: Send) => Promise<T>): Promise<T> {
    return this.#queued(this.#commands, () => work((unit, pdu) => this.#exchange(unit, pdu)));
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

  async #exchange(unit: number, pdu: Uint8Array): Promise<Uint8Array> {
    const socket = await this.#connected();
    this.#transaction = (this.#transaction + 1) & 0xffff;
    const transaction = this.#transaction;
    return new Promise<Uint8Array>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#open = null;
        // A late answer without a number could be taken for that of the next request.
        if (this.#options.transport === 'modbus_rtu_over_tcp') this.#drop(new NoAnswer('No answer'));
        reject(new NoAnswer(`Unit ${unit} did not answer`));
      }, this.#options.timeoutMs);
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
      socket.write(modbusFrame(this.#options.transport, { transaction, unit, pdu }));
    });
  }

  #connected(): Promise<Socket> {
    if (this.#socket) return Promise.resolve(this.#socket);
    const { host, port, timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      const timer = setTimeout(() => socket.destroy(new Error('The connection was not accepted')), timeoutMs);
      socket.on('connect', () => {
        clearTimeout(timer);
        this.#received = new Uint8Array();
        this.#socket = socket;
        resolve(socket);
      });
      socket.on('data', (bytes: Buffer) => this.#receive(socket, bytes));
      socket.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
        if (this.#socket === socket) this.#drop(error);
      });
      socket.on('close', () => {
        if (this.#socket === socket) this.#drop(new Error('The connection ended'));
      });
    });
  }

  #drop(error: Error): void {
    this.#socket?.destroy();
    this.#socket = null;
    this.#open?.fail(error);
  }

  #receive(socket: Socket, bytes: Uint8Array): void {
    if (socket !== this.#socket) return;
    this.#received = Uint8Array.from([...this.#received, ...bytes]);
    for (;;) {
      const taken = takeAnswer(this.#options.transport, this.#received);
      if (taken === 'more') return;
      if (taken === 'broken') return this.#drop(new Error('The bytes are no answer'));
      this.#received = this.#received.slice(taken.size);
      const open = this.#open;
      const isMine =
        open && taken.adu.unit === open.unit && (taken.adu.transaction ?? open.transaction) === open.transaction;
      if (isMine) open.take(taken.adu.pdu);
    }
  }
}
