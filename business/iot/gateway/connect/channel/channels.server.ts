import { type Socket as UdpSocket, createSocket } from 'node:dgram';
import { type Server, type Socket, connect, createServer } from 'node:net';
import type { LocalizedText } from '#kernel/language/label.ts';
import { isAllowed } from '#business/platform/develop/address.rules.ts';
import type { App, RunningPart } from '#kernel/server';
import type { Ingest } from '../../../ingest/ingest.server.ts';
import type { Registry } from '../../../ingest/registry.server.ts';
import { isAllowedFrom } from './networks/allowed-networks.server.ts';
import { type ConnectionOf, ConnectionStates } from './connection-states.server.ts';
import { connectionFaults } from './sockets/fault-words.rules.ts';
import { DOORS } from './doors/door-kinds.rules.ts';
import { FrameDoors } from './doors/frame-doors.server.ts';
import { FrameDoor, type FrameSource } from './frames/frame-door.server.ts';
import { FrameStore } from './frames/frame-store.server.ts';
import { outsideWords } from './ports/outside.rules.ts';
import { LISTENING } from './ports/own-ports.server.ts';
import { type FrameRoute, byPriority, loadRoutes } from './route.server.ts';
import { MAX_WAITING, type SocketLimits, serveSocket } from './sockets/serve-socket.server.ts';
import { Strangers } from './frames/strangers.server.ts';
import { WantedConnections } from './wanted-connections.server.ts';

/** Papers whose rows turn the fields of frames into properties. */
const OF_MAPPINGS = ['connectionModel', 'connectionPoint', 'modelMapping', 'modelAttribute'];
/** Papers whose changes are followed. */
const CONCERNED = ['connectConfig', 'deviceConnection', ...OF_MAPPINGS];
const SWEEP_MS = 10_000;
const FIRST_AGAIN_MS = 1000;
const MAX_AGAIN_MS = 60_000;
/** A dialled connection that stood so long is dialled again at once. */
const STABLE_MS = 10_000;
/** Addresses of a UDP port that are remembered. */
const MAX_SOURCES = 2000;

interface ChannelOptions {
  readonly app: App;
  readonly registry: Registry;
  readonly ingest: Ingest;
  readonly host: string;
  readonly ports: { readonly from: number; readonly to: number };
  /** Use any free ports; for tests. */ readonly anyPort: boolean;
  /** Has the product this listener for devices? */ readonly hasListener: (kind: 'mqtt' | 'http') => boolean;
}

/** An open port, or a host that is dialled. Its routes may change while it is open. */
interface Channel {
  readonly key: string;
  readonly first: FrameRoute;
  routes: readonly FrameRoute[];
  readonly sockets: Set<Socket>;
  server?: Server | UdpSocket;
  timer?: NodeJS.Timeout;
  isClosed: boolean;
  againMs: number;
}

const keyOf = ({ type, port, connectionId }: FrameRoute): string =>
  type in LISTENING ? `${LISTENING[type]}:${port}` : `dial:${connectionId}`;

/** An address that sends datagrams. While too many of its frames wait to be stored, further ones are not taken. */
class UdpSource implements FrameSource {
  readonly address: string;
  readonly write: (bytes: Uint8Array) => void;
  readonly isFleeting = true;
  #waiting = 0;

  constructor(address: string, write: (bytes: Uint8Array) => void) {
    this.address = address;
    this.write = write;
  }

  waiting(change: 1 | -1): void {
    this.#waiting += change;
  }

  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }
}

/** Opens the ports and dials the hosts of all wanted connections, and follows their changes. */
export class DeviceChannels {
  readonly #of: ChannelOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #wanted: WantedConnections<FrameRoute>;
  readonly #states: ConnectionStates;
  readonly #store: FrameStore;
  readonly #strangers: Strangers;
  /** Limits of sockets; tests set smaller ones. */ readonly limits: SocketLimits = {
    sockets: 2000,
    firstFrameMs: 60_000,
  };
  readonly #door: FrameDoor;
  /** Configurations whose devices use the ports of the product. */ readonly doors: FrameDoors;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(of: ChannelOptions) {
    this.#of = of;
    this.#states = new ConnectionStates(of.app);
    this.#wanted = new WantedConnections({
      app: of.app,
      states: this.#states,
      load: (tenantId) => loadRoutes(of.app, tenantId),
      follow: (routes) => this.#follow(routes),
    });
    this.#store = new FrameStore(of.app);
    this.#strangers = new Strangers(of.app);
    this.#door = new FrameDoor({
      ...of,
      store: this.#store,
      states: this.#states,
      strangers: this.#strangers,
      now: () => of.app.clock.ms(),
    });
    this.doors = new FrameDoors({
      door: this.#door,
      ingest: of.ingest,
      states: this.#states,
      limits: this.limits,
      hasListener: of.hasListener,
      report: (error) => of.app.report(error),
    });
  }

  async start(): Promise<void> {
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_MS);
    this.#sweeping.unref();
    this.#states.start();
    this.#store.start();
    await this.#wanted.start();
  }

  get facts(): { readonly ports: number; readonly sockets: number } {
    const all = [...this.#channels.values()];
    return { ports: all.length, sockets: all.reduce((sum, { sockets }) => sum + sockets.size, this.doors.sessions) };
  }

  /** The port on which a connection is open; undefined: it is not. */
  portOf(connectionId: string): number | undefined {
    const found = [...this.#channels.values()].find(({ routes }) =>
      routes.some((route) => route.connectionId === connectionId),
    );
    const at = found?.server?.address();
    return typeof at === 'object' && at !== null ? at.port : undefined;
  }

  heard({ tenantId, paper, action }: Parameters<NonNullable<RunningPart['heard']>>[0]): void {
    if (paper !== '' && (!CONCERNED.includes(paper) || (action === 'touch' && paper !== 'connectConfig'))) return;
    if (OF_MAPPINGS.includes(paper) && !this.#wanted.hasAny(tenantId)) return;
    this.#wanted.changed(paper && tenantId);
  }

  /** Leave the devices that are not connected and have been silent for long. */
  sweep(): void {
    this.#door.sweep();
  }

  settle(): Promise<void> {
    return this.#wanted.settle();
  }

  #follow(routes: readonly FrameRoute[]): void {
    this.doors.follow(routes.filter(({ type }) => type in DOORS));
    const byKey = Map.groupBy(
      routes.filter(({ type }) => !(type in DOORS)),
      keyOf,
    );
    for (const [key, channel] of this.#channels) if (!byKey.has(key)) this.#close(channel);
    for (const [key, some] of byKey) this.#open(key, some.toSorted(byPriority));
  }

  /** Open a channel, or let an open one use the present configurations: its sockets stay. */
  #open(key: string, routes: readonly FrameRoute[]): void {
    const there = this.#channels.get(key);
    if (there) {
      there.routes = routes;
      for (const route of routes) if (there.server) this.#states.set(route, 'running');
      return;
    }
    const [first] = routes;
    const channel: Channel = { key, first, routes, sockets: new Set(), isClosed: false, againMs: FIRST_AGAIN_MS };
    this.#channels.set(key, channel);
    this.#begin(channel);
  }

  #begin(channel: Channel): void {
    const { type, port, host } = channel.first;
    const { ports, app } = this.#of;
    if (type in LISTENING && (port < ports.from || port > ports.to))
      this.#set(channel, 'error', [
        `端口 ${port} 不在 DEVICE_PORTS ${ports.from}-${ports.to} 内`,
        `Port ${port} is not among DEVICE_PORTS ${ports.from}-${ports.to}`,
      ]);
    else if (type === 'tcp_server') this.#listen(channel);
    else if (type === 'udp') this.#bind(channel);
    else if (type !== 'tcp_client')
      this.#set(channel, 'error', ['这种接入类型不用连接', 'This kind needs no connection']);
    else if (isAllowed(app.settings.outboundHosts, host, port)) this.#dial(channel);
    else this.#set(channel, 'error', outsideWords(host, port));
  }

  #set({ routes }: Channel, state: 'starting' | 'running' | 'error', words?: LocalizedText): void {
    for (const route of routes) this.#states.set(route as ConnectionOf, state, words);
  }

  #again(channel: Channel, error: Error): void {
    if (channel.isClosed) return;
    this.#set(channel, 'error', (error as { code?: string }).code ?? error.message);
    channel.timer = setTimeout(() => this.#begin(channel), channel.againMs);
    channel.timer.unref();
    channel.againMs = Math.min(channel.againMs * 2, MAX_AGAIN_MS);
  }

  #serve(channel: Channel, socket: Socket): void {
    channel.sockets.add(socket.on('close', () => channel.sockets.delete(socket)));
    serveSocket(socket, {
      routes: () => channel.routes,
      door: this.#door,
      ingest: this.#of.ingest,
      states: this.#states,
      limits: this.limits,
      report: (error) => this.#of.app.report(error),
    });
  }

  #listen(channel: Channel): void {
    const server = createServer({ noDelay: true }, (socket) => {
      const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      const isAdmitted = channel.routes.some(({ allowFrom }) => isAllowedFrom(allowFrom, address));
      if (isAdmitted && channel.sockets.size < this.limits.sockets) this.#serve(channel, socket);
      else {
        this.#states.note(channel.routes[0], connectionFaults[isAdmitted ? 'crowded' : 'away'], address);
        socket.on('error', () => undefined).destroy();
      }
    });
    server
      .on('error', (error) => this.#again(channel, error))
      .listen(this.#of.anyPort ? 0 : channel.first.port, this.#of.host, () => {
        channel.server = server;
        if (channel.isClosed) server.close();
        else this.#set(channel, 'running');
      });
  }

  #bind(channel: Channel): void {
    const sources = new Map<string, UdpSource>();
    const socket = createSocket(this.#of.host.includes(':') ? 'udp6' : 'udp4');
    const sourceOf = (address: string, port: number): UdpSource => {
      const name = `${address} ${port}`;
      const source = sources.get(name) ?? new UdpSource(address, (bytes) => socket.send(bytes, port, address));
      sources.set(name, source);
      if (sources.size > MAX_SOURCES) sources.delete(sources.keys().next().value as string);
      return source;
    };
    socket
      .on('error', (error) => {
        socket.close();
        this.#again(channel, error);
      })
      .on('message', (bytes, { address, port }) => {
        const routes = channel.routes.filter(({ allowFrom }) => isAllowedFrom(allowFrom, address));
        if (!routes.length) this.#states.note(channel.routes[0], connectionFaults.away, address);
        if (!routes.length || this.#of.ingest.isFull) return;
        const source = sourceOf(address, port);
        if (source.isFull) return;
        this.#door.take(this.#door.judge(routes, bytes, { ip: address, port }), bytes, source);
      })
      .bind(this.#of.anyPort ? 0 : channel.first.port, this.#of.host, () => {
        channel.server = socket;
        this.#set(channel, 'running');
      });
  }

  #dial(channel: Channel): void {
    const { host, port } = channel.first;
    this.#set(channel, 'starting');
    const socket = connect({ host, port, noDelay: true });
    let fault: Error = new Error('closed');
    let since = Number.POSITIVE_INFINITY;
    socket
      .on('connect', () => {
        since = performance.now();
        this.#set(channel, 'running');
        this.#serve(channel, socket);
      })
      .on('error', (error) => {
        fault = error;
      })
      .on('close', () => {
        // A host that takes connections and closes them at once is dialled ever more rarely.
        if (performance.now() - since > STABLE_MS) channel.againMs = FIRST_AGAIN_MS;
        this.#again(channel, fault);
      });
    channel.sockets.add(socket);
  }

  #close(channel: Channel): void {
    channel.isClosed = true;
    clearTimeout(channel.timer);
    this.#channels.delete(channel.key);
    channel.server?.close();
    for (const socket of channel.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#wanted.stop();
    this.doors.stop();
    for (const channel of this.#channels.values()) this.#close(channel);
    await Promise.all([this.#store.stop(), this.#states.stop(), this.#strangers.stop()]);
  }

  /** Write gathered frames and states at once; for tests. */
  async flush(): Promise<void> {
    await this.settle();
    await Promise.all([this.#store.flush(), this.#states.flush(), this.#strangers.stop()]);
  }
}
