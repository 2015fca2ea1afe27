import { expect } from 'vitest';
import { type Heard, sendRequest } from '#kernel/testing/call.ts';
import type { TestServer } from '#kernel/testing/test-server.ts';

/** Public address of the tested product. */
export const PUBLIC = 'https://anju.example';

/** Open the page of a link by its path. */
export const openGuest = (
  server: Pick<TestServer, 'base'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Heard> => sendRequest(server.base, 'GET', path, { headers });

/** Send a form of a page. */
export const sendGuestForm = (
  server: Pick<TestServer, 'base'>,
  path: string,
  verb: string,
  body: Record<string, string> = {},
): Promise<Heard> =>
  sendRequest(server.base, 'POST', `${path}/${verb}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  });

/** Return a page without the content of its elements of a name. */
const withoutElement = (page: string, name: string): string =>
  page
    .split(`<${name}`)
    .map((part, at) => (at === 0 ? part : (part.split(`</${name}>`)[1] ?? '')))
    .join('');

/** Return the words of a page, without tags. */
export const wordsOf = (page: string): string =>
  withoutElement(withoutElement(page, 'style'), 'script')
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ')
    .split(/\s/)
    .filter(Boolean)
    .join(' ');

/** Return the hidden fields of the first form of a verb; with `answer` of the form that has this value. */
export function sentFields(page: string, verb: string, answer?: string): Record<string, string> {
  const forms = page
    .split('<form ')
    .slice(1)
    .filter((form) => form.includes(`/${verb}?`));
  const form = answer ? forms.find((one) => one.includes(`value="${answer}"`)) : forms[0];
  expect(form, `a form ${verb}`).toBeDefined();
  return Object.fromEntries(
    [...form!.split('</form>')[0].matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
}

/** Return a page without its nonces, which differ each time. */
export const withoutNonces = (page: string): string => page.replaceAll(/nonce="[^"]*"/g, '');

/** Names of all parts of a record, also of records within. */
const namesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(namesIn)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)])
      : [];

/** Expect that a page has no other parts than those of an allow-list. */
export function expectOnly(page: object, allowed: string): void {
  const names = new Set(allowed.split(' '));
  expect(namesIn(page).filter((name) => !names.has(name) && !/^\d+$/.test(name))).toEqual([]);
}

/** Expect that the page of a link shows none of the secrets, no phone and no id, in both languages. */
export async function expectNoSecrets(
  server: Pick<TestServer, 'base'>,
  path: string,
  secrets: readonly string[],
): Promise<void> {
  for (const language of ['zh', 'en']) {
    const shown = (await openGuest(server, `${path}?lang=${language}`)).text.replaceAll(path, '');
    for (const secret of secrets) expect(shown.includes(secret), secret).toBe(false);
    expect(wordsOf(shown)).not.toMatch(/1[3-9]\d{9}/);
    expect(withoutNonces(shown)).not.toMatch(/\d{15,}/);
  }
}
