import { type Browser, type BrowserContext, type Locator, type Page, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import type { TestCaller, TestServer } from '../test-server.ts';

/** A page and its errors: of the console, of scripts, and of failed requests. */
export interface Watched {
  readonly page: Page;
  readonly troubles: string[];
}

export const DESK = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** Timeout of a step in ms, far below that of a test, so that the failure names the step. */
const PATIENCE_MS = 20_000;

interface Options {
  /** `unsaid`: the browser has no stored choice of a language. */ readonly language?: 'zh' | 'en' | 'unsaid';
  readonly size?: { readonly width: number; readonly height: number };
  /** HTTP statuses that the test expects, and which are therefore no errors. */ readonly refused?: readonly number[];
  /** Time zone of the browser. */ readonly zone?: string;
  /** Allow the service worker, which is blocked by default. */ readonly kept?: boolean;
}

/** The pages of a test file, closed after the last test. */
export class TestScreens {
  readonly #browser: Browser;
  readonly #server: TestServer;
  readonly #contexts: BrowserContext[] = [];
  constructor(browser: Browser, server: TestServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Return a page of a logged-in person. Each page has its own browser context, as different people do. */
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

  /** Return a page without a login: the login page. */
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
    // Set once, so that a later switch of the language is retained.
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
    page.on('console', (message) => {
      if (message.type() === 'error' && !(refused.length && /status of 4\d\d/.test(message.text())))
        troubles.push(`console: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (!known(response.status()))
        troubles.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    // A request that the page cancelled itself is not a failure.
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

/**
 * One browser for all files of a worker: contexts share nothing, and a start costs more than most pages. It ends with
 * the process.
 */
let running: Promise<Browser> | undefined;

const launched = (more: readonly string[] = []): Promise<Browser> => {
  const { executablePath, args, env } = JSON.parse(process.env.ANJU_TEST_BROWSER!) as {
    executablePath: string;
    args: string[];
    env: Record<string, string>;
  };
  return chromium.launch({ executablePath, args: [...args, ...more], env });
};

async function browserOfWorker(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = launched();
  return running!;
}

/** Open the browser of a test file. */
export async function openScreens(server: TestServer): Promise<TestScreens> {
  const screens = new TestScreens(await browserOfWorker(), server);
  afterAll(() => screens.close());
  return screens;
}

/** Open a browser of its own for a test file. Its camera shows a video (Y4M), again and again. */
export async function openScreensWithCamera(server: TestServer, video: string): Promise<TestScreens> {
  const browser = await launched([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  afterAll(() => browser.close());
  return new TestScreens(browser, server);
}

/** Wait until nothing visible loads: no skeleton, no pending page, no dimmed rows. A hidden tab may still load. */
export const pageSettled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector('#page') !== null &&
      ![...document.querySelectorAll('.skeleton, .page-wait, #page [aria-busy="true"]')].some((one) =>
        one.checkVisibility(),
      ),
  );
};

/** Choose an option of a select: by its text, by a part of the text, or by its index. */
export async function chooseIn(box: Locator, wanted: string | number): Promise<void> {
  await box.click();
  const options = box.page().locator('.list-below [role=option]');
  await options.first().waitFor();
  if (typeof wanted === 'number') return options.nth(wanted).click();
  const exact = options.filter({ has: box.page().getByText(wanted, { exact: true }) });
  await ((await exact.count()) > 0 ? exact : options.filter({ hasText: wanted })).first().click();
}

/** Open an address and wait for the frame and the page. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.frame .menu-leaf[href]').first().waitFor({ state: 'attached' });
  await pageSettled(page);
}

/** Return the titles of the tabs that the product shows for open pages. */
export const tabsOf = (page: Page): Promise<string[]> => page.locator('.tab-title').allInnerTexts();
export const tabOf = (page: Page, name: string): Locator => page.locator('.tab', { hasText: name });

/** Return a tool of the top bar. */
export const toolOf = (page: Page, name: string): Locator =>
  page.locator('.top-tools').getByRole('button', { name, exact: true });

/** Switch the language by its button, even if the button is hidden. */
export async function switchLanguage(page: Page, language: 'zh' | 'en'): Promise<void> {
  const wanted = language === 'en' ? 'en' : 'zh-CN';
  if ((await page.evaluate(() => document.documentElement.lang)) !== wanted)
    await page.locator('.top-tools button:is([aria-label="English"], [aria-label="中文"])').dispatchEvent('click');
  await page.waitForFunction((lang) => document.documentElement.lang === lang, wanted);
}

/**
 * Go to another page of the product without a reload, as a link does. Close the other tabs and wait until their pages
 * are removed.
 */
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

/** Themes in which screens are checked: the default, dark, and strong colours. */
export const LOOKS: readonly ScreenTheme[] = [
  { mode: 'light', theme: 'default' },
  { mode: 'dark', theme: 'default' },
  { mode: 'light', theme: 'vip' },
];

/** Switch the theme, as if another window had chosen it. */
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

/** Wait for the end of all animations: colours in transition are not final. */
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
