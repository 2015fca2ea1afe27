import { randomBytes } from 'node:crypto';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import { GUEST_SCRIPT } from './guest-script.ts';
import { GUEST_STYLE } from './guest-style.ts';
import { type Html, html, rawHtml } from './html.ts';

/** Sizes of the text: as designed, and two steps larger. */
export const TEXT_SIZES = 3;

/** The language and the size of text of a page. Its links and forms carry both. */
export interface GuestLook {
  readonly language: Language;
  readonly size: number;
}

/** Contents of the frame around a page. */
export interface GuestFrame {
  readonly look: GuestLook;
  /** Address of the page, without a query; null for a page without a link. */
  readonly at: string | null;
  readonly company: string;
  readonly title: string;
  /** A message above the page: an act was refused. */
  readonly problem?: string | undefined;
  readonly body: Html;
  readonly mark: string;
}

/** Return the query that carries a look to the next page. */
export const lookQuery = ({ language, size }: GuestLook): string =>
  [...(language === 'en' ? ['lang=en'] : ['lang=zh']), ...(size ? [`size=${size}`] : [])].join('&');

const LARGER: Label = ['字再大', 'Larger text'];
const USUAL: Label = ['字变小', 'Usual text'];

/** Return the controls of the head: language, and the size of the text. */
function controls(at: string, look: GuestLook): Html {
  const next = (look.size + 1) % TEXT_SIZES;
  const other: Language = look.language === 'en' ? 'zh' : 'en';
  return html`<nav>
    <a href="${at}?${lookQuery({ ...look, language: other })}" lang="${other === 'en' ? 'en' : 'zh-CN'}"
      >${other === 'en' ? 'English' : '中文'}</a
    >
    <a href="${at}?${lookQuery({ ...look, size: next })}"
      ><span class="aa" aria-hidden="true">A<b>A</b></span
      >${labelIn(next === 0 ? USUAL : LARGER, look.language)}</a
    >
  </nav>`;
}

const HOUSE = rawHtml(
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1 .7-1.5l7-6a2 2 0 0 1 2.6 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/></svg>',
);

/** Return a whole page, and the policy of its contents: its own style and script alone. */
export function framed({ look, at, company, title, problem, body, mark }: GuestFrame): {
  readonly text: string;
  readonly policy: string;
} {
  const nonce = randomBytes(16).toString('base64');
  const page = html`<!doctype html>
    <html lang="${look.language === 'en' ? 'en' : 'zh-CN'}" data-size="${look.size}" data-mark="${mark}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${rawHtml(GUEST_STYLE)}
        </style>
      </head>
      <body>
        <header><span class="sign">${HOUSE}</span><strong>${company}</strong>${at && controls(at, look)}</header>
        <main>${problem && html`<p class="band bad" role="alert">${problem}</p>`} ${body}</main>
        ${
          at &&
          html`<script nonce="${nonce}">
            ${rawHtml(GUEST_SCRIPT)};
          </script>`
        }
      </body>
    </html> `;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { text: page.text.replaceAll(/\n\s+/g, '\n'), policy };
}
