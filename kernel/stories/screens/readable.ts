import type { Page } from 'playwright-core';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

/** What must never be read on a screen: the names of fields and the keys of lists, as they are stored. */
export function rawWords(paper: AnyPaper): string[] {
  const fields = [...fieldsOf(paper), ...(paper.lines ? fieldsOf((paper.lines as { of?: AnyPaper }).of ?? paper) : [])];
  const names = fields.map(([name]) => name).filter((name) => /[a-z][A-Z]/.test(name));
  const lists = Object.values(paper.fields as Fields).flatMap((field) => (field.dictionary ? Object.entries(field.dictionary.items) : []));
  const keys = lists.filter(([key, item]) => /[a-z]{3}/.test(key) && !item.slice(0, 2).includes(key)).map(([key]) => key);
  return [...new Set([...names, ...keys])];
}

interface Asked { readonly english: boolean; readonly raw: readonly string[] }

/** Every text that can be seen and is not right; run in the page. */
function lookAround({ english, raw }: Asked): string[] {
  // What people typed may be Chinese in an English house: captions and cells of rows. Pills are words of ours.
  const DATA = '.cell-open, td, dd, .card-first, .detail-head h2, .detail-head .mono, .person, .top-company, input, textarea, select, option, .annexes, .desk-caller, .ant-select-content, .ant-select-selection-item, .ant-tree-title, .ant-select-item, [data-own-words]';
  const OURS = '.pill, .state';
  const found: string[] = [];
  const forbidden = new Set(raw);
  const isShown = (element: Element): boolean => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && element.closest('.sr-only') === null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (!text || !parent || parent.closest('script, style') || !isShown(parent)) continue;
    if (/\bundefined\b|\bnull\b|\bNaN\b|\[object/.test(text) || forbidden.has(text)) found.push(`raw: ${text}`);
    const isData = parent.closest(DATA) !== null && parent.closest(OURS) === null;
    if (english && !isData && /[\u3400-\u9fff]/.test(text)) found.push(`untranslated: ${text} <${parent.tagName.toLowerCase()} class="${parent.className}">`);
  }
  for (const element of document.querySelectorAll('button[aria-label], input[placeholder], [title]')) {
    const told = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.getAttribute('title') ?? '';
    if (/undefined|\[object/.test(told)) found.push(`raw: ${told}`);
    // The one button that names the other language does so in that language.
    if (english && told !== '中文' && !element.closest(DATA) && isShown(element) && /[\u3400-\u9fff]/.test(told)) found.push(`untranslated: ${told} <${element.tagName.toLowerCase()} class="${element.className}">`);
  }
  return [...new Set(found)];
}

/** What on the page cannot be read by those who speak this language. */
export const unreadable = (page: Page, english: boolean, raw: readonly string[]): Promise<string[]> => page.evaluate(lookAround, { english, raw });
