import { type ReactElement, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { LinesPane } from './lines.view.tsx';
import { PiecePane } from './piece.view.tsx';
import { QueuePane } from './queue.view.tsx';
import { type Audit, states, useAudit } from './use-audit.view.tsx';
import './audit.css';
import './queue.css';
import './piece.css';
import './lines.css';
import './edit-line.css';
import './audit-media.css';

function useAuditKeys(audit: Audit, find: () => void, toLines: () => void): void {
  const step = audit.step?.[1].label;
  useKeys([
    { keys: 'j ArrowDown', label: ['下一条', 'Next'], run: () => audit.move(1) },
    { keys: 'k ArrowUp', label: ['上一条', 'Previous'], run: () => audit.move(-1) },
    ...(step
      ? [
          { keys: 'a', label: step, run: () => void audit.takeStep() },
          { keys: 'Ctrl+Enter', label: step, typing: true, silent: true, run: () => void audit.takeStep() },
        ]
      : []),
    ...(audit.may('back') ? [{ keys: 'r', label: ['退回', 'Send back'] as const, run: () => audit.run('back') }] : []),
    ...(audit.may('cancel')
      ? [{ keys: 'x', label: ['取消计件', 'Cancel'] as const, run: () => audit.run('cancel') }]
      : []),
    { keys: 'e', label: ['调整明细', 'Correct the lines'], run: toLines },
    { keys: 'u', label: ['重新读取', 'Read again'], run: audit.readAgain },
    { keys: '/', label: ['查找', 'Find'], run: find },
    {
      keys: 'Escape',
      label: ['离开输入', 'Leave the input'],
      typing: true,
      silent: true,
      run: () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    },
    ...states.map((state, at) => ({
      keys: String(at + 1),
      label: [pieceStatus.items[state][0], pieceStatus.items[state][1]] as const,
      run: () => audit.choose(state),
    })),
  ]);
}

/** The audit of pieces: the queue, one piece with all its data, and its pay, on one page and by keyboard. */
export default function AuditScreen(): ReactElement {
  const [asked] = useSearchParams();
  const audit = useAudit(asked.get('id'));
  const box = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  // On a phone the queue and the piece are two views; `inside` shows the piece.
  const [inside, setInside] = useState(asked.has('id'));
  const toLines = (): void => {
    const first = pane.current?.querySelector<HTMLElement>('.audit-figure');
    if (first) first.focus();
    else pane.current?.scrollIntoView();
  };
  useAuditKeys(audit, () => box.current?.focus(), toLines);
  const opening: Audit = {
    ...audit,
    open: (id) => {
      audit.open(id);
      setInside(id !== null);
    },
  };
  return (
    <div className="audit" data-inside={inside}>
      <QueuePane audit={opening} box={box} />
      <PiecePane audit={audit} onLines={toLines} onBack={() => setInside(false)} />
      <LinesPane audit={audit} pane={pane} />
      {audit.acting.element}
    </div>
  );
}
