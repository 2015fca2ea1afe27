/// <reference lib="dom" />
import { mustGet } from '#kernel/language/must.ts';
import { rooms } from '../../../server/rooms.ts';
import { gesture, press } from './gesture.ts';
import { median } from './figure.ts';
import { ROWS, TABLE, type Visitor } from './visitor.ts';

const SWITCHES = 6;
const TABLES = 15;

/** Names of the papers with a standard screen, by the path of that screen. */
const tables: ReadonlyMap<string, string> = new Map(
  rooms.flatMap((room) => room.papers).flatMap((paper) => (paper.menu ? [[paper.menu.path, paper.name]] : [])),
);

/** Open another table without reloading the page, and wait until it shows rows or that there are none. */
async function goTo({ page }: Visitor, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `${path}?size=50`);
  await page.waitForFunction(
    (name) => {
      const list = document.querySelector(`.list[data-table="${name}"]`);
      return list?.checkVisibility() && list.querySelector('.table-box:not([aria-busy="true"])');
    },
    mustGet(tables, path),
  );
}

/** Return the time in ms to switch between two tables that are open in tabs. */
export async function switchTabs(visitor: Visitor): Promise<number> {
  const { page } = visitor;
  await goTo(visitor, '/maintenance/ascustomer');
  await page.waitForSelector(`[data-table="customer"] ${ROWS}`);
  const times: number[] = [];
  for (let turn = 0; turn < SWITCHES; turn++) {
    const titles = await page.locator('.tab-title').allInnerTexts();
    const there = titles.length - (turn % 2 === 0 ? 1 : 0);
    times.push(
      await gesture(
        page,
        await press(page, `.tab:nth-child(${there}) .tab-title`),
        turn % 2 === 0
          ? () =>
              document.querySelector('[data-table="repairForm"]')?.checkVisibility() === true &&
              document.querySelector('[data-table="repairForm"] tbody tr[data-id] td') !== null
          : () =>
              document.querySelector('[data-table="customer"]')?.checkVisibility() === true &&
              document.querySelector('[data-table="customer"] tbody tr[data-id] td') !== null,
      ),
    );
  }
  return median(times);
}

/** Return the size of the heap after a garbage collection, in MB. */
export async function heapMb({ cdp }: Visitor): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
}

/** Open fifteen tables of the menu, then close all but the last. */
export async function manyTables(visitor: Visitor): Promise<{ open: number; closed: number }> {
  const { page } = visitor;
  const inMenu = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('.side-menu a.menu-leaf')].map((link) => link.pathname),
  );
  const paths = [...inMenu.filter((path) => tables.has(path) && path !== TABLE).slice(0, TABLES - 1), TABLE];
  if (paths.length < TABLES) throw new Error(`only ${paths.length} tables in the menu`);
  for (const path of paths) await goTo(visitor, path);
  const open = await heapMb(visitor);
  await page.click('.tab[data-current=true]', { button: 'right' });
  await page.click('[role="menuitem"]:has-text("关闭其他")');
  await page.waitForFunction(() => document.querySelectorAll('#page > .page').length <= 2);
  return { open, closed: await heapMb(visitor) };
}
