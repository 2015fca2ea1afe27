import { mustGet } from '#kernel/language/must.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallLog } from '#business/platform/logs/call-log.server.ts';
import { TenantStorage } from '#business/platform/resource/tenant-storage.server.ts';
import { systemPorts } from '#business/system/ports.server.ts';
import { publicKeyOf } from '#business/system/clients/sm2-key.server.ts';
import { type Furnishing, furnishings } from '#business/system/seed/furnish.server.ts';
import { seedNeeded } from '#business/system/seed/needed.server.ts';
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
import { LocalStorage } from '#kernel/server/files/storage.ts';
import { DuePoller } from '#kernel/server/jobs/due/due-poller.ts';
import { defineExports } from '#kernel/server/import-export/export/export-job.ts';
import { defineImports } from '#kernel/server/import-export/import/import-jobs.ts';
import { defineBehaviourJobs } from '#kernel/server/jobs/behaviour-jobs.ts';
import { jobFunctions } from '#kernel/server/jobs/job-functions.ts';
import { jobRoutes } from '#kernel/server/jobs/job-routes.ts';
import { Jobs } from '#kernel/server/jobs/jobs.ts';
import { Outbox } from '#kernel/server/jobs/outbox.ts';
import { prepareQueues } from '#kernel/server/jobs/queues.ts';
import { tidy } from '#kernel/server/jobs/tidy.ts';
import type { FastifyInstance } from 'fastify';
import type { Client } from 'pg';
import { connectOrExplain } from '#kernel/server/postgres/connect.ts';
import { assertSameKeys, noteKeys } from '#kernel/server/postgres/shared-identity.ts';
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
import { migrate } from '#kernel/server/schema/migrate.ts';
import { isOfNewer } from '#kernel/server/schema/release.ts';
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
import { Ids } from '#kernel/server/write/session/ids.ts';
import { LockOrder } from '#kernel/server/database/lock-order.ts';
import { LockWatch } from '#kernel/server/database/lock-watch.ts';
import type { WriteWatch } from '#kernel/server/ports/write-watch.ts';
import { Vault } from '#kernel/server/secrets/vault.ts';
import { Sessions } from '#kernel/server/session/session.ts';
import { printed } from '#kernel/server/http/answer-log.ts';
import { type Settings, readSettings } from '#kernel/server/settings/settings.ts';
import { WORKERS } from './demo/workers.ts';
import { type SeededAccount, demoAccounts } from './demo/people.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { assembleRooms } from './assembly.ts';
import { waitAtMost, closed } from './ending.ts';
import { firstCompanies } from './first-companies.ts';
import { WATCH, openLines } from './lines.ts';
import { SCHEMA } from './generated/schema-release.ts';
import { patchesIn } from './patches.ts';
import { productTree } from './rooms.ts';

/** A server that runs. */
export interface Assembly {
  readonly address: string;
  readonly app: App;
  readonly sessions: Sessions;
  /** Parts that run in this process. */ readonly parts: readonly RunningPart[];
  /** Every call it answers. */ readonly routes: readonly Route[];
  /** What is on its way into the logs. */ readonly log: CallLog;
  /** What published clients encrypt passwords with. */ readonly publicKey: string;
  /** Answers a call without a socket. */ readonly inject: FastifyInstance['inject'];
  /** Calls are answered still; `/readyz` says that no new ones are wanted. */ drain(): void;
  close(): Promise<void>;
}

const assembled = await assembleRooms(productTree);
export const { rooms, papers, invariants, lockOrder } = assembled;
const { behaviours, contributions, services, servers } = assembled;

/** All tables of the product, each with what a change of it means for rights. */
export const allTables = (): Table[] =>
  assembled.tables.map((table) =>
    rightsTables.has(table.name) ? { ...table, rights: rightsTables.get(table.name) } : table,
  );

/** What looks over all tenants, or past a wall that PostgreSQL cannot see through. */
const guardedFunctions = (): string[] => [
  ...jobFunctions,
  ...sealFunctions,
  ...fileFunctions(mustGet(papers, 'attachment').table),
  ...searchFunctions(papers.values()),
  ...spanFunctions(allTables()),
  ...assembled.functions,
];

const roleOf = (url: string): string => `"${roleIn(url)}"`;

export interface AppOptions {
  readonly appUrl: string;
  readonly dataDir: string;
  /** Absent: those beside the data. */ readonly keys?: KeySource;
  readonly clock?: Clock;
  readonly captcha?: boolean;
  readonly demo?: boolean;
  readonly metricsToken?: string | null;
  readonly providers?: Settings['providers'];
  readonly sm2Key?: string | null;
  readonly publicUrl?: string | null;
  readonly channels?: Settings['channels'];
  readonly outboundHosts?: readonly string[];
  readonly connections?: number;
  readonly announce?: App['announce'];
  /** Tells other processes what changed here. */ readonly changes?: ChangeLine;
  /** Rights of a company changed here; null: of all. */ readonly renew?: (tenantId: string | null) => void;
  /** Somebody's work found that the database is not there. */ readonly away?: () => void;
  readonly notifyPerson?: App['notifyPerson'];
  readonly report?: App['report'];
  /** Looks over the order of all locks; for tests. */ readonly watchLocks?: boolean;
  /** Watches inner writes of requests; for tests. */ readonly writeWatch?: WriteWatch;
}

/** Providers where they are set, simulated ones elsewhere. */
const channelsOf = (set: Settings['channels'] | undefined, clock: Clock): App['channels'] => ({
  sms: set?.sms ? new GatewayChannel(set.sms.address, set.sms.token) : new SimulatedChannel('sms', clock),
  wechat: set?.wechat
    ? new GatewayChannel(set.wechat.address, set.wechat.token)
    : new SimulatedChannel('wechat', clock),
});

const keysFrom = (source: KeySource | undefined, dataDir: string): ProductKeys =>
  new ProductKeys(source ?? keysBeside(dataDir));

const watchOver = (order: LockOrder, isWanted: boolean): LockWatch | undefined =>
  isWanted ? new LockWatch(order) : undefined;

/** Define jobs, timed works and subscribers of events: every process knows them, whichever of them runs the work. */
function defineWork(app: App): void {
  defineExports(app.jobs);
  defineImports(app.jobs);
  defineBehaviourJobs(app);
  app.jobs.schedule('tidy', '20 3 * * *', tidy);
  for (const room of servers) room.startWork?.(app);
}

/** Puts the product together over a database that is migrated. */
export async function openApp({
  appUrl,
  dataDir,
  keys: source,
  clock = systemClock,
  captcha = true,
  demo = false,
  metricsToken = null,
  providers = [],
  sm2Key = null,
  publicUrl,
  channels,
  outboundHosts = [],
  connections,
  announce = () => {},
  changes,
  renew,
  away,
  notifyPerson: tell = () => {},
  report = (error) => console.error(error),
  watchLocks = false,
  writeWatch,
}: AppOptions): Promise<App> {
  const db = new Database({ url: appUrl, most: connections, onAway: away });
  // Connections of their own: a transaction that asks for a person or a dictionary must never wait for one that waits for it.
  const asides = new Database({ url: appUrl, most: 3, onAway: away });
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
    settings: { captcha, demo, metricsToken, providers, sm2Key, publicUrl, outboundHosts },
    can: await capabilitiesOf(db),
    ownPapers: {
      actionLog: papers.get('actionLog'),
      numberRule: papers.get('numberRule'),
      attachment: papers.get('attachment'),
    },
    files: new TenantStorage(new LocalStorage(join(dataDir, 'files')), {
      db: asides,
      vault,
      clock,
      allowed: outboundHosts,
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

/** The parts of divided tables around a moment. */
async function ensureSpansAt(appUrl: string, ms: number): Promise<void> {
  const db = new Database({ url: appUrl, most: 1 });
  await ensureSpans(db, ms).finally(() => db.close());
}

export interface PrepareOptions {
  readonly ownerUrl: string;
  readonly superUrl?: string;
  readonly appUrl: string;
  readonly dataDir: string;
  /** Absent: those beside the data. */ readonly keys?: KeySource;
  readonly seed: 'demo' | 'none';
  /** Months of business of the demo company; absent: six. */ readonly months?: number;
  /** When its tale ends (milliseconds); absent: now. */ readonly now?: number;
  /** The rows that a first start makes give way to those of a backup: nobody is told of a password that holds nowhere. */ readonly givesWay?: boolean;
  say(step: string): void;
}
export interface PreparedDatabase {
  readonly migrated: number;
  readonly seeded: boolean;
  readonly accounts: readonly SeededAccount[];
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await connectOrExplain(ownerUrl, 'DATABASE_URL');
  return work(owner).finally(() => owner.end());
}

/** A newer release changed the database and left all that this one needs: nothing is changed. */
const isDatabaseOfNewer = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, (owner) => isOfNewer(owner, SCHEMA));

/** Brings a database to what the definitions ask for, and seeds what is needed (and the demo company, once). */
export async function prepare(options: PrepareOptions): Promise<PreparedDatabase> {
  const { ownerUrl, superUrl, appUrl, dataDir, say } = options;
  const keys = keysFrom(options.keys, dataDir);
  await asOwner(ownerUrl, (owner) => assertSameKeys(owner, keys));
  const migrated = await migrate({
    ownerUrl,
    superUrl,
    workRole: roleOf(appUrl),
    tables: allTables(),
    patches: await patchesIn(productTree),
    guarded: guardedFunctions(),
    nowMs: systemClock.ms(),
    schema: SCHEMA,
  });
  await ensureSpansAt(appUrl, systemClock.ms());
  if (await isDatabaseOfNewer(ownerUrl)) {
    say('数据库来自更新的版本，原样使用。 The database is of a newer release; it is used as it is.');
    return { migrated, seeded: false, accounts: [] };
  }
  await asOwner(ownerUrl, (owner) => noteKeys(owner, keys));
  await prepareQueues(ownerUrl, roleOf(appUrl));
  if (migrated) say(`数据库结构语句 Schema statements: ${migrated}`);
  return { ...(await seedProduct(options)), migrated };
}

/** What is needed, and the demo company once. */
async function seedProduct(options: PrepareOptions): Promise<Omit<PreparedDatabase, 'migrated'>> {
  const { ownerUrl, appUrl, dataDir, seed, say } = options;
  const demo = seed === 'demo';
  const given = readSettings(process.env).adminPassword;
  const password = demo ? 'admin' : (given ?? randomBytes(9).toString('base64url'));
  const first = await seedNeeded(
    ownerUrl,
    rooms,
    firstCompanies(demo, password, !demo),
    systemClock.ms(),
    (contributions.get(furnishings.name) ?? []) as readonly Furnishing[],
  );
  if (first && !demo && !given && !options.givesWay) say(`首个管理员 First administrator: admin / ${password}`);
  if (!demo) return { seeded: first, accounts: [] };
  const app = await openApp({ appUrl, dataDir, keys: options.keys, demo: true, connections: WORKERS });
  try {
    return {
      seeded: await seedDemo(app, ownerUrl, say, { months: options.months, now: options.now }),
      accounts: demoAccounts(),
    };
  } finally {
    await app.close();
  }
}

export interface ServeOptions {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Absent: those beside the data. */ readonly keys?: KeySource;
  readonly host: string;
  readonly port: number;
  readonly webRoot: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Where lines of the log go, if not to standard output. */ readonly logTo?: { write(line: string): void };
  /** It is a copy of a database that passed the self-test: it need not pass again. */ readonly isTested?: boolean;
  /** See `openApp`. */ readonly watchLocks?: boolean;
  /** See `openApp`; it also learns of each request. */ readonly writeWatch?: WriteWatch & {
    routes(routes: readonly Route[]): Route[];
  };
  /** False: nothing runs by the clock of the wall. */ readonly isTimed?: boolean;
  /** False: jobs and events are another process' work. */ readonly works?: boolean;
  /** Parts that run in this process; a product has them in one of their own. */ readonly parts?: readonly ProcessPart['name'][];
}

/** Every call of the product. */
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

/** The parts of rooms by their names. */
export const partsNamed = (names: readonly ProcessPart['name'][]): ProcessPart[] =>
  servers.flatMap((room) => room.parts ?? []).filter((part) => names.includes(part.name));

/** What works behind the calls begins when the server listens: nobody waits for it. `works: false`: jobs can be sent, and nothing is worked here. */
export function startBackground(
  app: App,
  { appUrl, isTimed, works = true }: Pick<ServeOptions, 'appUrl' | 'isTimed' | 'works'>,
): void {
  app.jobs.start(app, appUrl, { isTimed, works }).catch((error: unknown) => app.report(error as Error));
  if (!works) return;
  app.outbox.start(app);
  app.due.start(app, { isTimed });
}

/** Values that pages may watch, of all rooms. */
export const watchedSources = new Map(servers.flatMap((room) => Object.entries(room.watched ?? {})));

/** What the product itself needs to know of the settings of its process. */
export const appSettings = ({
  captcha,
  seed,
  metricsToken,
  providers,
  sm2Key,
  publicUrl,
  channels,
  outboundHosts,
}: Settings): Partial<AppOptions> => ({
  captcha,
  demo: seed === 'demo',
  metricsToken,
  providers,
  sm2Key,
  publicUrl,
  channels,
  outboundHosts,
});

/** Fails where the database cannot be reached. */
const isThere = (app: App): Promise<unknown> => app.db.platform((sql) => sql.query('select 1'));

/** What tests let a server look over. */
const watchesOf = ({ watchLocks, writeWatch }: ServeOptions): Partial<AppOptions> => ({ watchLocks, writeWatch });

/** The calls, recorded where a test watches them. */
const watched = ({ writeWatch }: ServeOptions, routes: readonly Route[]): readonly Route[] =>
  writeWatch?.routes(routes) ?? routes;

/** Serves web and calls on one port until it is closed; running requests are finished first. */
export async function serve(options: ServeOptions): Promise<Assembly> {
  const settings = readSettings(options.env);
  const events: EventStreams = new EventStreams(() => line.start());
  // A test has one process; what others would call is then nobody's.
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
  // The stream of a session may lie open on another process.
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
  startBackground(app, options);
  const how = { host: options.host, devices: settings.devices, simulator: settings.simulator, say: () => undefined };
  const here = partsNamed(options.parts ?? []);
  // Nobody else runs the parts of a test.
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
      watches.stop();
      storage.stop();
      await Promise.all([...parts, ...owned].map((part) => part.stop()));
      await Promise.all([line.stop(), changes.stop()]);
      await Promise.all([app.jobs.stop(), app.outbox.stop(), app.due.stop(), log.stop()]);
      await app.close();
    },
  };
}
