import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Judging {
  /** `false` leaves out the check of colours, which is the slowest, where another screen has the same colours. */
  readonly colours?: boolean;
  /** CSS selector of the part to check; absent: the whole page. */ readonly part?: string;
}

/** Return the serious accessibility problems that axe finds in a page, one line each. */
export async function barriers(page: Page, { colours = true, part = 'html' }: Judging = {}): Promise<string[]> {
  // Loaded once per document, by evaluation, because the content security policy blocks script elements.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = (await page.evaluate(
    async ([judged, of]) =>
      (
        await (
          globalThis as unknown as { axe: { run(of: string, options: object): Promise<{ violations: unknown[] }> } }
        ).axe.run(of, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: judged } } })
      ).violations,
    [colours, part] as const,
  )) as Violation[];
  return violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .flatMap((one) =>
      one.nodes.map(
        (node) =>
          `${one.id}: ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').split('\n').slice(1, 2).join('').trim()}`,
      ),
    );
}
