import { Printer } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useKeys } from '../../shortcuts/keys.ts';
import { useT } from '../../i18n/words.ts';
import { withControls } from '../../theme/with-controls.tsx';
import './print.css';

const Qr = withControls(() => import('./qr.tsx').then((module) => module.Qr));

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** Return a text as a CSS string, without characters that could end it. */
const quoted = (text: string): string => `"${text.replaceAll(/[\\"\n]/g, ' ')}"`;

/** Set the size, the footer and the page numbers of printed pages while this component is mounted. */
function usePaper(size: string, foot: string): void {
  useEffect(() => {
    const rules = document.createElement('style');
    if (nonce) rules.nonce = nonce;
    const look = `font: 9px ${getComputedStyle(document.body).fontFamily}; color: #646e7d`;
    rules.textContent = `@page { size: ${size}; margin: 12mm 12mm 14mm; @bottom-left { content: ${quoted(foot)}; ${look} } @bottom-right { content: counter(page) " / " counter(pages); ${look} } }`;
    document.head.append(rules);
    return () => rules.remove();
  }, [size, foot]);
}

interface SheetsProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Size in CSS terms: `A4`, `A5 landscape`. */
  readonly size?: string;
  /**
   * Number of earlier prints of this document. Undefined for a page that is no document, whose prints are not counted.
   */
  readonly printed?: number;
  /** Store that one more print is made. The print dialog opens after it resolves. */
  readonly count: () => Promise<unknown>;
}

/** A page of printable sheets, which look on screen as on paper. Each print is counted before the dialog opens. */
export function Sheets({ title, size = 'A4', printed, count, children }: SheetsProps): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [prints, setPrints] = useState(0);
  usePaper(
    size,
    printed === undefined ? title : `${title}  ·  ${t([`第 ${printed + 1} 次打印`, `print ${printed + 1}`])}`,
  );
  const print = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await count();
      setPrints((times) => times + 1);
    } finally {
      setBusy(false);
    }
  };
  // Print in an effect: what `count` changed, such as revealed numbers, is rendered by then and so is printed.
  useEffect(() => {
    if (prints > 0) window.print();
  }, [prints]);
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

/** The mark of a copy, from the second print on. */
function CopyMark({ printed }: { printed: unknown }): ReactElement | null {
  const t = useT();
  return Number(printed ?? 0) > 0 ? <em>{t(['副本', 'Copy'])}</em> : null;
}

interface PrintSheetProps {
  readonly company: string;
  readonly title: string;
  readonly no: string;
  /** Number of earlier prints. */ readonly printed?: unknown;
  readonly children: ReactNode;
}

/** One sheet: its company, its title, its number as text and as a QR code. */
export function PrintSheet({ company, title, no, printed, children }: PrintSheetProps): ReactElement {
  return (
    <article className="sheet">
      <header className="sheet-head">
        <div>
          <p>{company}</p>
          <h2>
            {title}
            <CopyMark printed={printed} />
          </h2>
          <p className="mono">{no}</p>
        </div>
        <Qr value={no} />
      </header>
      {children}
    </article>
  );
}

/** A section of a sheet with a heading. A page break inside it is avoided if it fits on one page. */
export const SheetPart = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="sheet-part">
    <h3>{title}</h3>
    {children}
  </section>
);

/** Lines for signatures by hand, each with a label. */
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

/** One of several strips on a page, to be cut off along its lower edge. */
export function Strip({
  company,
  title,
  no,
  printed,
  lead,
  children,
}: PrintSheetProps & { readonly lead: ReactNode }): ReactElement {
  return (
    <article className="strip">
      <header className="strip-head">
        <div>
          <p>
            <span>{company}</span> <span>{title}</span>
            <CopyMark printed={printed} /> <span className="mono">{no}</span>
          </p>
          <p>{lead}</p>
        </div>
        <Qr value={no} size={52} />
      </header>
      {children}
    </article>
  );
}
