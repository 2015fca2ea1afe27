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

/** A text that can be seen, where it stands, whether somebody typed it, and whether it is seen whole. */
interface Seen { readonly text: string; readonly place: string; readonly typed: boolean; /** Is it the head of a column that has too little room for it? */ readonly cut: boolean }

/** Every text that can be seen; run in the page. */
function lookAround(): Seen[] {
  // What people typed may be Chinese in an English house: captions and cells of rows. Pills are words of ours.
  const TYPED = '.cell-open, td, dd, .card-first, .detail-head h2, .detail-head .mono, .person, .top-company, input, textarea, select, option, .annexes, .desk-caller, .ant-select-content, .ant-select-selection-item, .ant-tree-title, .ant-tree-node-content-wrapper, .ant-select-item, .report-chart, .home-row';
  const seen: Seen[] = [];
  const note = (text: string | null | undefined, element: Element): void => {
    if (!text?.trim() || element.closest('script, style, .sr-only') || !element.checkVisibility({ visibilityProperty: true })) return;
    const head = element.closest('.table thead th');
    seen.push({ text: text.trim(), place: `<${element.tagName.toLowerCase()} class="${element.className}">`, typed: element.closest(TYPED) !== null && element.closest('.pill') === null, cut: head !== null && head.scrollWidth > head.clientWidth + 2 });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.parentElement) note(node.textContent, node.parentElement);
  for (const name of ['aria-label', 'placeholder', 'title']) for (const element of document.querySelectorAll(`[${name}]`)) note(element.getAttribute(name), element);
  return seen;
}

const RAW = /\bundefined\b|\bnull\b|\bNaN\b|\[object/;
const CHINESE = /[\u3400-\u9fff]/;

/** What on the page cannot be read by those who speak this language. The one button that names the other language does so in that language. */
export async function unreadable(page: Page, english: boolean, raw: readonly string[]): Promise<string[]> {
  const forbidden = new Set(raw);
  const wrong = (await page.evaluate(lookAround)).flatMap(({ text, place, typed, cut }) => {
    if (RAW.test(text) || forbidden.has(text)) return [`raw: ${text} ${place}`];
    if (cut) return [`cut: ${text} ${place}`];
    return english && !typed && text !== '中文' && CHINESE.test(text) ? [`untranslated: ${text} ${place}`] : [];
  });
  return [...new Set(wrong)];
}
