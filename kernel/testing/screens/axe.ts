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
  /** `false` leaves out what takes longest, where the same colours were judged already. */ readonly colours?: boolean;
  /** A part of the page, where the rest was judged already. */ readonly part?: string;
}

/** What axe finds that hinders somebody badly: each in one line. */
export async function barriers(page: Page, { colours = true, part = 'html' }: Judging = {}): Promise<string[]> {
  // By evaluation and not by a script element: the content security policy lets no foreign script in. Once for each document.
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
