import { listTitleOf } from '#kernel/language/plural.ts';
import { summedFields } from '#kernel/fields/paper-fields.ts';
import { type ReactElement, useCallback, useMemo } from 'react';
import { labelIn, lowered } from '#kernel/language/label.ts';
import { RowFaces } from '../detail/presence/row-faces.tsx';
import { rowActions } from '../actions/actions.tsx';
import { type WireRow, mayDo } from '../registry/rows.ts';
import { DataTable } from '../table/data-table.tsx';
import { useLanguage, useT } from '../i18n/words.ts';
import { changeColumn, moveColumn } from './columns/column-wishes.ts';
import { HidingConditions } from './filters/conditions.tsx';
import { ChildRows, firstLines } from './rows/child-rows.tsx';
import { RowTools, widthOfWords } from './rows/row-tools.tsx';
import type { ListScreenState } from './state/use-list-screen.ts';
import { useExpanded } from './state/use-expanded.ts';

/** Shown instead of rows: why the list is empty, and what can be done. */
export function NoRows({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const { rows, state, may, of } = screen;
  const filtered = state.keyword !== '' || Object.keys(state.filters).length > 0 || state.open !== null;
  if (rows.error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到数据', 'The rows could not be read'])}</b>
        <span>{rows.error.message}</span>
        <button type="button" className="button" onClick={rows.again}>
          {t(['重试', 'Try again'])}
        </button>
      </div>
    );
  if (filtered)
    return (
      <div className="table-empty">
        <b>{t(['没有符合条件的数据', 'Nothing matches'])}</b>
        <span>
          {t(['以下条件隐藏了其余数据，点击可去掉', 'These conditions hide the other rows; press one to remove it'])}
        </span>
        <HidingConditions screen={screen} />
        <button type="button" className="button" onClick={() => state.reset(true)}>
          {t(['清除全部条件', 'Clear all conditions'])}
        </button>
      </div>
    );
  return (
    <div className="table-empty">
      <b>
        {state.view
          ? t(['这里现在没有要处理的', 'Nothing waits here now'])
          : t([`还没有${of.title[0]}`, `No ${lowered(listTitleOf(of)[1])} yet`])}
      </b>
      {!state.view && may('add') && !of.readOnly && (
        <button type="button" className="button" onClick={() => screen.openForm({ row: null })}>
          {t([`新增${of.title[0]}`, `Add the first ${lowered(of.title[1])}`])}
        </button>
      )}
    </div>
  );
}

/** Open the detail of a row. A paper without a detail opens its form, if the person may edit. */
export function openRow(screen: ListScreenState, row: WireRow): void {
  if (!screen.of.plain) screen.state.change({ id: row.id }, true);
  else if (mayDo(row, 'edit')) void screen.edit(row);
}

/** The rows of the screen in the table. */
export function ListTable({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { of, state, rows, selection, slots } = screen;
  const lines = firstLines(of);
  const columnsSummed = summedFields(of).some(([name]) => screen.columns.some((column) => column.key === name));
  const { expanded, expand } = useExpanded();
  const tools = useCallback(
    (row: WireRow) => (
      <RowTools of={of} row={row} say={(label) => labelIn(label, language)} more={slots.rowTools?.(row)} />
    ),
    [of, language, slots],
  );
  const mark = useCallback((row: WireRow) => <RowFaces of={of} id={row.id} />, [of]);
  const inside = useCallback(
    (row: WireRow) => (lines ? <ChildRows lines={lines} id={row.id} /> : null),
    [lines?.paper.name],
  );
  const records = screen.shown.map((one) => one.row);
  const toolWords = useMemo(() => widthOfWords(screen, language), [screen.shown, of, slots, language]);
  const act = (name: string, id: string, at: { x: number; y: number }): void => {
    const row = records.find((one) => one.id === id);
    if (!row) return;
    screen.setCursor(id);
    if (name === 'menu') screen.openMenu({ id, ...at });
    else if (name === 'toggle' && lines) expand(id);
    else if (name === 'toggle') screen.toggle(id);
    else if (name === 'edit') void screen.edit(row);
    else if (name.startsWith('cell:')) screen.cell.edit(row, name.slice(5));
    else if (name.startsWith('twice:')) {
      // The first press of the two opened the detail.
      state.change({ id: undefined }, true);
      screen.cell.edit(row, name.slice(6));
    } else if (name.startsWith('do:')) {
      const named = rowActions(of, row).find(([one]) => one === name.slice(3));
      if (named) screen.acting.run(named, [row]);
    } else openRow(screen, row);
  };
  return (
    <DataTable
      label={t(listTitleOf(of))}
      columns={screen.columns}
      rows={screen.shown}
      density={screen.settings.density ?? 40}
      selected={selection.ids}
      current={screen.cursor}
      sorts={state.sorts}
      sums={columnsSummed ? (rows.page?.sums ?? null) : undefined}
      averages={rows.page?.averages}
      onSum={rows.count}
      dim={rows.dim}
      loading={rows.loading}
      tools={tools}
      toolWords={toolWords}
      empty={<NoRows screen={screen} />}
      expanded={expanded}
      inside={lines ? inside : undefined}
      edits={screen.cell.cells}
      mark={mark}
      onSelect={(ids, on) => selection.pick(ids, on, records)}
      onSort={state.sort}
      onAct={act}
      onWidth={(key, width) => changeColumn(screen, key, { width })}
      onMove={(key, before) => moveColumn(screen, key, before)}
    />
  );
}
