import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { DESK, openPage, openScreens } from '#kernel/testing/screens/browser.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { modelOf } from '../../testing/drawing-model.ts';

const folder = join(import.meta.dirname, '../../testing/miwg');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.bpmn'))
  .toSorted();

const server = await openTestServer(import.meta.url, { webRoot: true });
const screens = await openScreens(server);
const keeper = await server.as('as_manager');
const { page, troubles } = await screens.of(keeper, { size: DESK });
// The page checks its empty drawing first. A file is opened after that, so its check is its own.
const firstCheck = page.waitForRequest((one) => one.url().includes('/process/validate'));
await openPage(page, '/flow/model/new');
await page.locator('.djs-palette').waitFor();
await firstCheck;
const input = page.locator('.design-tools input[type=file]').first();

/** Open a file in the designer. Return the drawing as the page would save it, taken from its request for a check. */
async function opened(name: string, xml: string): Promise<string> {
  const request = page.waitForRequest((one) => one.url().includes('/process/validate'));
  await input.setInputFiles({ name: basename(name), mimeType: 'text/xml', buffer: Buffer.from(xml) });
  const discard = page.getByRole('button', { name: '放弃', exact: true });
  await Promise.race([
    request,
    discard
      .waitFor()
      .then(() => discard.click())
      .catch(() => undefined),
  ]);
  return (JSON.parse((await request).postData()!) as { xml: string }).xml;
}

test('all reference files of the working group are present', () => {
  expect(files).toHaveLength(21);
});

test.each(files)(
  '%s opens, is saved, and opens again as an equal model',
  async (name) => {
    const xml = readFileSync(join(folder, name), 'utf8');
    const first = await opened(name, xml);
    // The modeler drops flows without coordinates, so only the meaning is compared with the file.
    expect(await modelOf(first, 'meaning')).toEqual(await modelOf(xml, 'meaning'));
    const second = await opened(name, first);
    expect(await modelOf(second)).toEqual(await modelOf(first));
    expect(troubles).toEqual([]);
  },
  60_000,
);
