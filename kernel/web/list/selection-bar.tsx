import { Download, Pencil, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { batchActions } from '../actions/actions.tsx';
import { iconOf } from '../menus/icons.ts';
import { matchingOf } from '../registry/paper-calls.ts';
import { mayDo } from '../registry/rows.ts';
import { useT } from '../i18n/words.ts';
import { grouped } from '../i18n/plural.ts';
import type { ListScreenState } from './state/use-list-screen.ts';

/** Maximum number of rows in one call to the server. */
const MAX_AT_ONCE = 1000;

/** The bar that replaces the filters while rows are selected: their number, and actions on them. */
export function SelectionBar({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const {
    of,
    selection,
    rows,
    may,
    slots: { picked: Picked },
  } = screen;
  const total = rows.page?.total ?? 0;
  const all = selection.allMatching;
  const batch = batchActions(of, selection.rows);
  const matching = all ? { matching: matchingOf(screen.filters, total) } : undefined;
  const removable = selection.rows.filter((row) => mayDo(row, 'delete'));
  return (
    <div
      className="filter-row selection-row"
      role="toolbar"
      aria-label={t(['批量操作', 'Actions for the selected rows'])}
    >
      <span>
        {t(['已选', 'Selected'])} <b>{all ? grouped(total) : selection.size}</b> {t(['条', ''])}
      </span>
      {!all &&
        total > selection.size &&
        (total <= MAX_AT_ONCE ? (
          <button type="button" className="link" onClick={selection.pickAll}>
            {t([`选中全部 ${grouped(total)} 条`, `Select all ${grouped(total)}`])}
          </button>
        ) : (
          <span className="quiet">
            {t([
              `筛选到 ${grouped(MAX_AT_ONCE)} 条以内可全部选中`,
              `All can be selected once filters leave ${grouped(MAX_AT_ONCE)} or fewer`,
            ])}
          </span>
        ))}
      <i className="rule" />
      {batch.map((named) => {
        const Icon = iconOf(named[1].icon);
        return (
          <button
            key={named[0]}
            type="button"
            className={`button${named[1].danger ? ' danger' : ''}`}
            onClick={() =>
              screen.acting.run(
                named,
                selection.rows.filter((row) => mayDo(row, named[0])),
                matching,
              )
            }
          >
            <Icon size={15} aria-hidden />
            {t(named[1].label)}
          </button>
        );
      })}
      {Picked && !all && <Picked rows={selection.rows} />}
      {may('edit') && !of.readOnly && (
        <button type="button" className="button" onClick={() => screen.show('bulk')}>
          <Pencil size={15} aria-hidden />
          {t(['批量修改', 'Bulk edit'])}
        </button>
      )}
      {may('export') && (
        <button type="button" className="button" onClick={() => screen.show('export')}>
          <Download size={15} aria-hidden />
          {t(['导出所选', 'Export selected'])}
        </button>
      )}
      {may('delete') && !of.readOnly && (
        <button
          type="button"
          className="button danger"
          disabled={!all && removable.length === 0}
          title={
            all || removable.length
              ? undefined
              : t(['选中的行在当前状态不能删除', 'None of the selected rows can be deleted in its present state'])
          }
          onClick={() => void screen.remove(removable, matching)}
        >
          <Trash2 size={15} aria-hidden />
          {t(['删除', 'Delete'])}
        </button>
      )}
      <span className="spring" />
      <button type="button" className="link quiet" onClick={selection.clear}>
        <kbd>Esc</kbd> {t(['取消选择', 'Clear selection'])}
      </button>
    </div>
  );
}
