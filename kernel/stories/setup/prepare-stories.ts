import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Once before all stories: the template database from which each story file gets its own. */
export default async function prepareStories(): Promise<void> {
  if (!process.env.ANJU_TEST_OWNER_URL) throw new Error('Stories need a database and a browser of their own: run them by `npm test -- <part of a name>`.');
  const template = join(import.meta.dirname, '..', 'template.ts');
  if (!existsSync(template)) return;
  const { prepareTemplate } = (await import(pathToFileURL(template).href)) as { prepareTemplate(): Promise<void> };
  await prepareTemplate();
}
