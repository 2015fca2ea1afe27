import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESK, PHONE, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { papers } from '../../assemble.ts';

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);

/** Return the faults of a page whose calls wait: it is blank, shows a zero as a figure, or says “none”. */
async function wrongIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('#page > *')].find((one) => one.checkVisibility());
    if (!shown) return ['blank'];
    const waits = [...shown.querySelectorAll('.skeleton')].some((one) => one.checkVisibility());
    const words = shown.innerText.trim();
    const found: string[] = words === '' && !waits ? ['blank'] : [];
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const own = text.textContent?.trim() ?? '';
      const at = text.parentElement;
      if (!own || !at?.checkVisibility() || at.closest('button, input, select, kbd, label, th, option, svg')) continue;
      if (/^0(\.0+)?( ?[%℃条个单台户元次人天]| 条| rows?)?$/.test(own))
        found.push(`zero: ${at.className || at.tagName} ${own}`);
      if (/^(没有|还没有|暂无|未绑定|尚无|无$)/.test(own)) found.push(`none: ${own}`);
    }
    return found;
  });
}

/** Visit a page of the menu whose calls wait, and return what it shows wrongly; then let its calls go. */
async function wait(page: Page, path: string, held: { on: boolean; calls: Route[] }): Promise<string[]> {
  held.on = true;
  await page.evaluate((to) => {
    document.querySelector('.tab[data-current=true]')?.setAttribute('data-left', 'true');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(
    () =>
      document.querySelector('.tab[data-current=true]:not([data-left])') !== null &&
      ![...document.querySelectorAll('#page > *')].some(
        (one) => one.checkVisibility() && one.querySelector('.page-wait'),
      ),
  );
  // Two frames, in which what has come is drawn.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 60)))),
  );
  const wrong = held.calls.length > 0 ? await wrongIn(page) : [];
  held.on = false;
  await Promise.all(held.calls.splice(0).map((call) => call.continue().catch(() => undefined)));
  return wrong;
}

const listPaths = new Set([...papers.values()].map((of) => of.menu?.path));
/** Number of lists that are visited on a phone. */
const CARD_LISTS = 10;
/** Visited pages, with the width of the window. The first page of all, which is open already, is not visited again. */
const seen = new Set([`/wel/index ${DESK.width}`, `/wel/index ${PHONE.width}`]);

const readers = [
  ['as_manager', DESK],
  ['as_iot', DESK],
  ['as_technician', PHONE],
] as const;

test.each(readers)(
  'no page of %s shows a zero, “none” or nothing while its calls wait',
  { timeout: 180_000 },
  async (role, size) => {
    const { page } = await screens.of(await server.as(role), { size });
    const held = { on: false, calls: [] as Route[] };
    await page.route('**/api/**', (route) => {
      if (held.on && route.request().method() === 'GET') held.calls.push(route);
      else void route.continue();
    });
    await page.goto('/wel/index');
    await page.locator('.frame .menu-leaf[href]').first().waitFor({ state: 'attached' });
    const paths = await page
      .locator('.menu-leaf[href^="/"]')
      .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('href') ?? ''))]);
    const all = [...new Set([...(size === PHONE ? ['/maintenance/day'] : []), ...paths])];
    const own = all.filter((path) => !seen.has(`${path} ${size.width}`));
    for (const path of own) seen.add(`${path} ${size.width}`);
    // All lists of a phone are one screen, without parts of their papers.
    const lists = own.filter((path) => listPaths.has(path));
    const visited = size === PHONE ? own.filter((path) => !lists.slice(CARD_LISTS).includes(path)) : own;
    const wrong: Record<string, string[]> = {};
    for (const path of visited) {
      const found = await wait(page, path, held);
      if (found.length > 0) wrong[path] = [...new Set(found)];
    }
    expect(all.length).toBeGreaterThan(5);
    expect(wrong).toEqual({});
    await page.context().close();
  },
);
