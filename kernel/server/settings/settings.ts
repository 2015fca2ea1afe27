import ipaddr from 'ipaddr.js';
import { resolve } from 'node:path';
import { type KeySource, readKeySource } from './key-source.ts';
import { StartupError } from './startup-error.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

/** All settings from outside, read and checked once. Each property names its environment variable. */
export interface Settings {
  /** PORT: port of web and API. Default 8000. */
  readonly port: number;
  /** HOST: 127.0.0.1 with the demo company, whose passwords are public; else 0.0.0.0. */
  readonly host: string;
  /** PUBLIC_URL: the address people type when the server is behind a proxy; used in links that leave the product. */
  readonly publicUrl: string | null;
  /**
   * TRUST_PROXY: the addresses or networks of trusted proxies, or `loopback`, `linklocal`, `uniquelocal`. Their
   * `X-Forwarded-*` is believed. Default none.
   */
  readonly trustProxy: string | false;
  /** TLS_CERT and TLS_KEY: files in PEM, both or neither. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** DATABASE_URL: an owner with CREATEROLE on PostgreSQL ≥ 15. Absent: the PostgreSQL that comes with Anju. */
  readonly databaseUrl: string | null;
  /**
   * DATABASE_APP_URL: the role of the daily work, where the owner may not create one, and wherever several data folders
   * share a database.
   */
  readonly databaseAppUrl: string | null;
  /**
   * ANJU_KEYS: the folder of the key files, or one secret of 32 bytes (hex or base64) that all keys are derived from.
   * Default: `keys` in ANJU_DATA.
   */
  readonly keys: KeySource;
  /** ANJU_DATA: database, files, spool and keys. Default `.anju` in the folder of the project. */
  readonly dataDir: string;
  /** CAPTCHA=on|off. Default on. */
  readonly captcha: boolean;
  /** ANJU_SEED=demo|none. Default demo; none when NODE_ENV=production. */
  readonly seed: 'demo' | 'none';
  /** ANJU_ADMIN_PASSWORD: the first administrator's password where there is no demo company. */
  readonly adminPassword: string | null;
  /**
   * RATE_LIMIT: calls a minute from one address, 0 for no limit. Default 6000: an office behind one address works
   * undisturbed.
   */
  readonly rateLimit: number;
  /**
   * SMS_GATEWAY and WECHAT_GATEWAY: addresses of providers (see `channels/gateway.ts`), with SMS_TOKEN and
   * WECHAT_TOKEN. Absent: simulated ones, which reach nobody.
   */
  readonly channels: { readonly sms: Gateway | null; readonly wechat: Gateway | null };
  /**
   * ADAPTER_<NAME>_URL and ADAPTER_<NAME>_TOKEN: systems of companies outside the product, such as SAP, by their names
   * in small letters. A company names its own in a parameter.
   */
  readonly adapters: ReadonlyMap<string, Gateway>;
  /** OAUTH_PROVIDERS: a JSON list of OAuth 2 providers. Absent: none. */
  readonly providers: readonly Provider[];
  /**
   * ANJU_SM2_KEY: the private half (64 hex digits) that passwords of old clients are encrypted for. Absent: made once,
   * beside the data.
   */
  readonly sm2Key: string | null;
  /** METRICS_TOKEN: bearer token for `/metrics` from elsewhere. Absent: only this machine reads it. */
  readonly metricsToken: string | null;
  /**
   * OUTBOUND_HOSTS: `host` or `host:port`, comma-separated: allowed hosts of datasources and file storages that an
   * administrator enters. Default none.
   */
  readonly outboundHosts: readonly string[];
  /**
   * CALL_LOG=on|off: are calls that write, fail or take long logged for the administrators of each company? Default on.
   */
  readonly callLog: boolean;
  /**
   * MAP_TILES: address of map tiles, `https://…/{z}/{x}/{y}.png`, with their MAP_DATUM=wgs84|gcj02. Absent: maps are
   * drawn from coordinates alone, without any outside server.
   */
  readonly mapTiles: MapTiles | null;
  /** ANJU_ROLE=all|web|gateway|worker: which parts run in this process tree. Default all. */
  readonly role: Role;
  /** OPS_PORT: `/healthz`, `/readyz` and `/metrics` of a gateway or worker. Default 9100, 0 is off. */
  readonly opsPort: number;
  /**
   * DRAIN_SECONDS: calls are served so long after TERM, while `/readyz` answers 503. Default 5, and 0 with
   * ANJU_ROLE=all, where no other process would answer.
   */
  readonly drainSeconds: number;
  /** Settings of the connections of devices. */
  readonly devices: DeviceSettings;
  /** ANJU_SIM=on|off: does the simulator of the demo company run? Default on with the demo seed. */
  readonly simulator: boolean;
  /** LOG_LEVEL. Default info. */
  readonly logLevel: LogLevel;
}

/** Parts of the product: calls and pages, the gateway of devices, work behind both, or everything. */
export type Role = (typeof ROLES)[number];
const ROLES = ['all', 'web', 'gateway', 'worker'] as const;

/** Settings of the connections of devices. A port of 0 is off. */
export interface DeviceSettings {
  /** MQTT_PORT, default 1883. */ readonly mqttPort: number;
  /** MQTT_TLS_PORT, default 8883; open only with a certificate. */ readonly mqttTlsPort: number;
  /** DEVICE_HTTP_PORT, default 8083: HTTP of devices, and MQTT over WebSocket. */ readonly httpPort: number;
  /** COAP_PORT, default 0: messages of devices by CoAP, over UDP and not encrypted. */ readonly coapPort: number;
  /** DEVICE_TLS_CERT and DEVICE_TLS_KEY, default TLS_CERT and TLS_KEY: files in PEM. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** DEVICE_ANONYMOUS=lan: devices of models without authentication may connect from private addresses. Default off. */
  readonly anonymous: boolean;
  /** DEVICE_PORTS: first and last port that companies may open for devices. Default 9000-9999. */
  readonly ports: PortRange;
  /** SPOOL_MAX: maximum bytes of the spool on disk while the database is away. Default 4 GiB. */
  readonly spoolMax: number;
}

/** Ports from `from` to `to`, both included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Map tiles: their address, and the coordinate system of the map (`datum`). */
export interface MapTiles {
  readonly template: string;
  readonly datum: 'wgs84' | 'gcj02';
}

/**
 * An OAuth 2 provider: its name on the login page, its three addresses, and the client id and secret that it issued to
 * us.
 */
export interface Provider {
  readonly source: string;
  readonly name: readonly [zh: string, en: string];
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** A provider's address and our token. */
export interface Gateway {
  readonly address: string;
  readonly token: string | null;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Read all settings; a wrong one is a `StartupError` that names it and its allowed values. An empty value counts as
 * absent.
 */
export function readSettings(env: Env, projectDir: string = process.cwd()): Settings {
  const seed = oneOf(env, 'ANJU_SEED', ['demo', 'none'], env.NODE_ENV === 'production' ? 'none' : 'demo');
  const publicUrl = ownAddress(env);
  return {
    port: port(env, 'PORT', '8000'),
    host: env.HOST || (seed === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    trustProxy: trustProxy(env.TRUST_PROXY),
    tls: tls(env, 'TLS_CERT', 'TLS_KEY'),
    ...place(env, projectDir),
    captcha: oneOf(env, 'CAPTCHA', ['on', 'off'], 'on') === 'on',
    seed,
    adminPassword: env.ANJU_ADMIN_PASSWORD || null,
    providers: providers(env.OAUTH_PROVIDERS),
    sm2Key: sm2Key(env.ANJU_SM2_KEY),
    metricsToken: env.METRICS_TOKEN || null,
    rateLimit: wholeNumber(env, 'RATE_LIMIT', 6000),
    channels: { sms: gateway(env, 'SMS'), wechat: gateway(env, 'WECHAT') },
    adapters: adapters(env),
    callLog: oneOf(env, 'CALL_LOG', ['on', 'off'], 'on') === 'on',
    outboundHosts: (env.OUTBOUND_HOSTS ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    mapTiles: mapTiles(env),
    opsPort: port(env, 'OPS_PORT', '9100'),
    devices: devices(env),
    simulator: oneOf(env, 'ANJU_SIM', ['on', 'off'], seed === 'demo' ? 'on' : 'off') === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** Return the settings of a process that decide its folder, its role, its database and its keys. */
function place(
  env: Env,
  projectDir: string,
): Pick<Settings, 'dataDir' | 'role' | 'databaseUrl' | 'databaseAppUrl' | 'keys' | 'drainSeconds'> {
  const dataDir = resolve(projectDir, env.ANJU_DATA || '.anju');
  const role = oneOf(env, 'ANJU_ROLE', ROLES, 'all');
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseAppUrl = address(env, 'DATABASE_APP_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl && !databaseAppUrl && role !== 'all') throw needsAppUrl(role);
  const keys = readKeySource(env.ANJU_KEYS, projectDir, dataDir);
  const drainSeconds = wholeNumber(env, 'DRAIN_SECONDS', role === 'all' ? 0 : 5);
  return { dataDir, role, databaseUrl, databaseAppUrl, keys, drainSeconds };
}

/**
 * Return the refusal of a gateway or worker without `DATABASE_APP_URL`: separate machines share no folder with the
 * stored role.
 */
const needsAppUrl = (role: Role): StartupError =>
  new StartupError(
    `ANJU_ROLE=${role} 时必须设置 DATABASE_APP_URL：同一数据库的各进程使用同一个工作角色。`,
    `ANJU_ROLE=${role} needs DATABASE_APP_URL: all processes over a database use the same work role.`,
  );

function devices(env: Env): DeviceSettings {
  if (env.MQTT_URL)
    throw new StartupError(
      '现在还不能使用外部消息服务器（MQTT_URL）：请去掉这个设置，由自带的网关接入设备。',
      'An external broker (MQTT_URL) is not supported yet: remove the setting and let devices connect to the gateway of the product.',
    );
  return {
    mqttPort: port(env, 'MQTT_PORT', '1883'),
    mqttTlsPort: port(env, 'MQTT_TLS_PORT', '8883'),
    httpPort: port(env, 'DEVICE_HTTP_PORT', '8083'),
    coapPort: port(env, 'COAP_PORT', '0'),
    tls: tls(env, 'DEVICE_TLS_CERT', 'DEVICE_TLS_KEY') ?? tls(env, 'TLS_CERT', 'TLS_KEY'),
    anonymous: oneOf(env, 'DEVICE_ANONYMOUS', ['off', 'lan'], 'off') === 'lan',
    ports: portRange(env, 'DEVICE_PORTS', '9000-9999'),
    spoolMax: wholeNumber(env, 'SPOOL_MAX', 4 * 2 ** 30),
  };
}

function wrong(name: string, value: string, zh: string, en: string): StartupError {
  return new StartupError(`环境变量 ${name}=${value} 不对：${zh}`, `The setting ${name}=${value} is wrong: ${en}`);
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], otherwise: T): T {
  const value = env[name];
  if (!value) return otherwise;
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw wrong(name, value, `只能是 ${allowed.join('、')}。`, `it may be ${allowed.join(', ')}.`);
  return found;
}

function wholeNumber(env: Env, name: string, otherwise: number): number {
  const value = env[name];
  if (!value) return otherwise;
  if (!/^\d{1,15}$/.test(value))
    throw wrong(name, value, '应为不小于 0 的整数。', 'it must be a whole number of 0 or more.');
  return Number(value);
}

function port(env: Env, name: string, otherwise: string): number {
  const value = env[name] || otherwise;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65535)
    throw wrong(name, value, '应为 0 到 65535 的整数。', 'it must be a whole number from 0 to 65535.');
  return number;
}

function portRange(env: Env, name: string, otherwise: string): PortRange {
  const value = env[name] || otherwise;
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(value) ?? [];
  const range = { from: Number(from), to: Number(to) };
  if (!(range.from >= 1 && range.from <= range.to && range.to <= 65_535))
    throw wrong(name, value, '应为两个端口，如 9000-9999。', 'it must be two ports, such as 9000-9999.');
  return range;
}

function address(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = env[name];
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !protocols.includes(url.protocol)) {
    // The value may contain a password, so it is not repeated.
    throw wrong(
      name,
      '…',
      `应以 ${protocols[0]}// 开头。`,
      `it must be an address that begins with ${protocols[0]}//.`,
    );
  }
  return value;
}

/** Return the address of the pages for others. The pages and calls are at the root of a host, so it has no path. */
function ownAddress(env: Env): string | null {
  const value = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (value === null) return null;
  const url = new URL(value);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw wrong(
      'PUBLIC_URL',
      '…',
      '只能是主机地址，不能带路径；请为它单独配一个域名或端口。',
      'it must be a host without a path: give it a host name or a port of its own.',
    );
  return withoutAtEnd(value, '/');
}

function mapTiles(env: Env): MapTiles | null {
  const template = address(env, 'MAP_TILES', ['https:', 'http:']);
  const datum = oneOf(env, 'MAP_DATUM', ['wgs84', 'gcj02'], 'wgs84');
  if (!template) return null;
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)) || /[\s"'<>;,]/.test(template))
    throw wrong('MAP_TILES', '…', '地址中应含 {z}、{x}、{y}。', 'the address must hold {z}, {x} and {y}.');
  return { template, datum };
}

function gateway(env: Env, name: 'SMS' | 'WECHAT'): Gateway | null {
  const found = address(env, `${name}_GATEWAY`, ['https:', 'http:']);
  return found ? { address: found, token: env[`${name}_TOKEN`] || null } : null;
}

/** Read the systems outside the product: each `ADAPTER_<NAME>_URL`, with its token. */
function adapters(env: Env): ReadonlyMap<string, Gateway> {
  const names = Object.keys(env).flatMap((key) => /^ADAPTER_([A-Z0-9]{1,30})_URL$/.exec(key)?.[1] ?? []);
  return new Map(
    names.flatMap((name) => {
      const found = address(env, `ADAPTER_${name}_URL`, ['https:', 'http:']);
      const token = env[`ADAPTER_${name}_TOKEN`] || null;
      return found ? [[name.toLowerCase(), { address: withoutAtEnd(found, '/'), token }]] : [];
    }),
  );
}

/** Read the providers. The value contains secrets, so it is never repeated. */
function providers(value: string | undefined): readonly Provider[] {
  if (!value) return [];
  const invalid = wrong(
    'OAUTH_PROVIDERS',
    '…',
    '应为 JSON 数组，每项含 source、name、authorizeUrl、tokenUrl、userUrl、clientId、clientSecret、scope。',
    'it must be a JSON list of entries with source, name, authorizeUrl, tokenUrl, userUrl, clientId, clientSecret and scope.',
  );
  try {
    const read = JSON.parse(value) as Provider[];
    const whole = (one: Provider): boolean =>
      /^[a-z][a-z0-9_-]{0,30}$/.test(one.source) &&
      Array.isArray(one.name) &&
      [one.authorizeUrl, one.tokenUrl, one.userUrl].every((url) => URL.canParse(url)) &&
      [one.clientId, one.clientSecret, one.scope].every((text) => typeof text === 'string');
    if (read.every(whole)) return read;
  } catch {
    /* The refusal is thrown below. */
  }
  throw invalid;
}

function sm2Key(value: string | undefined): string | null {
  if (value && !/^[0-9a-f]{64}$/i.test(value))
    throw wrong('ANJU_SM2_KEY', '…', '应为 64 位十六进制私钥。', 'it must be a private key of 64 hex digits.');
  return value || null;
}

/** Refuse a number of proxies: a caller who reaches the server directly could then name any address. */
function trustProxy(value: string | undefined): string | false {
  if (!value || value === 'off' || value === 'false') return false;
  const isNetwork = (one: string): boolean =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(one) || ipaddr.isValid(one) || ipaddr.isValidCIDR(one);
  if (value.split(',').every((one) => isNetwork(one.trim()) && !/^\d+$/.test(one.trim()))) return value;
  throw wrong(
    'TRUST_PROXY',
    value,
    '应为代理的地址或网段，用逗号隔开，如 10.0.0.0/8，或 loopback。',
    'it must be addresses or networks of proxies with commas between, such as 10.0.0.0/8, or loopback.',
  );
}

function tls(env: Env, certName: string, keyName: string): Settings['tls'] {
  const { [certName]: cert, [keyName]: key } = env;
  if (!cert && !key) return null;
  if (cert && key) return { cert, key };
  throw new StartupError(
    `${certName} 和 ${keyName} 必须同时设置。`,
    `${certName} and ${keyName} go together: set both or neither.`,
  );
}
