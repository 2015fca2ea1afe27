import { Printer } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useKeys } from '../../shortcuts/keys.ts';
import { useT } from '../../i18n/words.ts';
import { withControls } from '../../theme/with-controls.tsx';
import './print.css';

const Qr = withControls(() => import('./qr.tsx').then((module) => module.Qr));

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** What goes into a string of CSS: nothing may end it. */
const quoted = (text: string): string => `"${text.replaceAll(/[\\"\n]/g, ' ')}"`;

/** The paper of the printer while this page is shown: its size, what stands at the foot, and the page's number of all. */
function usePaper(size: string, foot: string): void {
  useEffect(() => {
    const rules = document.createElement('style');
    if (nonce) rules.nonce = nonce;
    rules.textContent = `@page { size: ${size}; margin: 12mm 12mm 14mm; @bottom-left { content: ${quoted(foot)}; font-size: 9px; color: #646e7d } @bottom-right { content: counter(page) " / " counter(pages); font-size: 9px; color: #646e7d } }`;
    document.head.append(rules);
    return () => rules.remove();
  }, [size, foot]);
}

interface SheetsProps {
  readonly title: string;
  readonly children: ReactNode;
  /** As CSS names it: `A4`, `A5 landscape`. */
  readonly size?: string;
  /** How often it was printed before; not told of what is no document. */
  readonly printed?: number;
  /** Counts the print; the printer is asked once that is kept. */
  readonly count: () => Promise<unknown>;
}

/** Papers as they will lie on the table: what is shown is what is printed. Each print is counted before it is made. */
export function Sheets({ title, size = 'A4', printed, count, children }: SheetsProps): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(0);
  usePaper(
    size,
    printed === undefined ? title : `${title}  ·  ${t([`第 ${printed + 1} 次打印`, `print ${printed + 1}`])}`,
  );
  const print = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await count();
      setAsked((times) => times + 1);
    } finally {
      setBusy(false);
    }
  };
  // What the count brought (a number in clear) was put before this one in the same row of changes, so it is drawn when the printer looks.
  useEffect(() => {
    if (asked > 0) window.print();
  }, [asked]);
  useKeys([{ keys: 'Ctrl+p', label: ['打印', 'Print'], typing: true, run: () => void print() }]);
  return (
    <div className="sheets" data-size={size}>
      <header className="page-head sheets-bar">
        <h1>{title}</h1>
        <span className="quiet">
          {printed === undefined
            ? ''
            : printed > 0
              ? t([`已打印 ${printed} 次`, `printed ${printed} ${printed === 1 ? 'time' : 'times'}`])
              : t(['还没有打印过', 'not printed yet'])}
        </span>
        <span className="spring" />
        <button type="button" className="button strong" disabled={busy} onClick={() => void print()}>
          <Printer size={15} aria-hidden />
          {t(['打印', 'Print'])} <kbd>Ctrl P</kbd>
        </button>
      </header>
      <div className="sheets-table">{children}</div>
    </div>
  );
}

/** One paper: who made it, what it is, its number as words and as a square. */
export function PrintSheet({
  company,
  title,
  no,
  copy,
  children,
}: {
  company: string;
  title: string;
  no: string;
  copy?: string;
  children: ReactNode;
}): ReactElement {
  return (
    <article className="sheet">
      <header className="sheet-head">
        <div>
          <p>{company}</p>
          <h2>
            {title}
            {copy && <em>{copy}</em>}
          </h2>
          <p className="mono">{no}</p>
        </div>
        <Qr value={no} />
      </header>
      {children}
    </article>
  );
}

/** A part of a paper under its heading; it is not torn in two where it fits on a page. */
export const SheetPart = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="sheet-part">
    <h3>{title}</h3>
    {children}
  </section>
);

/** Places where people sign by hand. */
export function Signatures({ who }: { who: readonly Label[] }): ReactElement {
  const t = useT();
  return (
    <div className="sheet-signatures">
      {who.map((label) => (
        <p key={label[1]}>{t(label)}</p>
      ))}
    </div>
  );
}

/** One strip of many on a page, cut off along its lower edge. */
export function Strip({
  company,
  title,
  no,
  copy,
  lead,
  children,
}: {
  company: string;
  title: string;
  no: string;
  copy?: string;
  lead: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <article className="strip">
      <header className="strip-head">
        <div>
          <p>
            <span>{company}</span> <span>{title}</span>
            {copy && <em>{copy}</em>} <span className="mono">{no}</span>
          </p>
          <p>{lead}</p>
        </div>
        <Qr value={no} size={52} />
      </header>
      {children}
    </article>
  );
}
