import { orderedBy } from '#kernel/fields/paper-fields.ts';
import { useKeys } from '../shortcuts/keys.ts';
import { mayDo } from '../registry/rows.ts';
import { toast } from '../toast/toasts.ts';
import { useT } from '../i18n/words.ts';
import { openRow } from './list-table.tsx';
import type { ListScreenState } from './state/use-list-screen.ts';

/** Binds the keyboard shortcuts of a list. */
export function ListKeys({ screen }: { screen: ListScreenState }): null {
  const t = useT();
  const { shown, cursor, selection, state, of, may } = screen;
  const at = shown.findIndex((one) => one.row.id === cursor);
  const row = shown[at]?.row;
  const move = (by: number): void => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by))];
    if (!next) return;
    // Move the focus to the table, so that Space and Enter act on the row, and not on a button that was used before.
    document.querySelector<HTMLElement>(`[data-table="${of.name}"] .table-box`)?.focus({ preventScroll: true });
    screen.setCursor(next.row.id);
    if (state.id) state.change({ id: next.row.id }, true);
  };
  const close = (): void => {
    if (state.id) state.change({ id: undefined }, true);
    else selection.clear();
  };
  useKeys([
    {
      keys: '/',
      label: ['搜索', 'Search'],
      run: () => document.querySelector<HTMLInputElement>('[data-keyword]')?.focus(),
    },
    ...(may('add') && !of.readOnly
      ? [{ keys: 'n', label: ['新增', 'New'] as const, run: () => screen.openForm({ row: null }) }]
      : []),
    ...(of.tree && orderedBy(of) && may('edit')
      ? [{ keys: 'm', label: ['调整位置', 'Arrange'] as const, run: () => screen.show('arrange') }]
      : []),
    { keys: 'ArrowDown j', label: ['下一条', 'Next row'], run: () => move(1) },
    { keys: 'ArrowUp k', label: ['上一条', 'Previous row'], run: () => move(-1) },
    {
      keys: 'Space',
      label: ['选中', 'Select'],
      run: () => {
        if (row) selection.pick([row.id], !selection.ids.has(row.id), [row]);
      },
    },
    {
      keys: 'Enter',
      label: ['打开', 'Open'],
      run: () => {
        if (row) openRow(screen, row);
        else if (screen.away && screen.away.id === cursor) state.change({ id: screen.away.name }, true);
      },
    },
    {
      keys: 'ArrowRight',
      label: ['展开', 'Expand'],
      silent: true,
      run: () => {
        if (row && shown[at].opens && !shown[at].open) screen.toggle(row.id);
      },
    },
    {
      keys: 'ArrowLeft',
      label: ['收起', 'Collapse'],
      silent: true,
      run: () => {
        if (row && shown[at].open) screen.toggle(row.id);
      },
    },
    {
      keys: 'e',
      label: ['编辑', 'Edit'],
      run: () => {
        if (row && mayDo(row, 'edit')) void screen.edit(row);
      },
    },
    {
      keys: 'F2',
      label: ['修改单元格', 'Edit a cell'],
      run: () => {
        const cells = row && !screen.as ? screen.cell.cells(row) : null;
        if (row && screen.columns.some((column) => cells?.has(column.key))) screen.cell.choose(row);
        else if (row)
          toast.bad(t(['这一行没有可以直接修改的单元格', 'No cell of this row can be changed in its place']));
      },
    },
    {
      keys: 'Delete',
      label: ['删除', 'Delete'],
      run: () => {
        const rows = selection.size ? selection.rows : row ? [row] : [];
        void screen.remove(rows.filter((one) => mayDo(one, 'delete')));
      },
    },
    {
      keys: 'PageDown',
      label: ['下一页', 'Next page'],
      silent: true,
      run: () => {
        if (state.current < (screen.rows.page?.pages ?? 1)) state.change({ current: String(state.current + 1) }, true);
      },
    },
    {
      keys: 'PageUp',
      label: ['上一页', 'Previous page'],
      silent: true,
      run: () => {
        if (state.current > 1) state.change({ current: String(state.current - 1) }, true);
      },
    },
    { keys: 'Escape', label: ['关闭或取消选择', 'Close, or clear the selection'], run: close },
  ]);
  return null;
}
