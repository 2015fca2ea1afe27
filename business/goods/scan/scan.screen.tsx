import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { CounterPapers } from './counter-papers.view.tsx';
import { PaperScan } from './paper-scan.view.tsx';
import type { ScanVerdict } from './rules/verdict.rules.ts';
import './scan.css';

const START: ScanVerdict = {
  tone: 'plain',
  head: ['扫发料单、领料单或工牌', 'Scan a shipment, a request or a badge'],
  text: ['工牌打开这位技师的所有单', 'A badge opens all documents of its technician'],
  next: ['↑↓ 选一张，Enter 打开', '↑↓ and Enter open one'],
};

/**
 * Hand goods over by a scanner. The address names the paper at hand (`id`) and those that follow (`more`), so that a
 * reload goes on with them.
 */
export default function ScanScreen(): ReactElement {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const [start, setStart] = useState(START);
  useTabTitle(t(['扫码移交', 'Hand over by scanning']));
  const id = search.get('id');
  const more = (search.get('more') ?? '').split(',').filter(Boolean);
  const open = ([first, ...others]: readonly string[]): void =>
    setSearch(first ? { id: first, ...(others.length && { more: others.join(',') }) } : {}, { replace: true });
  const next = (verdict: ScanVerdict): void => {
    setStart(more.length ? START : verdict);
    open(more);
  };
  return id ? (
    <PaperScan key={id} id={id} more={more} onOpen={open} onNext={next} />
  ) : (
    <CounterPapers key={start.head[0]} start={start} onOpen={open} />
  );
}
