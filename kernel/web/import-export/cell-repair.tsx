import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/words.ts';
import { counted } from '../i18n/plural.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { scrollWithin } from './scroll-within.ts';
import { readNearest } from './repairs.ts';

/** The input that corrects a cell, with similar valid values below: ↑↓ and Enter choose one, Esc cancels. */
export function CellRepair({
  of,
  batch,
  field,
  label,
  typed,
  isBad,
  onDone,
  onLeave,
}: {
  of: AnyPaper;
  batch: string;
  field: string;
  label: string;
  /** The present text of the cell. */ typed: string;
  isBad: boolean;
  /** Called with the new text; `others`: for all refused rows with the same text in this column. */
  onDone: (to: string, others: boolean) => void;
  onLeave: () => void;
}): ReactElement {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const [chosen, point] = useState<number | null>(null);
  const [others, setOthers] = useState(true);
  const { data } = useQuery({
    queryKey: ['import', batch, 'nearest', field, typed],
    queryFn: () => readNearest(of, batch, field, typed),
    staleTime: 0,
  });
  const matches = data?.matches ?? [];
  const active = chosen ?? (isBad && data?.isSure ? 0 : -1);
  const same = isBad ? Math.max(0, (data?.same ?? 0) - 1) : 0;
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    const leave = (event: MouseEvent): void => {
      if (!box.current?.contains(event.target as Node)) onLeave();
    };
    document.addEventListener('mousedown', leave);
    return () => document.removeEventListener('mousedown', leave);
  }, []);
  useEffect(() => {
    const outer = box.current?.closest<HTMLElement>('.table-scroll');
    const near = box.current?.querySelector<HTMLElement>('.cell-near');
    if (outer && near) scrollWithin(outer, near);
  }, [data]);
  const take = (to: string): void => {
    if (to.trim() === typed.trim()) onLeave();
    else onDone(to.trim(), others && same > 0);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      point(Math.min(matches.length - 1, Math.max(-1, active + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      take(active >= 0 ? matches[active].text : text);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
  };
  return (
    <div ref={box} className="cell-repair" onKeyDown={press}>
      <input
        ref={input}
        className="plain-input"
        role="combobox"
        aria-label={label}
        aria-expanded={matches.length > 0}
        aria-controls="cell-matches"
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `cell-match-${active}` : undefined}
        autoComplete="off"
        maxLength={4000}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          point(-1);
        }}
      />
      {(matches.length > 0 || same > 0) && (
        <div className="cell-near">
          {matches.length > 0 && (
            <ul id="cell-matches" role="listbox" aria-label={t(['相近的值', 'Nearest matches'])}>
              {matches.map((match, at) => (
                <li
                  key={match.text}
                  id={`cell-match-${at}`}
                  role="option"
                  aria-selected={at === active}
                  onMouseMove={() => at !== active && point(at)}
                  onClick={() => take(match.text)}
                >
                  <b>{match.text}</b>
                  {match.hint && <span className="quiet">{match.hint}</span>}
                  {at === active && <kbd>↵</kbd>}
                </li>
              ))}
            </ul>
          )}
          {same > 0 && (
            <label className="cell-same">
              <input type="checkbox" checked={others} onChange={(event) => setOthers(event.target.checked)} />
              {t([`同样的 ${same} 行一起改`, `The same in ${counted(same, 'other row')}`])}
            </label>
          )}
        </div>
      )}
    </div>
  );
}
