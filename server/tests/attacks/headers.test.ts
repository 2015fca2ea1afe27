import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeClosedFolder } from '#kernel/server/settings/closed-folder.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);

test('answers with rows are never cached, and pages may use only the device features that they need', async () => {
  const admin = await server.as('as_admin');
  for (const path of ['blade-maintenance/webApi/ascustomer/list', 'blade-system/menu/routes', 'nowhere/at-all']) {
    const { headers } = await admin.get(path);
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
  }
});

test('the folder of the product is closed to other users, even if it was open before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'anju-closed-'));
  try {
    const inner = join(folder, 'data');
    makeClosedFolder(inner);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    chmodSync(inner, 0o755);
    makeClosedFolder(inner);
    // Under root the database runs as another user, who may traverse the folder (0o711) but not list it.
    expect(statSync(inner).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
