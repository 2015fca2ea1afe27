import type { Page } from 'playwright-core';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

/** Return the names of fields and the keys of dictionaries of a paper, which a screen must never show. */
export function rawWords(paper: AnyPaper): string[] {
  const fields = [...fieldsOf(paper), ...(paper.lines ? fieldsOf((paper.lines as { of?: AnyPaper }).of ?? paper) : [])];
  const names = fields.map(([name]) => name).filter((name) => /[a-z][A-Z]/.test(name));
  const lists = Object.values(paper.fields as Fields).flatMap((field) =>
    field.dictionary ? Object.entries(field.dictionary.items) : [],
  );
  // A word that is also a label is allowed: `unit` is a key of one dictionary and a label of another.
  const words = new Set(lists.flatMap(([, item]) => item.slice(0, 2)));
  const keys = lists.map(([key]) => key).filter((key) => /[a-z]{3}/.test(key) && !words.has(key));
  return [...new Set([...names, ...keys])];
}

interface Judged {
  readonly english: boolean;
  readonly raw: readonly string[];
}

/** Return the unreadable texts among all visible ones. Runs in the browser, so that only these are transferred. */
function lookAround({ english, raw }: Judged): string[] {
  // Elements with data that people typed, such as captions and cells. They may be Chinese in the English screen, unlike
  // pills, whose labels are ours. Elsewhere such text is marked with the HTML attribute translate="no".
  const TYPED =
    '.cell-open, td, dd, .related, .band-words, .band-others, .card-first, .detail-head h2, .detail-head .mono, .person, .top-company, input, textarea, select, option, .annexes, .desk-caller, .ant-select-content, .ant-select-selection-item, .ant-tree-title, .ant-tree-node-content-wrapper, .ant-select-item, .report-chart, .home-row, [translate=no]';
  // Texts that show a programming error: missing values, ids of rows, and JSON. A stored file is named by its id.
  const RAW = /\bundefined\b|\bnull\b|\bNaN\b|\[object|(?<![\w-])\d{17,19}(?![\w-]|\.[a-z])|\{"|\[[{"\]]/;
  const CHINESE = /[\u3400-\u9fff]/;
  const forbidden = new Set(raw);
  // A key alone, or several joined by hyphens, such as south-hvac.
  const isKey = (text: string): boolean =>
    forbidden.has(text) || (text.includes('-') && text.split('-').every((part) => forbidden.has(part)));
  const wrong = new Set<string>();
  // The library names its icons in English for itself: the arrow of a drop-down is `down`.
  const isSeen = (element: Element): boolean =>
    !element.closest('script, style, .sr-only, .anticon') && element.checkVisibility({ visibilityProperty: true });
  const isTyped = (element: Element): boolean => element.closest(TYPED) !== null && element.closest('.pill') === null;
  /**
   * Record a text if it is unreadable. Whether the element is visible is checked last, because most texts are readable.
   */
  const note = (value: string | null | undefined, element: Element): void => {
    const text = value?.trim() ?? '';
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
  // Also report column headers whose label is truncated.
  for (const head of document.querySelectorAll('.table thead th'))
    if (head.textContent?.trim() && head.scrollWidth > head.clientWidth + 2 && isSeen(head))
      wrong.add(`cut: ${head.textContent.trim()}`);
  return [...wrong];
}

/**
 * Return texts that the detail shows twice: in its head and its body, or as a copy of a reference's text. Runs in the
 * page.
 */
function lookTwice(): string[] {
  const textOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const label of copy.querySelectorAll('i, .avatar, button')) label.remove();
    return copy.textContent?.trim() ?? '';
  };
  // A number means nothing without its label: an equal number in another field is no repetition.
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
      (head.some((value) => value.text === text && (value.label ?? label) === label) ||
        (!one.querySelector('a') && links.has(text)));
    return isAgain ? [`${label} ${text}`] : [];
  });
}

export const shownTwice = (page: Page): Promise<string[]> => page.evaluate(lookTwice);

/**
 * Return the texts of a page that a reader of this language cannot read. The language button is excluded: it names the
 * other language.
 */
export const unreadable = (page: Page, english: boolean, raw: readonly string[]): Promise<string[]> =>
  page.evaluate(lookAround, { english, raw });
