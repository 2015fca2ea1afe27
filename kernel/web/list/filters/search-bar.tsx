import { Plus, Search } from 'lucide-react';
import { type ReactElement, memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Popup } from '../../menus/popup.tsx';
import { useT } from '../../i18n/words.ts';
import { filteredFields } from './conditions.tsx';
import { FilterChip } from './filter-chip.tsx';
import { searchFields } from './filters.ts';
import type { ListState } from '../state/list-state.ts';

/** Number of search fields in the bar; the others are behind 更多. */
const VISIBLE = 4;

const TYPING_MS = 300;

/** The quick search, which runs after a pause in typing, or at once on Enter. */
export function KeywordBox({
  of,
  keyword,
  change,
}: { of: AnyPaper } & Pick<ListState, 'keyword' | 'change'>): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState(keyword);
  const rested = useDeferredValue(typed);
  // Searches of this box that the address does not have yet. When one arrives there, it must not replace what was typed
  // in the meantime.
  const own = useRef<string[]>([]);
  useEffect(() => {
    const at = own.current.indexOf(keyword);
    if (at < 0) setTyped(keyword);
    else own.current.splice(0, at + 1);
  }, [keyword]);
  const look = (text: string): void => {
    const wanted = text.trim();
    if (wanted === (own.current.at(-1) ?? keyword)) return;
    own.current.push(wanted);
    change({ keyword: wanted || undefined });
  };
  useEffect(() => {
    if (rested.trim() === keyword) return undefined;
    const timer = setTimeout(look, TYPING_MS, rested);
    return () => clearTimeout(timer);
  }, [rested]);
  const fields = (of.search ?? [])
    .map((name: string) => t((of.fields as Record<string, Field>)[name].label))
    .join(t(['、', ', ']));
  return (
    <label className="keyword" title={t([`搜索：${fields}`, `Searches: ${fields}`])}>
      <Search size={15} aria-hidden />
      <input
        data-keyword
        type="search"
        value={typed}
        placeholder={t(['关键字', 'Keyword'])}
        aria-label={t([`关键字：${fields}`, `Keyword: ${fields}`])}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') look(typed);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {!typed && <kbd>/</kbd>}
    </label>
  );
}

/** The row of filters; a set filter is tinted and has a button that removes it. */
export const SearchBar = memo(function SearchBar({
  of,
  keyword,
  filters,
  change,
  reset,
  onSaveView,
}: { of: AnyPaper; onSaveView: () => void } & Pick<
  ListState,
  'keyword' | 'filters' | 'change' | 'reset'
>): ReactElement {
  const t = useT();
  const [more, setMore] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const offered = searchFields(of);
  const others = filteredFields(of, filters).filter(([name]) => offered.every(([one]) => one !== name));
  const fields = [...offered, ...others];
  const isSet = (name: string): boolean =>
    Object.keys(filters).some((key) => key === name || key.startsWith(`${name}_`));
  const shown = fields.filter(([name], at) => at < VISIBLE || more.includes(name) || isSet(name));
  const hidden = fields.filter((one) => !shown.includes(one));
  const any = keyword !== '' || Object.keys(filters).length > 0;
  return (
    <div className="filter-row" role="search" aria-label={t(['筛选', 'Filters'])}>
      {(of.search?.length ?? 0) > 0 && <KeywordBox of={of} keyword={keyword} change={change} />}
      {shown.map(([name, field]) => (
        <FilterChip key={name} name={name} field={field} filters={filters} onChange={change} />
      ))}
      {hidden.length > 0 && (
        <>
          <button
            type="button"
            className="link filter-add"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Plus size={13} aria-hidden />
            {t(['更多', 'More'])}
          </button>
          {open && (
            <Popup label={t(['更多条件', 'More filters'])} onClose={() => setOpen(false)}>
              <ul className="filter-more">
                {hidden.map(([name, field]) => (
                  <li key={name}>
                    <button
                      type="button"
                      onClick={() => {
                        setMore([...more, name]);
                        setOpen(false);
                      }}
                    >
                      {t(field.label)}
                    </button>
                  </li>
                ))}
              </ul>
            </Popup>
          )}
        </>
      )}
      <span className="spring" />
      {any && (
        <button type="button" className="link" onClick={() => reset()}>
          {t(['重置', 'Reset'])}
        </button>
      )}
      {any && (
        <button type="button" className="link" onClick={onSaveView}>
          {t(['存为视图', 'Save as view'])}
        </button>
      )}
    </div>
  );
});
