import { type Browser, type BrowserContext, type Locator, type Page, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import type { TestCaller, TestServer } from '../test-server.ts';

/** What went wrong on a page while nobody asked: errors of the console and of scripts, requests that failed. */
export interface Watched {
  readonly page: Page;
  readonly troubles: string[];
}

export const DESK = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** Long before the test itself is given up, so that it can say what it waited for. */
const PATIENCE_MS = 20_000;

interface Options {
  /** `unsaid`: nobody has chosen one in this browser. */ readonly language?: 'zh' | 'en' | 'unsaid';
  readonly size?: { readonly width: number; readonly height: number };
  /** Statuses of refusals that the test is about. */ readonly refused?: readonly number[];
  /** Where the machine believes it stands. */ readonly zone?: string;
  /** The worker may keep the product in this browser. */ readonly kept?: boolean;
}

/** The pages of a file of tests, closed after the last. */
export class TestScreens {
  readonly #browser: Browser;
  readonly #server: TestServer;
  readonly #contexts: BrowserContext[] = [];
  constructor(browser: Browser, server: TestServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** A page of somebody who is logged in; every page is a browser of its own, as two people have two. */
  async of(caller: TestCaller, options: Options = {}): Promise<Watched> {
    const session = {
      access: caller.token,
      refresh: '',
      tenantId: caller.tenantId,
      userId: caller.id,
      account: 'story',
      name: '故事',
      avatar: '',
      roles: caller.roles,
      since: Date.now(),
      remember: false,
    };
    return this.#open(options, (context) =>
      context.addInitScript((kept) => sessionStorage.setItem('anju-session', kept), JSON.stringify(session)),
    );
  }

  /** A page of nobody: the login page. */
  async ofStranger(options: Options = {}): Promise<Watched> {
    return this.#open(options, async () => undefined);
  }

  async #open(
    { language = 'zh', size = DESK, refused = [], zone = 'Asia/Shanghai', kept = false }: Options,
    prepare: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Watched> {
    const context = await this.#browser.newContext({
      baseURL: this.#server.base,
      viewport: size,
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: zone,
      serviceWorkers: kept ? 'allow' : 'block',
    });
    this.#contexts.push(context);
    // Said once: whoever switches the language later keeps it.
    if (language !== 'unsaid')
      await context.addInitScript((chosen) => {
        if (!localStorage.getItem('anju-language')) localStorage.setItem('anju-language', chosen);
      }, language);
    context.setDefaultTimeout(PATIENCE_MS);
    await prepare(context);
    const page = await context.newPage();
    const troubles: string[] = [];
    const known = (status: number): boolean => status < 400 || refused.includes(status);
    page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
    page.on('console', (said) => {
      if (said.type() === 'error' && !(refused.length && /status of 4\d\d/.test(said.text())))
        troubles.push(`console: ${said.text()}`);
    });
    page.on('response', (response) => {
      if (!known(response.status()))
        troubles.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    // A question that nobody waits for any more is taken back; that is no failure.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        troubles.push(`${request.failure()?.errorText} ${request.url()}`);
    });
    return { page, troubles };
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

/** One for all files of a worker: contexts share nothing, and a start costs more than most pages. It goes with the process. */
let running: Promise<Browser> | undefined;

async function browserOfWorker(): Promise<Browser> {
  const { executablePath, args, env } = JSON.parse(process.env.ANJU_TEST_BROWSER!) as {
    executablePath: string;
    args: string[];
    env: Record<string, string>;
  };
  if (!(await running)?.isConnected()) running = chromium.launch({ executablePath, args, env });
  return running!;
}

/** The browser of a file of tests about screens. */
export async function openScreens(server: TestServer): Promise<TestScreens> {
  const screens = new TestScreens(await browserOfWorker(), server);
  afterAll(() => screens.close());
  return screens;
}

/** Nothing in sight is on its way any more: no skeleton, no page that is awaited, no dimmed rows. A tab that was left while it loaded waits unseen. */
export const pageSettled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector('#page') !== null &&
      ![...document.querySelectorAll('.skeleton, .page-wait, #page [aria-busy="true"]')].some((one) =>
        one.checkVisibility(),
      ),
  );
};

/** Opens a choice and takes one of its values: that of these words, or the first that has them, or the one at a place. */
export async function chooseIn(box: Locator, wanted: string | number): Promise<void> {
  await box.click();
  const options = box.page().locator('.list-below [role=option]');
  await options.first().waitFor();
  if (typeof wanted === 'number') return options.nth(wanted).click();
  const exact = options.filter({ has: box.page().getByText(wanted, { exact: true }) });
  await ((await exact.count()) > 0 ? exact : options.filter({ hasText: wanted })).first().click();
}

/** Goes to an address and waits until frame and page are there. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.frame .menu-leaf[href]').first().waitFor({ state: 'attached' });
  await pageSettled(page);
}

/** The open tabs by their titles, and one of them. */
export const tabsOf = (page: Page): Promise<string[]> => page.locator('.tab-title').allInnerTexts();
export const tabOf = (page: Page, name: string): Locator => page.locator('.tab', { hasText: name });

/** A tool of the top bar. */
export const toolOf = (page: Page, name: string): Locator =>
  page.locator('.top-tools').getByRole('button', { name, exact: true });

/** Switches the language in place, wherever the button is hidden just now. */
export async function switchLanguage(page: Page, language: 'zh' | 'en'): Promise<void> {
  const wanted = language === 'en' ? 'en' : 'zh-CN';
  if ((await page.evaluate(() => document.documentElement.lang)) !== wanted)
    await page.locator('.top-tools button:is([aria-label="English"], [aria-label="中文"])').dispatchEvent('click');
  await page.waitForFunction((lang) => document.documentElement.lang === lang, wanted);
}

/** Goes to another page within the window, as a link does, and closes the tabs of the others: their pages are gone when this is done. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('.tab[data-current=true]')?.setAttribute('data-left', 'true');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(() => {
    if (!document.querySelector('.tab[data-current=true]:not([data-left])')) return false;
    const others = document.querySelectorAll<HTMLElement>('.tab:not([data-current=true]) .tab-close');
    for (const one of others) one.click();
    return others.length === 0 && document.querySelectorAll('#page > .page').length === 1;
  });
}

export interface ScreenTheme {
  readonly mode: 'light' | 'dark';
  readonly theme: string;
}

/** The looks in which screens are judged: as it comes, dark, and a theme of strong colours. */
export const LOOKS: readonly ScreenTheme[] = [
  { mode: 'light', theme: 'default' },
  { mode: 'dark', theme: 'default' },
  { mode: 'light', theme: 'vip' },
];

/** Puts on another look in place, as if it was chosen in another window. */
export async function switchTheme(page: Page, look: ScreenTheme): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('anju-theme', JSON.stringify({ ...chosen, colour: '#409EFF' }));
    dispatchEvent(new StorageEvent('storage', { key: 'anju-theme' }));
  }, look);
  await page.waitForFunction(
    ({ mode, theme }) =>
      document.documentElement.dataset.mode === mode && document.documentElement.dataset.theme === theme,
    look,
  );
  await animationsDone(page);
}

/** Nothing changes its looks any more: colours that are on their way are nobody's colours. */
export async function animationsDone(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
}
