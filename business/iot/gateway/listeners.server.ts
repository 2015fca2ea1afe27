import { readFileSync } from 'node:fs';
import {
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
  createServer as createHttp,
} from 'node:http';
import { type Socket, createServer as createTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import { type TlsOptions, createServer as createTls } from 'node:tls';
import { createServer as createHttps } from 'node:https';
import { WebSocketServer, createWebSocketStream } from 'ws';
import type { Gate } from './gate.server.ts';
import { httpTwin } from './requests/http-twin.server.ts';
import { CoapPort } from './requests/coap-port.server.ts';
import { MqttLine } from './mqtt-line.server.ts';
import { MAX_PACKET } from './packets/packet-size.rules.ts';
import { addressOfSocket, certificateOf } from './peer.server.ts';
import { isPrivate } from './private-address.rules.ts';
import type { Rate } from './token-bucket.rules.ts';

/** Addresses and ports of the listeners for devices. Port 0: no listener; null: any free port, for tests. */
export interface ListenerOptions {
  readonly host: string;
  readonly mqttPort: number | null;
  readonly mqttTlsPort: number | null;
  readonly httpPort: number | null;
  readonly coapPort: number | null;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly rate: Rate;
  /** Serve further addresses on the HTTP port: files of upgrades, and logs that devices send. */
  readonly files?: readonly FileDoor[];
  /** Serve further WebSockets on the HTTP port. */ readonly upgrades?: readonly SocketDoor[];
  readonly now: () => number;
  readonly say: (line: readonly [zh: string, en: string]) => void;
  readonly report: (error: Error) => void;
}

/** Serves those requests whose address it handles. */
interface FileDoor {
  handles(url: string | undefined): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/** Serves those WebSockets whose address it handles. */
interface SocketDoor {
  handles(url: string | undefined): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** State of one listener for devices. `waiting`: its port is taken, see `reason`. */
export interface ListenerState {
  readonly kind: 'mqtt' | 'mqtts' | 'http' | 'coap';
  port: number;
  state: 'listening' | 'waiting';
  reason: string | null;
  /** Open connections. */ lines: number;
  /** Messages since the start. */ messages: number;
}

/** A server that can be opened on a port: of TCP, HTTP or CoAP. */
interface Listening {
  once(event: 'error', heard: (error: NodeJS.ErrnoException) => void): unknown;
  on(event: 'error', heard: () => void): unknown;
  removeAllListeners(event: 'error'): unknown;
  listen(port: number, host: string, opened: () => void): unknown;
  address(): unknown;
  close(closed: () => void): unknown;
  closeAllConnections?(): void;
}

const AGAIN_MS = 30_000;
const SWEEP_MS = 5000;
/** Maximal time of one request: a log file over a slow connection takes some minutes. */
const REQUEST_MS = 300_000;
/** Maximal number of connections of this process; further ones are closed at once. */
const MAX_LINES = 60_000;

/** Opens the listeners for devices. If a port is taken, it is retried and reported, but the product starts anyway. */
export class Listeners {
  readonly #gate: Gate;
  readonly #of: ListenerOptions;
  readonly #servers: Listening[] = [];
  readonly #lines = new Set<MqttLine>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly states: ListenerState[] = [];
  readonly #faults: Faults;
  #isStopped = false;

  constructor(gate: Gate, of: ListenerOptions) {
    this.#gate = gate;
    this.#of = of;
    this.#faults = new Faults(of);
  }

  async start(): Promise<void> {
    const { mqttPort, mqttTlsPort, httpPort, coapPort, tls } = this.#of;
    // Any certificate is taken: that of a device is recognised by its fingerprint, not by an authority.
    const pem = tls && {
      ...{ cert: readFileSync(tls.cert), key: readFileSync(tls.key) },
      requestCert: true,
      rejectUnauthorized: false,
    };
    const opening: Promise<void>[] = [];
    if (mqttPort !== 0)
      opening.push(
        this.#open('mqtt', mqttPort ?? 0, () =>
          createTcp({ noDelay: true }, (socket) => this.#connected(socket, 'mqtt')),
        ),
      );
    if (pem && mqttTlsPort !== 0)
      opening.push(
        this.#open('mqtts', mqttTlsPort ?? 0, () => createTls(pem, (socket) => this.#connected(socket, 'mqtts'))),
      );
    if (httpPort !== 0) opening.push(this.#open('http', httpPort ?? 0, () => this.#webServer(pem)));
    if (coapPort !== 0) opening.push(this.#open('coap', coapPort ?? 0, () => this.#coapPort()));
    await Promise.all(opening);
    const sweep = setInterval(() => this.#sweep(), SWEEP_MS);
    sweep.unref();
    this.#timers.add(sweep);
  }

  portOf(kind: ListenerState['kind']): number | undefined {
    return this.states.find((one) => one.kind === kind && one.state === 'listening')?.port;
  }

  get lines(): number {
    return this.#lines.size;
  }

  async #open(kind: ListenerState['kind'], port: number, make: () => Listening): Promise<void> {
    const state: ListenerState = { kind, port, state: 'waiting', reason: null, lines: 0, messages: 0 };
    this.states.push(state);
    await this.#listen(state, port, make);
  }

  #listen(state: ListenerState, port: number, make: () => Listening): Promise<void> {
    const server = make();
    return new Promise((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        state.state = 'waiting';
        if (state.reason === null)
          this.#of.say([
            `设备端口 ${port}（${state.kind}）打不开（${error.code ?? ''}），每 30 秒再试一次。`,
            `Port ${port} for devices (${state.kind}) cannot be opened (${error.code ?? ''}); it is tried again every 30 seconds.`,
          ]);
        state.reason = error.code ?? 'error';
        this.#again(() => void this.#listen(state, port, make));
        resolve();
      });
      server.listen(port, this.#of.host, () => {
        server.removeAllListeners('error');
        server.on('error', () => undefined);
        state.port = (server.address() as { port: number }).port;
        state.state = 'listening';
        state.reason = null;
        this.#servers.push(server);
        resolve();
      });
    });
  }

  #again(work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#isStopped) work();
    }, AGAIN_MS);
    timer.unref();
    this.#timers.add(timer);
  }

  #coapPort(): CoapPort {
    return new CoapPort(this.#gate, { ...this.#serving, counted: () => this.#counted('coap', 'messages', 1) });
  }

  #webServer(pem: TlsOptions | null): HttpServer {
    const { files = [] } = this.#of;
    const twin = httpTwin(this.#gate, {
      ...this.#serving,
      counted: () => this.#counted('http', 'messages', 1),
      isEncrypted: pem !== null,
    });
    const answer: RequestListener = (request, response) => {
      const door = files.find((one) => one.handles(request.url));
      if (door) door.serve(request, response);
      else twin(request, response);
    };
    const server = pem ? (createHttps(pem, answer) as unknown as HttpServer) : createHttp(answer);
    server.requestTimeout = REQUEST_MS;
    server.headersTimeout = 10_000;
    const sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_PACKET + 16,
      perMessageDeflate: false,
      handleProtocols: (protocols) => [...protocols].find((one) => /^mqtt/.test(one)) ?? false,
    });
    server.on('upgrade', (request, socket, head) => {
      try {
        this.#upgrade(sockets, request, socket, head);
      } catch (error) {
        this.#faults.report(error as Error);
        socket.destroy();
      }
    });
    return server;
  }

  #upgrade(sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const door = this.#of.upgrades?.find((one) => one.handles(request.url));
    if (door) {
      door.upgrade(
        request,
        socket.on('error', () => undefined),
        head,
      );
      return;
    }
    if (request.url?.split('?')[0] !== '/mqtt') {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (web) =>
      this.#take(createWebSocketStream(web), request.socket, 'http'),
    );
  }

  /** Options that every connection needs. */
  get #serving(): Pick<ListenerOptions, 'rate' | 'now' | 'report'> {
    return { rate: this.#of.rate, now: this.#of.now, report: (error) => this.#faults.report(error) };
  }

  #connected(socket: Socket, kind: 'mqtt' | 'mqtts'): void {
    socket.setNoDelay(true);
    this.#take(socket, socket, kind);
  }

  #counted(kind: ListenerState['kind'], what: 'lines' | 'messages', change: 1 | -1): void {
    const state = this.states.find((one) => one.kind === kind);
    if (state) state[what] += change;
  }

  #take(stream: Duplex, socket: Socket, kind: ListenerState['kind']): void {
    if (this.#lines.size >= MAX_LINES) {
      stream.destroy();
      return;
    }
    const address = addressOfSocket(socket);
    const isEncrypted = kind === 'mqtts' || (kind === 'http' && this.#of.tls !== null);
    const line = new MqttLine(stream, this.#gate, {
      ...this.#serving,
      address,
      certificate: certificateOf(socket),
      isSafe: isEncrypted || isPrivate(address),
      counted: () => this.#counted(kind, 'messages', 1),
    });
    this.#lines.add(line);
    this.#counted(kind, 'lines', 1);
    stream.once('close', () => {
      this.#lines.delete(line);
      this.#counted(kind, 'lines', -1);
    });
  }

  #sweep(): void {
    const now = this.#of.now();
    for (const line of this.#lines) line.sweep(now);
  }

  /** Stop listening, and close the open connections with the reason `stopping`, so that devices connect again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const closing = this.#servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections?.();
        }),
    );
    for (const line of this.#lines) line.end('stopping');
    await Promise.race([
      Promise.all(closing),
      new Promise((resolve) => {
        setTimeout(resolve, 2000).unref();
      }),
    ]);
  }
}

const SAME_FAULT_MS = 60_000;
const MAX_FAULTS = 100;

/** Reports the same exception at most once a minute, so that repeats do not fill the log. */
class Faults {
  readonly #of: Pick<ListenerOptions, 'now' | 'report'>;
  readonly #last = new Map<string, number>();

  constructor(of: Pick<ListenerOptions, 'now' | 'report'>) {
    this.#of = of;
  }

  report(error: Error): void {
    const now = this.#of.now();
    const name = String(error.stack ?? error.message).slice(0, 500);
    const last = this.#last.get(name);
    if (last !== undefined && now - last < SAME_FAULT_MS) return;
    this.#last.delete(name);
    this.#last.set(name, now);
    if (this.#last.size > MAX_FAULTS) this.#last.delete(this.#last.keys().next().value as string);
    this.#of.report(error);
  }
}
