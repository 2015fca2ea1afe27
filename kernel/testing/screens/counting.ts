import type { Page } from 'playwright-core';

/** A person at a page whose keys and clicks are counted. */
export interface CountedPerson {
  readonly count: () => number;
  readonly press: (key: string) => Promise<void>;
  /** Type single keys, each counted. */ readonly type: (keys: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
}

/** Return a person at the page who counts keys and clicks. */
export function counting(page: Page): CountedPerson {
  let count = 0;
  return {
    count: () => count,
    press: (key) => {
      count += 1;
      return page.keyboard.press(key);
    },
    type: (keys) => {
      count += keys.length;
      return page.keyboard.type(keys);
    },
    click: (selector) => {
      count += 1;
      return page.locator(selector).click();
    },
  };
}
