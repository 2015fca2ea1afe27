import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESK, PHONE, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { projectDir } from '../command/project-dir.ts';
import { firstLoadLimit } from '../check/web-weight.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const dist = join(projectDir, 'dist', 'web');

/** Time in ms after which a page that nobody touches must not load more. */
const CALM_MS = 2500;

const weightOf = (path: string): number => {
  const file = join(dist, path.startsWith('/assets/') ? path : 'index.html');
  try {
    return readFileSync(`${file}.br`).length;
  } catch {
    return readFileSync(file).length;
  }
};

const visits: readonly (readonly [screen: string, path: string, by: () => Promise<TestCaller | null>])[] = [
  ['login', '/login', async () => null],
  ['workbench', '/wel/index', () => server.as('as_cs')],
  ['table', '/maintenance/asrepairform', () => server.as('as_cs')],
  ['intake desk', '/maintenance/desk', () => server.as('as_cs')],
  ['technician’s day', '/maintenance/day', () => server.as('as_technician')],
];

test.each(visits)(
  'the first visit of the %s loads no more than its limit, and nothing that only a press shows',
  { timeout: 60_000 },
  async (screen, path, by) => {
    const caller = await by();
    const size = screen === 'technician’s day' ? PHONE : DESK;
    const { page, troubles } = caller ? await screens.of(caller, { size }) : await screens.ofStranger();
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest() || pathname.startsWith('/assets/')) loaded.add(pathname);
    });
    if (caller) await openPage(page, path);
    else await page.goto(path);
    await page.waitForTimeout(CALM_MS);
    const names = [...loaded].filter((file) => /\/(controls|later[\w-]*)-/.test(file));
    expect(names.filter((file) => screen !== 'technician’s day' || !file.includes('later-business'))).toEqual([]);
    const weight = [...loaded].reduce((sum, file) => sum + weightOf(file), 0);
    expect(weight, [...loaded].join('\n')).toBeLessThanOrEqual(firstLoadLimit(screen));
    expect(troubles).toEqual([]);
    // The first form is ready soon after the first key.
    if (screen === 'table') {
      await page.keyboard.press('Shift');
      await page.waitForResponse((response) => response.url().includes('/assets/controls-'));
    }
  },
);
