import { type Browser, chromium } from 'playwright-core';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { Browser as Found } from '#kernel/testing/setup/browser.ts';
import { barePage } from './bare-page.ts';
import { type WebFigure, atLeast, atMost } from './figure.ts';
import { changeLooks } from './looks.ts';
import { scrollMany } from './scrolling.ts';
import { startTimes } from './starts.ts';
import { type TableTimes, tableGestures } from './table-gestures.ts';
import { heapMb, manyTables, switchTabs } from './tabs.ts';
import { logInPage, openTable, visitor, weakCpu } from './visitor.ts';

interface Measuring {
  readonly browser: Browser;
  readonly base: string;
  readonly bare: string;
}

async function starts({ browser, base, bare: url }: Measuring): Promise<WebFigure[]> {
  const { bare, login, home, table, warmHome, warmTable, enter } = await startTimes(browser, base, url);
  return [
    atMost(2000, 'login painted, cold', login.painted, 'ms', bare),
    atMost(3300, 'home painted, cold', home.painted, 'ms', bare),
    atMost(3800, 'table by its address, cold', table.painted, 'ms', bare),
    atMost(900, 'home, kept by the worker', warmHome, 'ms', bare),
    atMost(1200, 'table, kept by the worker', warmTable, 'ms', bare),
    atMost(1300, 'login sent → home', enter),
    atMost(220, 'home: blocked in all (TBT)', home.blocked),
    atMost(320, 'table: blocked in all (TBT)', table.blocked),
    atMost(
      0.01,
      'what jumps while login, home or table comes (CLS)',
      Math.max(login.shift, home.shift, table.shift),
      '',
    ),
  ];
}

/** Measure gestures on a table of fifty rows. `rate` is the slow-down of the processor. */
async function table({ browser, base }: Measuring, rate: number): Promise<{ times: TableTimes; heap: number }> {
  const one = await visitor(browser);
  await logInPage(one, base);
  await openTable(one, base);
  await weakCpu(one, rate);
  const times = await tableGestures(one.page);
  const heap = await heapMb(one);
  await one.close();
  return { times, heap };
}

async function gestures(measuring: Measuring): Promise<WebFigure[]> {
  const [whole, weak] = [await table(measuring, 1), await table(measuring, 4)];
  const of = (name: keyof TableTimes, words: string, most: number, mostWeak: number): WebFigure[] => [
    atMost(most, `${words}, at full speed`, whole.times[name]),
    atMost(mostWeak, words, weak.times[name]),
  ];
  return [
    ...of('page', 'page change of 50 rows', 60, 200),
    ...of('all', 'select all of 50 rows', 60, 200),
    ...of('form', 'open the form', 120, 400),
    ...of('key', 'a key in the form, 98 of 100', 24, 56),
    atMost(20, 'heap with one table open', weak.heap, 'MB'),
  ];
}

async function scrolling({ browser, base }: Measuring): Promise<WebFigure[]> {
  const one = await visitor(browser);
  await logInPage(one, base);
  await weakCpu(one);
  const frames = await scrollMany(one, base, registration);
  await one.close();
  return [atLeast(55, 'scrolling 10,000 rows of 25 columns', frames, 'fps')];
}

async function tabs({ browser, base }: Measuring): Promise<WebFigure[]> {
  const one = await visitor(browser);
  await logInPage(one, base);
  await openTable(one, base);
  await weakCpu(one);
  const change = await switchTabs(one);
  await weakCpu(one, 1);
  const { open, closed } = await manyTables(one);
  await one.close();
  return [
    atMost(210, 'from one open table to another', change),
    atMost(60, 'heap with 15 tables open', open, 'MB'),
    atMost(20, 'heap after 14 of them are closed', closed, 'MB'),
  ];
}

async function looks({ browser, base }: Measuring): Promise<WebFigure[]> {
  const one = await visitor(browser);
  await logInPage(one, base);
  await openTable(one, base);
  const { colour, dark } = await changeLooks(one.page);
  await one.close();
  return [
    atMost(50, 'another colour over a table, at full speed', colour),
    atMost(60, 'dark or light over a table, at full speed', dark),
  ];
}

const parts = { starts, gestures, scrolling, tabs, looks };

/** Measure all figures, or those of the parts in `only`. */
export async function measureWeb(
  base: string,
  found: Found,
  say: (text: string) => void,
  only: readonly string[] = Object.keys(parts),
): Promise<WebFigure[]> {
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: [...found.args],
    env: { ...found.env },
  });
  const bare = await barePage();
  try {
    const figures: WebFigure[] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (!only.includes(name)) continue;
      say(name);
      figures.push(...(await part({ browser, base, bare: bare.url })));
    }
    return figures;
  } finally {
    bare.close();
    await browser.close();
  }
}
