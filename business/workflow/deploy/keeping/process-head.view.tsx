import type { ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { PROCESS_MODES } from '../../inbox/start/process-modes.rules.ts';
import { WordFilter } from './word-filter.view.tsx';

/** The heading above a list of processes, with their number, a filter by owner, and a search text. */
export function ProcessHead({
  title,
  total,
  mode,
  setMode,
  word,
  setWord,
  wordLabel,
  children,
}: {
  title: Label;
  total: number | undefined;
  mode: string;
  setMode: (mode: string) => void;
  word: string;
  setWord: (word: string) => void;
  wordLabel: Label;
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <header className="page-head">
      <h1>{t(title)}</h1>
      <span className="quiet">{total ?? ''}</span>
      <span className="spring" />
      <SegmentedControl
        label={t(['流程模式', 'Kind'])}
        items={PROCESS_MODES.map(({ key, label }) => ({ key, label: t(label) }))}
        value={mode}
        onChange={setMode}
      />
      <WordFilter label={wordLabel} value={word} onChange={setWord} />
      {children}
    </header>
  );
}
