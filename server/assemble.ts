import { mustGet } from '#kernel/language/must.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallLog } from '#business/platform/logs/call-log.server.ts';
import { TenantStorage } from '#business/platform/resource/tenant-storage.server.ts';
import { systemPorts } from '#business/system/ports.server.ts';
import { publicKeyOf } from '#business/system/clients/sm2-key.server.ts';
import { rightsTables } from '#business/system/tables.server.ts';
import { withParameters } from '#kernel/server/assembly/behaviour.ts';
import { type Clock, systemClock } from '#kernel/server/time/clock.ts';
import { GatewayChannel } from '#kernel/server/ports/channels/gateway.ts';
import { SimulatedChannel } from '#kernel/server/ports/channels/simulator.ts';
import { Database } from '#kernel/server/database/database.ts';
import { EventStreams } from '#kernel/server/http/realtime/events.ts';
import type { ChangeLine } from '#kernel/server/database/change-line.ts';
import type { Change, App } from '#kernel/server/app.ts';
import { coreRoutes } from '#kernel/server/http/core-routes.ts';
import { docsRoutes } from '#kernel/server/http/docs-routes.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { opsRoutes } from '#kernel/server/http/ops-routes.ts';
import { paperRoutes } from '#kernel/server/http/paper/paper-routes.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { fileFunctions } from '#kernel/server/files/orphans.ts';
import { fileRoutes } from '#kernel/server/files/file-routes.ts';
import { LocalStorage, type Storage } from '#kernel/server/files/storage.ts';
import { DuePoller } from '#kernel/server/jobs/due/due-poller.ts';
import { defineExports } from '#kernel/server/import-export/export/export-job.ts';
import { defineImports } from '#kernel/server/import-export/import/import-jobs.ts';
import { defineBehaviourJobs } from '#kernel/server/jobs/behaviour-jobs.ts';
import { jobFunctions } from '#kernel/server/jobs/job-functions.ts';
import { jobRoutes } from '#kernel/server/jobs/job-routes.ts';
import { Jobs } from '#kernel/server/jobs/jobs.ts';
import { Outbox } from '#kernel/server/jobs/outbox.ts';
import { tidy } from '#kernel/server/jobs/tidy.ts';
import type { FastifyInstance } from 'fastify';
import { roleIn } from '#kernel/server/postgres/work-role.ts';
import { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { type KeySource, keysBeside } from '#kernel/server/settings/key-source.ts';
import { createHttpServer } from '#kernel/server/http/server.ts';
import { closeStreams } from '#kernel/server/http/realtime/polled-stream.ts';
import { StorageState } from '#kernel/server/http/realtime/storage-state.ts';
import { type Watch, Watches, watchRoute } from '#kernel/server/http/realtime/watch.ts';
import type { ProcessPart, RunningPart } from '#kernel/server/jobs/parts/part.ts';
import { OwnedPart } from '#kernel/server/jobs/parts/owned-part.ts';
import { startParts } from '#kernel/server/jobs/parts/start-parts.ts';
import { ensureSpans, spanFunctions } from '#kernel/server/schema/spans.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import { capabilitiesOf, selfTest } from '#kernel/server/schema/self-test.ts';
import { searchFunctions } from '#kernel/server/search/search-functions.ts';
import { presentedRoute } from '#kernel/server/rows/present-answer.ts';
import { searchRoute } from '#kernel/server/search/search.ts';
import { forgetTotals } from '#kernel/server/list/total.ts';
import { pointedIn } from '#kernel/server/list/pointed.ts';
import { Captions } from '#kernel/server/rows/captions.ts';
import { sealFunctions } from '#kernel/server/secrets/seals/seal.ts';
import { ArrivalWatch } from '#kernel/server/jobs/arrival.ts';
import { Ids } from '#kernel/server/write/session/ids.ts';
import { LockOrder } from '#kernel/server/database/lock-order.ts';
import { LockWatch } from '#kernel/server/database/lock-watch.ts';
import type { WriteWatch } from '#kernel/server/ports/write-watch.ts';
import { Vault } from '#kernel/server/secrets/vault.ts';
import { Sessions } from '#kernel/server/session/session.ts';
import { printed } from '#kernel/server/http/answer-log.ts';
import { type Settings, readSettings } from '#kernel/server/settings/settings.ts';
import { demoAccounts } from './demo/people.ts';
import { DrawnStorage } from './demo/archive/drawn-storage.ts';
import { SHIPPED_ARCHIVE, openArchive } from './demo/archive/manifest.ts';
import { assembleRooms } from './assembly.ts';
import { waitAtMost, closed } from './ending.ts';
import { WATCH, openLines } from './lines.ts';
import { productTree } from './rooms.ts';

/** A running server. */
export interface Assembly {
  readonly address: string;
  readonly app: App;
  readonly sessions: Sessions;
  /** Parts of rooms (such as the device gateway) that run in this process. */ readonly parts: readonly RunningPart[];
  /** All calls that the server answers, including health checks and metrics. */ readonly routes: readonly Route[];
  /** Queue of API log entries that are not written yet. */ readonly log: CallLog;
  /** Public key with which published clients encrypt passwords, as hex. */ readonly publicKey: string;
  /** Answer a call within this process, without a network connection. */ readonly inject: FastifyInstance['inject'];
  /** Let `/readyz` answer that no new calls are wanted. Calls are still answered. */ drain(): void;
  close(): Promise<void>;
}

const assembled = await assembleRooms(productTree);
export const { rooms, papers, invariants, lockOrder } = assembled;
export const { contributions } = assembled;
const { behaviours, services, servers } = assembled;

/**
 * Return all tables of the product. A table of rights names the cached rights that a change of its rows invalidates.
 */
export const allTables = (): Table[] =>
  assembled.tables.map((table) =>
    rightsTables.has(table.name) ? { ...table, rights: rightsTables.get(table.name) } : table,
  );

/** Return the SQL of the functions that run as the owner of the database and that the work role alone may call. */
export const guardedFunctions = (): string[] => [
  ...jobFunctions,
  ...sealFunctions,
  ...fileFunctions(mustGet(papers, 'attachment').table, papers.values()),
  ...searchFunctions(papers.values()),
  ...spanFunctions(allTables()),
  ...assembled.functions,
];

export const roleOf = (url: string): string => `"${roleIn(url)}"`;

export interface AppOptions {
  readonly appUrl: string;
  readonly dataDir: string;
  /** Source of the keys; absent: the folder `keys` in `dataDir`. */ readonly keys?: KeySource;
  readonly clock?: Clock;
  readonly captcha?: boolean;
  readonly demo?: boolean;
  readonly metricsToken?: string | null;
  readonly providers?: Settings['providers'];
  readonly sm2Key?: string | null;
  readonly publicUrl?: string | null;
  readonly channels?: Settings['channels'];
  readonly outboundHosts?: readonly string[];
  readonly adapters?: Settings['adapters'];
  readonly connections?: number;
  readonly announce?: App['announce'];
  /** Sends changes to the other processes over the same database. */ readonly changes?: ChangeLine;
  /** Called when rights of a company changed in this process; null: of all companies. */
  readonly renew?: (tenantId: string | null) => void;
  /** Called when the database cannot be reached. */ readonly away?: () => void;
  readonly notifyPerson?: App['notifyPerson'];
  readonly report?: App['report'];
  /** Checks the order of all locks; for tests. */ readonly watchLocks?: boolean;
  /** Watches the writes of each transaction, and the rights that it checks; for tests. */
  readonly writeWatch?: WriteWatch;
}

/** Return the channels of messages to customers: a configured gateway, or a simulator where none is configured. */
const channelsOf = (set: Settings['channels'] | undefined, clock: Clock): App['channels'] => ({
  sms: set?.sms ? new GatewayChannel(set.sms.address, set.sms.token) : new SimulatedChannel('sms', clock),
  wechat: set?.wechat
    ? new GatewayChannel(set.wechat.address, set.wechat.token)
    : new SimulatedChannel('wechat', clock),
});

/** Return the settings that rooms and the kernel read while they work. */
const settingsOf = ({
  captcha = true,
  demo = false,
  metricsToken = null,
  providers = [],
  sm2Key = null,
  publicUrl,
  outboundHosts = [],
  adapters = new Map(),
}: Partial<AppOptions>): App['settings'] => ({
  captcha,
  demo,
  metricsToken,
  providers,
  sm2Key,
  publicUrl,
  outboundHosts,
  adapters,
});

export const keysFrom = (source: KeySource | undefined, dataDir: string): ProductKeys =>
  new ProductKeys(source ?? keysBeside(dataDir));

const watchOver = (order: LockOrder, isWanted: boolean): LockWatch | undefined =>
  isWanted ? new LockWatch(order) : undefined;

/** Define jobs, timed work and subscribers of events. Every process knows them, also if it does not run them. */
function defineWork(app: App): void {
  defineExports(app.jobs);
  defineImports(app.jobs);
  defineBehaviourJobs(app);
  app.jobs.schedule('tidy', '20 3 * * *', tidy);
  for (const room of servers) room.startWork?.(app);
}

/**
 * Return the storage of files in the data folder. In a demo, photos of the archive are drawn on their first request.
 */
function filesIn(dataDir: string, demo: boolean): Storage {
  const files = new LocalStorage(join(dataDir, 'files'));
  const archive = demo ? openArchive(SHIPPED_ARCHIVE) : undefined;
  return archive ? new DrawnStorage(files, archive) : files;
}

/** Open the product over a migrated database. */
export async function openApp({
  appUrl,
  dataDir,
  keys: source,
  clock = systemClock,
  channels,
  connections,
  announce = () => {},
  changes,
  renew,
  away,
  notifyPerson: tell = () => {},
  report = (error) => console.error(error),
  watchLocks = false,
  writeWatch,
  ...set
}: AppOptions): Promise<App> {
  const settings = settingsOf(set);
  const db = new Database({ url: appUrl, most: connections, onAway: away });
  // A second pool. Transactions look up persons and dictionaries here: in one pool they could all wait for a connection
  // that another waiting transaction holds.
  const asides = new Database({ url: appUrl, most: 3, isByKeys: true, onAway: away });
  const ports = systemPorts(asides, clock, rooms);
  const keys = keysFrom(source, dataDir);
  const vault = new Vault(keys.bytes('vault'));
  const order = new LockOrder(lockOrder, papers);
  const captions = new Captions(asides, systemClock, pointedIn({ papers }));
  const rightsChanged = ({ paper, tenantId }: Change): void => {
    const part = rightsTables.get(papers.get(paper)?.table ?? '');
    if (!part) return;
    const of = papers.get(paper)?.owner === 'platform' ? null : tenantId;
    ports.forget(of, part);
    renew?.(of);
  };
  const app: App = {
    db,
    sidePool: asides,
    lockOrder: order,
    lockWatch: watchOver(order, watchLocks),
    writeWatch,
    clock,
    ports,
    captions,
    ids: new Ids(asides),
    close: () => waitAtMost(10_000, Promise.all([db.close(), asides.close()])),
    rooms,
    papers,
    behaviours: new Map([...behaviours].map(([name, one]) => [name, withParameters(one, ports.parameterSql)])),
    services,
    contributions,
    gate: assembled.gate,
    invariants,
    dataDir,
    keys,
    secret: keys.bytes('link'),
    sealKey: keys.bytes('seal'),
    vault,
    settings,
    can: await capabilitiesOf(db),
    ownPapers: {
      actionLog: papers.get('actionLog'),
      numberRule: papers.get('numberRule'),
      attachment: papers.get('attachment'),
    },
    files: new TenantStorage(filesIn(dataDir, settings.demo), {
      db: asides,
      vault,
      clock,
      allowed: settings.outboundHosts,
    }),
    channels: channelsOf(channels, clock),
    jobs: new Jobs(() => changes?.emitted()),
    outbox: new Outbox(() => changes?.emitted()),
    due: new DuePoller(assembled.due),
    notifyPerson: tell,
    report,
    announce(change) {
      captions.forget(change.tenantId, change.paper, change.id);
      forgetTotals(change.paper);
      rightsChanged(change);
      announce(change);
      changes?.announce(change);
    },
    heard(change) {
      captions.forget(change.tenantId, change.paper, change.id);
      forgetTotals(change.paper);
      announce(change);
    },
  };
  defineWork(app);
  return app;
}

export interface ServeOptions {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Source of the keys; absent: the folder `keys` in `dataDir`. */ readonly keys?: KeySource;
  readonly host: string;
  readonly port: number;
  readonly webRoot: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Output of the log; by default standard output. */ readonly logTo?: { write(line: string): void };
  /** True in tests: the database is a copy of a tested one, so no self-test runs. Parts listen on any free ports. */
  readonly isTested?: boolean;
  /** See `AppOptions`. */ readonly watchLocks?: boolean;
  /** See `AppOptions`. Its `routes` returns all calls wrapped, so that the test knows which call caused a write. */
  readonly writeWatch?: WriteWatch & {
    routes(routes: readonly Route[]): Route[];
  };
  /** False in tests: no work runs by the real clock, and other processes get no notifications. */
  readonly isTimed?: boolean;
  /** False: another process runs jobs and events. */ readonly works?: boolean;
  /**
   * Names of the background parts, such as the device gateway, that this process runs itself. In production most of
   * them run in a separate process.
   */
  readonly parts?: readonly ProcessPart['name'][];
}

/** Return every call of the product. */
export function allRoutes(
  app: App,
  sessions: Sessions,
  {
    events,
    watches,
    tellWatch = () => {},
  }: { events: EventStreams; watches: Watches; tellWatch?: (watch: Watch) => void },
): Route[] {
  return [
    ...coreRoutes(sessions),
    events.route(sessions),
    watchRoute(watches, tellWatch),
    ...fileRoutes(),
    ...jobRoutes(),
    searchRoute(),
    ...docsRoutes(),
    ...servers.flatMap((room) => room.routes?.(app, sessions, demoAccounts) ?? []).map(presentedRoute),
    ...[...papers.values()].flatMap((paper) => paperRoutes(app, paper)),
  ];
}

/** Return the background parts of all rooms, such as the device gateway, that have one of these names. */
export const partsNamed = (names: readonly ProcessPart['name'][]): ProcessPart[] =>
  servers.flatMap((room) => room.parts ?? []).filter((part) => names.includes(part.name));

/**
 * Start the background work of a listening server. Work at due times begins only after the demo company is complete.
 * With `works: false` jobs can be requested, but none runs here.
 */
export function startBackground(
  app: App,
  { appUrl, isTimed, works = true }: Pick<ServeOptions, 'appUrl' | 'isTimed' | 'works'>,
  arrived: Promise<void> = Promise.resolve(),
): void {
  app.jobs.start(app, appUrl, { isTimed, works, arrived }).catch((error: unknown) => app.report(error as Error));
  if (!works) return;
  app.outbox.start(app);
  app.due.start(app, { isTimed, arrived });
}

/** Sources of live values that pages can subscribe to, by their names, of all rooms. */
export const watchedSources = new Map(servers.flatMap((room) => Object.entries(room.watched ?? {})));

/** Return the options of the product from the settings of its process. */
export const appSettings = ({
  captcha,
  seed,
  metricsToken,
  providers,
  sm2Key,
  publicUrl,
  channels,
  outboundHosts,
  adapters,
}: Settings): Partial<AppOptions> => ({
  captcha,
  demo: seed === 'demo',
  metricsToken,
  providers,
  sm2Key,
  publicUrl,
  channels,
  outboundHosts,
  adapters,
});

/** Fail if the database cannot be reached. */
const isThere = (app: App): Promise<unknown> => app.db.platform((sql) => sql.query('select 1'));

/** Return the options by which a test watches locks and writes. */
const watchesOf = ({ watchLocks, writeWatch }: ServeOptions): Partial<AppOptions> => ({ watchLocks, writeWatch });

/** Return the calls. If a test watches writes, they are wrapped so that their writes are recorded. */
const watched = ({ writeWatch }: ServeOptions, routes: readonly Route[]): readonly Route[] =>
  writeWatch?.routes(routes) ?? routes;

/** Serve web and calls on one port until it is closed. Running requests are finished first. */
export async function serve(options: ServeOptions): Promise<Assembly> {
  const settings = readSettings(options.env);
  const events: EventStreams = new EventStreams(() => line.start());
  // The server of a test is the only process, so no other one needs its changes.
  const isShared = options.isTimed !== false;
  const { changes, line } = openLines(options.appUrl, {
    app: () => app,
    hear: (change) => app.heard(change),
    events,
    watch: (watch) => watches.put(app, watch),
    works: options.works !== false,
  });
  let report = (error: Error): void => console.error(printed(error));
  const parts: RunningPart[] = [];
  const owned: OwnedPart[] = [];
  const storage: StorageState = new StorageState(() => isThere(app), events.storage.bind(events));
  const watches = new Watches(watchedSources, ({ sessionId }, data) => events.sendTo(sessionId, data));
  // Send a subscription to all processes: another one may hold the event stream of its session.
  const tellWatch = (watch: Watch): void => {
    if (isShared) changes.publish(watch.tenantId, watch.personId, { type: WATCH, watch });
  };
  const app: App = await openApp({
    appUrl: options.appUrl,
    dataDir: options.dataDir,
    keys: options.keys,
    clock: options.clock,
    ...appSettings(settings),
    ...watchesOf(options),
    announce: (change) => {
      events.changed(app, change);
      for (const part of [...parts, ...owned]) part.heard?.(change);
    },
    ...(isShared && { changes }),
    renew: (tenantId) => events.renew(tenantId),
    away: () => storage.suspect(),
    notifyPerson: (tenantId, personId, data) => {
      events.publish(tenantId, personId, data);
      if (isShared) changes.publish(tenantId, personId, data);
    },
    report: (error) => report(error),
  });
  if (!options.isTested) await selfTest(app, allTables());
  await ensureSpans(app.db, app.clock.ms());
  const sessions = new Sessions(app);
  const log = new CallLog(app);
  const metrics = new Metrics();
  const routes = allRoutes(app, sessions, { events, watches, tellWatch });
  const https = settings.tls && { cert: readFileSync(settings.tls.cert), key: readFileSync(settings.tls.key) };
  let isDraining = false;
  const served = [...watched(options, routes), ...opsRoutes(app, metrics, routes, { isStopping: () => isDraining })];
  const fastify = await createHttpServer(app, sessions, served, metrics, {
    webRoot: options.webRoot,
    mapTiles: settings.mapTiles,
    logLevel: settings.logLevel,
    trustProxy: settings.trustProxy,
    rateLimit: settings.rateLimit,
    ...(settings.callLog && { heard: (one) => log.heard(one) }),
    ...(https && { https }),
    ...(options.logTo && { logTo: options.logTo }),
  });
  report = (error) => {
    fastify.log.error({ err: printed(error) }, 'fault');
    log.reported(error);
  };
  fastify.addHook('preClose', async () => {
    events.close();
    closeStreams(app);
  });
  const address = await fastify.listen({ host: options.host, port: options.port });
  if (isShared) line.start();
  const arrival = new ArrivalWatch((now) => events.arrival(now));
  startBackground(app, options, arrival.over(app));
  const how = { host: options.host, devices: settings.devices, simulator: settings.simulator, say: () => undefined };
  const here = partsNamed(options.parts ?? []);
  // In a test no second process competes for the parts, so they start without a lock of ownership.
  if (options.isTested) parts.push(...(await startParts(app, here, { ...how, anyPort: true })));
  else owned.push(...here.map((part) => new OwnedPart(app, part, how)));
  await Promise.all(owned.map((part) => part.start()));
  return {
    address,
    app,
    sessions,
    parts,
    routes: served,
    log,
    publicKey: publicKeyOf(app),
    inject: fastify.inject.bind(fastify),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      await closed(fastify);
      for (const one of [arrival, watches, storage]) one.stop();
      await Promise.all([...parts, ...owned].map((part) => part.stop()));
      await Promise.all([line.stop(), changes.stop()]);
      await Promise.all([app.jobs.stop(), app.outbox.stop(), app.due.stop(), log.stop()]);
      await app.close();
    },
  };
}
