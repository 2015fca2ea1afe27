import type { Page } from 'playwright-core';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

/** What must never be read on a screen: the names of fields and the keys of lists, as they are stored. */
export function rawWords(paper: AnyPaper): string[] {
  const fields = [...fieldsOf(paper), ...(paper.lines ? fieldsOf((paper.lines as { of?: AnyPaper }).of ?? paper) : [])];
  const names = fields.map(([name]) => name).filter((name) => /[a-z][A-Z]/.test(name));
  const lists = Object.values(paper.fields as Fields).flatMap((field) =>
    field.dictionary ? Object.entries(field.dictionary.items) : [],
  );
  // A key of one list may be a word of another: a machine is a `unit`, and it is counted in units.
  const words = new Set(lists.flatMap(([, item]) => item.slice(0, 2)));
  const keys = lists.map(([key]) => key).filter((key) => /[a-z]{3}/.test(key) && !words.has(key));
  return [...new Set([...names, ...keys])];
}

interface Judged {
  readonly english: boolean;
  readonly raw: readonly string[];
}

/** What of every text that can be seen cannot be read; run in the page, where the many that can be read stay. */
function lookAround({ english, raw }: Judged): string[] {
  // What people typed may be Chinese in an English house: captions and cells of rows. Pills are words of ours.
  const TYPED =
    '.cell-open, td, dd, .related, .band-words, .band-others, .card-first, .detail-head h2, .detail-head .mono, .person, .top-company, input, textarea, select, option, .annexes, .desk-caller, .ant-select-content, .ant-select-selection-item, .ant-tree-title, .ant-tree-node-content-wrapper, .ant-select-item, .report-chart, .home-row';
  // Words of programs: values that are none, ids of rows, and JSON.
  const RAW = /\bundefined\b|\bnull\b|\bNaN\b|\[object|(?<![\w-])\d{17,19}(?![\w-])|\{"|\[[{"\]]/;
  const CHINESE = /[\u3400-\u9fff]/;
  const forbidden = new Set(raw);
  // A key alone, or several put together: south-hvac.
  const isKey = (text: string): boolean =>
    forbidden.has(text) || (text.includes('-') && text.split('-').every((part) => forbidden.has(part)));
  const wrong = new Set<string>();
  const isSeen = (element: Element): boolean =>
    !element.closest('script, style, .sr-only') && element.checkVisibility({ visibilityProperty: true });
  const isTyped = (element: Element): boolean => element.closest(TYPED) !== null && element.closest('.pill') === null;
  /** Most texts are fine as they stand: only of the others it is asked where they are. */
  const note = (said: string | null | undefined, element: Element): void => {
    const text = said?.trim() ?? '';
    const kind = RAW.test(text) || isKey(text) ? 'raw' : 'untranslated';
    const suspect = kind === 'raw' || (english && text !== '中文' && CHINESE.test(text) && !isTyped(element));
    if (text && suspect && isSeen(element))
      wrong.add(`${kind}: ${text} <${element.tagName.toLowerCase()} class="${element.className}">`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement) note(node.textContent, node.parentElement);
  for (const name of ['aria-label', 'placeholder', 'title'])
    for (const element of document.querySelectorAll(`[${name}]`)) note(element.getAttribute(name), element);
  // The head of a column that has too little room for its words.
  for (const head of document.querySelectorAll('.table thead th'))
    if (head.textContent?.trim() && head.scrollWidth > head.clientWidth + 2 && isSeen(head))
      wrong.add(`cut: ${head.textContent.trim()}`);
  return [...wrong];
}

/** What the head of a record says and its body says again, and copies that stand beside the reference they were taken from; run in the page. */
function lookTwice(): string[] {
  const textOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const label of copy.querySelectorAll('i, .avatar, button')) label.remove();
    return copy.textContent?.trim() ?? '';
  };
  // A number says what its label says: the same figure of another field is no repetition.
  const head = [...document.querySelectorAll('.detail-head p > .mono, .detail-head h2 > *')].map((one) => ({
    text: textOf(one),
    label: one.querySelector('i:not(.avatar)')?.textContent?.trim(),
  }));
  const body = [...document.querySelectorAll('.detail .detail-group dl > div > dd')];
  const links = new Set(body.filter((one) => one.querySelector('a')).map(textOf));
  return body.flatMap((one) => {
    const text = textOf(one);
    const label = one.parentElement?.querySelector('dt')?.textContent?.trim();
    const isAgain =
      text.length > 1 &&
      (head.some((said) => said.text === text && (said.label ?? label) === label) ||
        (!one.querySelector('a') && links.has(text)));
    return isAgain ? [`${label} ${text}`] : [];
  });
}

export const shownTwice = (page: Page): Promise<string[]> => page.evaluate(lookTwice);

/** What on the page cannot be read by those who speak this language. The one button that names the other language does so in that language. */
export const unreadable = (page: Page, english: boolean, raw: readonly string[]): Promise<string[]> =>
  page.evaluate(lookAround, { english, raw });
