import { Ellipsis, SlidersHorizontal, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Field, Fields } from '#kernel/language/field.ts';
import { menuPlace } from '../menus/menu-place.ts';
import type { FlatRow } from '../table/flat-rows.ts';
import { named } from '../table/table-row.tsx';
import { shortMoment } from '../i18n/dates.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { filteredFields } from './filters/conditions.tsx';
import { useFilterWords, withoutField } from './filters/filters.ts';
import { isLongText, useCardParts } from './rows/card-parts.tsx';
import { Groups, Laid } from './ways/laid.tsx';
import { NoRows, openRow } from './list-table.tsx';
import { totalWords } from './pager.tsx';
import { withControls } from '../theme/with-controls.tsx';
import { RowFaces } from '../detail/presence/row-faces.tsx';
import { DisabledMark } from '../actions/switching.tsx';
import { inWords } from './rows/row-tools.tsx';
import { KeywordBox } from './filters/search-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ListScreenState } from './state/use-list-screen.ts';

const FilterSheet = withControls(() => import('./filters/filter-sheet.tsx').then((module) => module.FilterSheet));

const HOLD_MS = 500;

function Card({
  screen,
  flat: { row, depth, opens, open: unfolded },
}: {
  screen: ListScreenState;
  flat: FlatRow;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { first, number, rest, show } = useCardParts(screen, row);
  const { of, selection } = screen;
  const fields = of.fields as Fields;
  const state = of.lifecycle?.field;
  const next = inWords(of, row)[0];
  const hold = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const pick = (): void => selection.pick([row.id], !selection.ids.has(row.id), [row]);
  const press = (): void => {
    held.current = false;
    hold.current = setTimeout(() => {
      held.current = true;
      pick();
    }, HOLD_MS);
  };
  const release = (): void => clearTimeout(hold.current);
  // A long press has already selected the card, so the click that ends it does nothing.
  const open = (): void => {
    if (held.current) held.current = false;
    else if (selection.size) pick();
    else openRow(screen, row);
  };
  return (
    <li
      className="card"
      style={depth ? { marginInlineStart: Math.min(depth, 3) * 14 } : undefined}
      data-id={row.id}
      data-selected={selection.ids.has(row.id)}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className="card-body">
        <div className="card-first">
          <button
            type="button"
            className="card-open"
            aria-pressed={selection.size ? selection.ids.has(row.id) : undefined}
            onClick={open}
          >
            <b>{named(show(row, first))}</b>
          </button>
          {state && show(row, state)}
          <DisabledMark of={of} row={row} language={language} />
          <RowFaces of={of} id={row.id} />
        </div>
        <dl>
          {rest.slice(0, 4).map((name) => (
            <div key={name}>
              <dt>{t(fields[name].label)}</dt>
              <dd data-long={isLongText(fields[name]) || undefined}>{show(row, name) || '—'}</dd>
            </div>
          ))}
        </dl>
      </div>
      <footer>
        {number && <span className="mono quiet">{String(row[number] ?? '')}</span>}
        <span className="quiet">{row.createTime ? shortMoment(row.createTime) : ''}</span>
        <span className="spring" />
        {opens && (
          <button type="button" className="link" aria-expanded={unfolded} onClick={() => screen.toggle(row.id)}>
            {unfolded ? t(['收起', 'Collapse']) : t(['展开下级', 'Expand'])}
          </button>
        )}
        {next && (
          <button type="button" className="link" onClick={() => screen.acting.run(next, [row])}>
            {t(next[1].label)}
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={t(['更多操作', 'More actions'])}
          onClick={(event) => screen.openMenu({ id: row.id, ...menuPlace(event, event.currentTarget) })}
        >
          <Ellipsis size={18} aria-hidden />
        </button>
      </footer>
    </li>
  );
}

function ActiveChip({
  screen,
  name,
  field,
}: {
  screen: ListScreenState;
  name: string;
  field: Field;
}): ReactElement | null {
  const t = useT();
  const words = useFilterWords(name, field, screen.state.filters);
  if (!words) return null;
  return (
    <button
      type="button"
      className="active-chip"
      aria-label={t([`${words}，清除`, `${words}: clear`])}
      onClick={() => screen.state.change(withoutField(name, screen.state.filters))}
    >
      {words} <X size={14} aria-hidden />
    </button>
  );
}

/** A list on a phone: rows as cards, filters in a sheet, and further rows loaded by scrolling. */
export function PhoneList({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const [sheet, setSheet] = useState(false);
  const { of, state, rows } = screen;
  const end = useRef<HTMLDivElement>(null);
  const records = rows.page?.records ?? [];
  const { more } = rows;
  useEffect(() => {
    if (!end.current || !more) return undefined;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) more();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more === undefined, records.length]);
  const active = filteredFields(of, state.filters);
  return (
    <>
      {screen.selection.size > 0 ? (
        <SelectionBar screen={screen} />
      ) : (
        <div className="phone-search">
          <KeywordBox of={of} keyword={state.keyword} change={state.change} />
          <button
            type="button"
            className="phone-filter"
            data-active={active.length > 0}
            aria-label={t(['筛选', 'Filters'])}
            onClick={() => setSheet(true)}
          >
            <SlidersHorizontal size={18} aria-hidden />
            {active.length > 0 && active.length}
          </button>
        </div>
      )}
      {screen.as && <Laid screen={screen} />}
      <div className="cards-box" hidden={screen.as !== ''}>
        {state.group && <Groups screen={screen} />}
        <div className="cards-head">
          {active.map(([name, field]) => (
            <ActiveChip key={name} screen={screen} name={name} field={field} />
          ))}
          <span className="spring" />
          <span className="quiet">{rows.page && t(totalWords(rows.page))}</span>
        </div>
        <ul className="cards">
          {screen.shown.map((one) => (
            <Card key={one.row.id} screen={screen} flat={one} />
          ))}
          {rows.loading &&
            Array.from({ length: 4 }, (_none, at) => (
              <li key={at} className="card card-wait">
                <i className="skeleton" style={{ width: '40%' }} />
                <i className="skeleton" style={{ width: '70%' }} />
                <i className="skeleton" style={{ width: '60%' }} />
              </li>
            ))}
        </ul>
        {!rows.loading && records.length === 0 && <NoRows screen={screen} />}
        <div ref={end} className="cards-end" />
      </div>
      {sheet && <FilterSheet screen={screen} onClose={() => setSheet(false)} />}
    </>
  );
}
