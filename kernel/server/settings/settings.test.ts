import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without settings, the demo company is served to this machine only', () => {
  expect(readSettings({}, '/srv/anju')).toEqual({
    port: 8000,
    host: '127.0.0.1',
    publicUrl: null,
    trustProxy: false,
    tls: null,
    databaseUrl: null,
    databaseAppUrl: null,
    dataDir: '/srv/anju/.anju',
    keys: { folder: '/srv/anju/.anju/keys' },
    opsPort: 9100,
    drainSeconds: 0,
    captcha: true,
    channels: { sms: null, wechat: null },
    adapters: new Map(),
    seed: 'demo',
    adminPassword: null,
    logLevel: 'info',
    mapTiles: null,
    callLog: true,
    outboundHosts: [],
    metricsToken: null,
    providers: [],
    sm2Key: null,
    rateLimit: 6000,
    role: 'all',
    simulator: true,
    devices: {
      mqttPort: 1883,
      mqttTlsPort: 8883,
      httpPort: 8083,
      coapPort: 0,
      anonymous: false,
      ports: { from: 9000, to: 9999 },
      spoolMax: 4 * 1024 ** 3,
      tls: null,
    },
  });
});

test('each adapter is named by its setting, with its token', () => {
  const { adapters } = readSettings({ ADAPTER_ERP_URL: 'https://erp.test/sap/', ADAPTER_ERP_TOKEN: 'secret' });
  expect([...adapters]).toEqual([['erp', { address: 'https://erp.test/sap', token: 'secret' }]]);
  expect(() => readSettings({ ADAPTER_ERP_URL: 'ftp://erp.test' })).toThrow('ADAPTER_ERP_URL');
});

test('in production there is no demo company, and the server listens to all addresses', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ seed: 'none', host: '0.0.0.0' });
});

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DEVICE_PORTS', '9999-9000'],
  ['DEVICE_PORTS', '9000'],
  ['DEVICE_PORTS', '9000-70000'],
  ['CAPTCHA', 'maybe'],
  ['ANJU_SEED', 'full'],
  ['LOG_LEVEL', 'loud'],
  ['MAP_TILES', 'https://tiles.test/a.png'],
  ['MAP_TILES', 'https://tiles.test/{z}/{x}/{y}.png; script-src *'],
  ['DATABASE_URL', 'mysql://x'],
  ['OPS_PORT', '70000'],
  ['DRAIN_SECONDS', 'soon'],
  ['PUBLIC_URL', 'anju.example'],
  ['PUBLIC_URL', 'https://anju.example/app'],
  ['PUBLIC_URL', 'https://user:secret@anju.example'],
  ['TLS_CERT', '/etc/anju.pem'],
])('a wrong %s is named in both languages', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name}[\\s\\S]*\\n[\\s\\S]*${name}`));
});

test('proxies are trusted by their addresses, never by their number: a caller who bypasses them could name any address', () => {
  for (const setting of ['loopback', '10.0.0.0/8, 2001:db8::/32', '192.0.2.7', 'off'])
    expect(readSettings({ TRUST_PROXY: setting }).trustProxy).toBe(setting === 'off' ? false : setting);
  for (const setting of ['1', 'true', 'proxy.example', '10.0.0.0/8,'])
    expect(() => readSettings({ TRUST_PROXY: setting }), setting).toThrow(/TRUST_PROXY/);
});
