import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '#business/system/clients/sm2-key.server.ts';
import { ProductKeys } from '#kernel/server/secrets/product-keys.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { rawCalls, statusOf } from './raw-calls.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const rawGet = rawCalls(server);

describe('随产品来的门 Doors that came with the family', () => {
  test('没有内部接口、管理端、设计器与公开的接口说明 internal calls, consoles, designers and open descriptions are closed', async () => {
    for (const path of [
      'actuator',
      'actuator/env',
      'actuator/heapdump',
      'feign/client/user-info',
      'client/user-info',
      'v2/api-docs',
      'v3/api-docs',
      'swagger-ui.html',
      'doc.html',
      'druid/index.html',
      'ureport/designer',
      'api/ureport/designer',
      'api/ureport/datasource/testConnection',
      'jmreport/list',
      'nacos',
      'env',
      'api/blade-log/list',
      'api/blade-develop/code/apiPath',
      'console',
      'h2-console',
      '.git/config',
      '.env',
      'server/main.ts',
    ]) {
      const response = await rawGet(`/${path}`);
      expect(
        [401, 403, 404].includes(statusOf(response)) || (statusOf(response) === 200 && /id="root"/.test(response)),
        `${path} ${statusOf(response)} ${response.slice(-200)}`,
      ).toBe(true);
    }
    expect((await server.stranger().get('docs/openapi.json')).status).toBe(401);
    // Only requests of this machine read the metrics. A header of a proxy means that the request comes from elsewhere.
    for (const [headers, status] of [
      [{}, 200],
      [{ 'X-Forwarded-For': '203.0.113.9' }, 403],
      [{ Forwarded: 'for=203.0.113.9' }, 403],
      [{ 'X-Real-IP': '203.0.113.9' }, 403],
    ] as [Record<string, string>, number][])
      expect(statusOf(await rawGet('/metrics', headers)), JSON.stringify(headers)).toBe(status);
  });

  test('钥匙在安装时生成，每处不同，只有主人可读；仓库里没有钥匙 keys are created at installation, unique and readable by their owner alone; the sources contain none', async () => {
    const other = mkdtempSync(join(tmpdir(), 'anju-keys-'));
    try {
      const settings = { ...server.app.settings, sm2Key: null };
      const here = publicKeyOf(server.app);
      expect(publicKeyOf({ keys: new ProductKeys({ folder: other }), settings })).not.toBe(here);
      const keys = join(server.app.dataDir, 'keys');
      for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o077, name).toBe(0);
      expect(readFileSync(join(keys, 'link.key'), 'utf8').length).toBeGreaterThanOrEqual(43);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
      .split('\0')
      .filter((name) => /\.(ts|tsx|mjs|json|md|ya?ml|env|pem|key)$/.test(name) && name !== 'package-lock.json');
    const secrets = [
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n/,
      /\bAKIA[0-9A-Z]{16}\b/,
      /\bLTAI[0-9A-Za-z]{12,}\b/,
      /\bghp_[0-9A-Za-z]{30,}\b/,
      /\bsk-[0-9A-Za-z]{32,}\b/,
      /\bxox[bp]-[0-9A-Za-z-]{20,}\b/,
    ];
    const held = files.filter((name) => {
      const text = readFileSync(name, 'utf8');
      return secrets.some((one) => one.test(text));
    });
    expect([files.length > 500, held]).toEqual([true, []]);
  });
});
