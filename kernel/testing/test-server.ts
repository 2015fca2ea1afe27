import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server/context.ts';
import { beginSamples } from './sample-numbers.ts';
import { SetClock } from '#kernel/server/time/clock.ts';
import type { Inversion } from '#kernel/server/database/lock-watch.ts';
import type { App } from '#kernel/server/app.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { type Assembly, type ServeOptions, serve } from '../../server/assemble.ts';
import { effectsOfRooms, productTree } from '../../server/rooms.ts';
import { type Heard, injectRequest, sendRequest } from './call.ts';
import { InnerWrites, assertDeclared } from './write-watch.ts';
import { AnswerCheck } from './answer-check.ts';
import { HeaderWatch } from './setup/header-watch.ts';
import { dropDatabase } from './drop-database.ts';
import { BEGIN, TEMPLATE, databaseUrl } from './template.ts';

/** The answer of a call: its status, and the parts of its envelope. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line no-explicit-any -- a test says what it expects of an answer, not what type it has
  readonly data: any;
  readonly msg: string;
  readonly reason?: string;
  // oxlint-disable-next-line no-explicit-any -- a test says what it expects of an answer, not what type it has
  readonly body: any;
  readonly headers: Headers;
}

type Query = Readonly<Record<string, string | number | boolean>>;

/**
 * Return a pool with the rights of the owner. Its errors are ignored, because dropping the database ends its
 * connections.
 */
function lookingInto(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 8, idleTimeoutMillis: 0 });
  // Errors of idle connections reach the pool, and errors of connections in use reach the client.
  return pool
    .on('error', () => undefined)
    .on('connect', (client) => {
      client.on('error', () => undefined);
    });
}

/** By the address of the server: the check of its answers. */
const checks = new Map<string, AnswerCheck>();

/** By address: functions that call a server of this process without a socket. */
const injects = new Map<string, Assembly['inject']>();

/** Path of the event stream, which cannot be called without a socket because it does not end. */
const STREAM = '/api/blade-core/events';

/** A logged-in caller, named by role: `as_cs` is customer service. */
export class TestCaller {
  readonly base: string;
  readonly token: string;
  readonly id: string;
  readonly tenantId: string;
  readonly language: string;
  /** Aliases of the caller's roles. */
  readonly roles: readonly string[];
  constructor(
    base: string,
    token: string,
    id: string,
    tenantId: string,
    { language = 'zh', roles = [] }: { readonly language?: string; readonly roles?: readonly string[] } = {},
  ) {
    this.base = base;
    this.token = token;
    this.id = id;
    this.tenantId = tenantId;
    this.language = language;
    this.roles = roles;
  }

  inEnglish(): TestCaller {
    return new TestCaller(this.base, this.token, this.id, this.tenantId, { language: 'en', roles: this.roles });
  }

  /** Return the same person at a published client: it sends no language, and lists ignore its unknown filters. */
  asPublished(): TestCaller {
    return new TestCaller(this.base, this.token, this.id, this.tenantId, { language: '', roles: this.roles });
  }

  get(path: string, query: Query = {}): Promise<Answer> {
    return this.send(
      'GET',
      `${path}${Object.keys(query).length ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}` : ''}`,
    );
  }

  /** Send a POST. `key` is the idempotency key, so a second call with the same key is a repeat. */
  post(path: string, body: unknown = {}, key?: string): Promise<Answer> {
    return this.send('POST', path, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    });
  }

  /** Send a write with any HTTP method. */
  write(method: string, path: string, body: unknown = {}): Promise<Answer> {
    return this.send(method, path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  }

  async send(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers = {
      ...(this.token && { 'Blade-Auth': `bearer ${this.token}` }),
      'Tenant-Id': this.tenantId,
      'Anju-Lang': this.language,
      ...init.headers,
    };
    const heard = await (init.body === undefined || typeof init.body === 'string'
      ? this.#ask(method, `/api/${path}`, { headers, body: init.body })
      : this.#upload(method, path, { headers, body: init.body }));
    let body: Record<string, unknown> = {};
    try {
      body = JSON.parse(heard.text);
    } catch {
      body = { text: heard.text };
    }
    if (heard.status === 200) checks.get(this.base)?.look(method, `/api/${path}`, body);
    return {
      status: heard.status,
      data: body.data,
      msg: String(body.msg ?? ''),
      reason: body.reason as string | undefined,
      body,
      get headers() {
        return heard.headers;
      },
    };
  }

  /** Send a call: without a socket if the server is in this process, else by HTTP. */
  #ask(method: string, path: string, sent: { headers: Record<string, string>; body?: string }): Promise<Heard> {
    const inject = path.startsWith(STREAM) ? undefined : injects.get(this.base);
    return inject ? injectRequest(inject, method, path, sent) : sendRequest(this.base, method, path, sent);
  }

  /** Upload a file as a multipart form. */
  async #upload(
    method: string,
    path: string,
    sent: { body: BodyInit; headers: Record<string, string> },
  ): Promise<Heard> {
    const response = await fetch(`${this.base}/api/${path}`, { method, ...sent });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
}

/** A company of one test file: a database, a server, a clock, and the callers that the test needs. */
export class TestServer {
  readonly assembly: Assembly;
  readonly clock: SetClock;
  readonly ownerUrl: string;
  /** Address of the database for the work role. */
  readonly appUrl: string;
  /** Whether the test opens screens, so that the server delivers the web client. */
  readonly hasScreens: boolean;
  readonly #people = new Map<string, Promise<TestCaller>>();
  readonly #owner: pg.Pool;
  constructor(
    assembly: Assembly,
    clock: SetClock,
    {
      ownerUrl,
      appUrl,
      hasScreens,
    }: { readonly ownerUrl: string; readonly appUrl: string; readonly hasScreens: boolean },
  ) {
    this.appUrl = appUrl;
    this.assembly = assembly;
    this.clock = clock;
    this.ownerUrl = ownerUrl;
    this.hasScreens = hasScreens;
    this.#owner = lookingInto(ownerUrl);
  }

  get app(): App {
    return this.assembly.app;
  }
  get base(): string {
    return this.assembly.address;
  }

  /** Return a caller without a token. */
  stranger(): TestCaller {
    return new TestCaller(this.base, '', '', '000000');
  }

  /**
   * Return a caller with this role (or several, comma-joined), created on first use. `who` distinguishes callers of one
   * role.
   */
  as(
    roles: string,
    { tenantId = '000000', who = '', teams = ['east'] }: { tenantId?: string; who?: string; teams?: string[] } = {},
  ): Promise<TestCaller> {
    const key = `${tenantId} ${roles} ${who}`;
    let caller = this.#people.get(key);
    if (!caller) this.#people.set(key, (caller = this.#hire(roles.split(','), tenantId, who, teams)));
    return caller;
  }

  /** Run work of a caller with this role in one transaction. */
  async work<T>(roles: string, business: (context: Context) => Promise<T>, tenantId = '000000'): Promise<T> {
    const caller = await this.as(roles, { tenantId });
    const tenancy = (await this.app.ports.tenancy(tenantId))!;
    const person = (await this.app.ports.person(tenancy, caller.id))!;
    return transact(
      this.app,
      { tenancy, person, language: 'zh', origin: { requestId: randomUUID(), ip: '127.0.0.1', channel: 'admin' } },
      business,
    );
  }

  /** Add values to a contribution list of the rooms during some work, as a further room would. */
  async contributing<T, R>(place: Contribution<T>, values: readonly T[], work: () => Promise<R>): Promise<R> {
    const { contributions } = this.app;
    const all = [...(contributions.get(place.name) ?? []), ...values];
    Object.assign(this.app, { contributions: new Map(contributions).set(place.name, all) });
    try {
      return await work();
    } finally {
      Object.assign(this.app, { contributions });
    }
  }

  /** Run SQL with the rights of the database owner, who may do everything. */
  async tables<R = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#owner.query(text, values)).rows as R[];
  }

  /** Deliver events until none is due, including those that the handlers add. */
  async delivered(): Promise<void> {
    do await this.app.outbox.deliver();
    while (
      (
        await this.tables(
          'select 1 from anju_outbox where done is null and dead is null and (due is null or due <= to_timestamp($1 / 1000.0)) limit 1',
          [this.clock.ms()],
        )
      ).length > 0
    );
  }

  /** Run all due jobs. */
  worked(): Promise<void> {
    return this.app.due.work();
  }

  /** Close the owner's pool, because the database is dropped next. */
  closeTables(): Promise<void> {
    return this.#owner.end();
  }

  async #hire(roles: string[], tenantId: string, who: string, teams: string[]): Promise<TestCaller> {
    const ms = this.clock.ms();
    const account = `${roles.join('_')}${who ? `_${who}` : ''}`.slice(0, 40);
    await this.tables(
      "insert into blade_tenant (id, tenant_id, tenant_name, linkman, zone, create_time, update_time) select next_id($2), $1, '另一家公司', '管理员', 'Asia/Shanghai', now(), now() where not exists (select 1 from blade_tenant where tenant_id = $1)",
      [tenantId, ms],
    );
    if (tenantId !== '000000') {
      // Copy roles, grants and dictionaries of the first company to another company.
      await this.tables(
        "insert into blade_role (id, tenant_id, role_name, role_alias, scope, sort, create_time, update_time) select next_id($2), $1, role_name, role_alias, scope, sort, now(), now() from blade_role where tenant_id = '000000' and not exists (select 1 from blade_role where tenant_id = $1)",
        [tenantId, ms],
      );
      await this.tables(
        "insert into blade_role_menu select $1, n.id, g.menu_id from blade_role_menu g join blade_role o on o.id = g.role_id join blade_role n on n.role_alias = o.role_alias and n.tenant_id = $1 where g.tenant_id = '000000' on conflict do nothing",
        [tenantId],
      );
      await this.tables(
        "insert into blade_dict_biz (id, tenant_id, code, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, create_time, update_time) select next_id($2), $1, code, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, now(), now() from blade_dict_biz where tenant_id = '000000' and not exists (select 1 from blade_dict_biz where tenant_id = $1)",
        [tenantId, ms],
      );
    }
    const [{ id: dept }] = await this.tables<{ id: string }>(
      'insert into blade_dept (id, tenant_id, dept_name, full_name, parent_id, customer_service_teams, sort, create_time, update_time) values (next_id($2), $1, $3, $3, null, $4, 1, now(), now()) returning id',
      [tenantId, ms, `部门${account}`, teams],
    );
    const [user] = await this.tables<{ id: string }>(
      `insert into blade_user (id, tenant_id, account, password, real_name, role_id, dept_id, user_type, create_time, update_time)
      select next_id($2), $1, $3, '', $3, (select array_agg(id) from blade_role where tenant_id = $1 and role_alias = any($4)), array[$5::bigint], 1, now(), now() returning id`,
      [tenantId, ms, account, roles, dept],
    );
    this.app.ports.forget(tenantId);
    const tokens = await this.assembly.sessions.open({ tenantId, zone: 'Asia/Shanghai' }, user.id, {
      ip: '127.0.0.1',
      agent: 'story',
      client: 'anju',
    });
    return new TestCaller(this.base, tokens.access, user.id, tenantId, { roles });
  }
}

/** The effects that all rooms declare (`*.effects.ts`), against which inner writes are checked. */
const EFFECTS = [...(await effectsOfRooms(productTree)).values()].flat();

/** Options of a test's server and database. */
interface Opening {
  readonly webRoot?: boolean;
  /** Array that collects the output of the server. */ readonly printed?: string[];
  /** Run timed jobs by the clock, as in production; absent: only when the test asks for it. */
  readonly isTimed?: boolean;
  /** `false`: this server runs neither jobs nor events, since another process does. */ readonly works?: boolean;
  readonly env?: Record<string, string>;
  /** Statement timeout of the product, in ms. */ readonly statementTimeout?: number;
  /** Records writes of other papers within an act; absent: checked against the effects that the rooms declare. */
  readonly innerWrites?: InnerWrites;
  /** Further processes of the product (gateway, worker), which run here in the same process, on free ports. */
  readonly parts?: ServeOptions['parts'];
  readonly before?: (place: {
    readonly appUrl: string;
    readonly ownerUrl: string;
    readonly dataDir: string;
  }) => Promise<unknown>;
}

Error.stackTraceLimit = 40;

/** Assert that no transaction locked rows against the declared order. */
function assertInOrder(found: readonly Inversion[]): void {
  const first = new Map(
    found.map((one) => [
      `${one.taken.replaceAll(/\d{6,}/g, '…')} after ${one.heldLock.replaceAll(/\d{6,}/g, '…')}`,
      one,
    ]),
  );
  if (first.size)
    throw new Error(
      `Locks out of order:\n${[...first]
        .map(
          ([what, one]) =>
            `${what}\n  ${one.statement.replaceAll(/\s+/g, ' ')}\n${one.stack
              .split('\n')
              .filter((line) => !line.includes('lock-watch') && !line.includes('node_modules'))
              .slice(1, 26)
              .join('\n')}`,
        )
        .join('\n\n')}`,
    );
}

/** Return the database address with a statement timeout, which wins over the timeout that the product sets. */
function withTimeout(url: string, ms: number | undefined): string {
  if (ms === undefined) return url;
  const address = new URL(url);
  address.searchParams.set('options', `-c statement_timeout=${ms}`);
  return address.href;
}

/** Open the company of a test file and close it after the last test. */
export async function openTestServer(fileUrl: string, options: Opening = {}): Promise<TestServer> {
  const ownerUrl = process.env.ANJU_TEST_OWNER_URL!;
  const database = `story_${createHash('sha256').update(fileURLToPath(fileUrl)).digest('hex').slice(0, 16)}`;
  beginSamples();
  await dropDatabase(ownerUrl, database);
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  // The default strategy would also write each page to the write-ahead log, which is slower.
  await admin.query(`create database ${database} template ${TEMPLATE} strategy file_copy`);
  await admin.end();
  const dataDir = join(process.env.ANJU_TEST_DATA!, database);
  mkdirSync(dataDir, { recursive: true });
  const place = {
    appUrl: withTimeout(databaseUrl(process.env.ANJU_TEST_APP_URL!, database), options.statementTimeout),
    ownerUrl: databaseUrl(ownerUrl, database),
    dataDir,
  };
  await options.before?.(place);
  const clock = new SetClock(BEGIN);
  const { printed } = options;
  const innerWrites = options.innerWrites ?? new InnerWrites(EFFECTS);
  const assembly = await serve({
    ...place,
    ...(printed && {
      logTo: {
        write: (line: string) => {
          printed.push(line);
        },
      },
    }),
    host: '127.0.0.1',
    port: 0,
    clock,
    isTested: true,
    watchLocks: true,
    writeWatch: innerWrites,
    isTimed: options.isTimed ?? false,
    works: options.works,
    parts: options.parts,
    webRoot: options.webRoot ? process.env.ANJU_TEST_WEB_ROOT || null : null,
    env: {
      ...process.env,
      CAPTCHA: 'off',
      RATE_LIMIT: '0',
      LOG_LEVEL: printed ? 'debug' : (process.env.LOG_LEVEL ?? 'silent'),
      ANJU_SEED: 'none',
      CALL_LOG: 'off',
      ...options.env,
    },
  });
  const server = new TestServer(assembly, clock, {
    ownerUrl: place.ownerUrl,
    appUrl: place.appUrl,
    hasScreens: options.webRoot ?? false,
  });
  const check = new AnswerCheck(assembly.app, assembly.routes);
  checks.set(assembly.address, check);
  const headersRead = new HeaderWatch(assembly.routes);
  injects.set(assembly.address, assembly.inject);
  afterAll(async () => {
    const { found = [] } = assembly.app.lockWatch ?? {};
    injects.delete(assembly.address);
    checks.delete(assembly.address);
    await Promise.all([assembly.close(), server.closeTables()]);
    rmSync(dataDir, { recursive: true, force: true });
    await dropDatabase(ownerUrl, database);
    assertDeclared(innerWrites.found);
    assertInOrder(found);
    check.assertAllFit();
    headersRead.assertDeclared();
  });
  return server;
}
