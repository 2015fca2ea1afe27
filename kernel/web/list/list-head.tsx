import { listTitleOf } from '#kernel/language/plural.ts';
import { orderedBy } from '#kernel/fields/paper-fields.ts';
import {
  Columns3,
  Download,
  ListTree,
  Maximize2,
  Plus,
  Printer,
  RefreshCw,
  Rows2,
  Rows3,
  Rows4,
  Upload,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { refresh } from '../query/client.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { GroupMenu } from './ways/groups/group-menu.tsx';
import { ExactTotal } from './pager.tsx';
import { Ways } from './ways/ways.tsx';
import type { ListScreenState } from './state/use-list-screen.ts';

const densities = [32, 40, 48] as const;

// Created once, so that React skips these icons when the head renders again.
const marks = {
  32: <Rows4 size={16} aria-hidden />,
  40: <Rows3 size={16} aria-hidden />,
  48: <Rows2 size={16} aria-hidden />,
};
const signs = {
  refresh: <RefreshCw size={16} aria-hidden />,
  whole: <Maximize2 size={16} aria-hidden />,
  print: <Printer size={16} aria-hidden />,
  tree: <ListTree size={16} aria-hidden />,
  columns: <Columns3 size={16} aria-hidden />,
  out: <Download size={16} aria-hidden />,
  in: <Upload size={16} aria-hidden />,
  add: <Plus size={16} aria-hidden />,
};

function Total({ screen }: { screen: ListScreenState }): ReactElement {
  const page = screen.rows.page;
  if (!page) return <i className="skeleton" style={{ width: 48 }} />;
  if (page.totalApprox) return <ExactTotal page={page} count={screen.rows.count} />;
  return <span className="quiet">{grouped(page.total)}</span>;
}

/** The head of a list: title, number of rows, tools, and the primary button. */
export function ListHead({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { of, may, settings, slots } = screen;
  const density = (settings.density ?? 40) as 32 | 40 | 48;
  const { toolbar: Toolbar } = slots;
  const fill = (): void => void document.getElementById('page')?.requestFullscreen?.();
  return (
    <header className="page-head list-head">
      <h1>{t(listTitleOf(of))}</h1>
      <Total screen={screen} />
      {screen.changes > 0 && (
        <button type="button" className="changes" onClick={screen.seeChanges}>
          {t([`${screen.changes} 条变化`, counted(screen.changes, 'change')])}
        </button>
      )}
      <span className="spring" />
      {Toolbar && <Toolbar />}
      <Ways screen={screen} />
      {!screen.as && <GroupMenu screen={screen} />}
      <button
        type="button"
        className="icon-button"
        title={t(['刷新', 'Reload'])}
        aria-label={t(['刷新', 'Reload'])}
        onClick={() => refresh(of.name)}
      >
        {signs.refresh}
      </button>
      {!screen.as && (
        <button
          type="button"
          className="icon-button only-desk"
          title={t([`行高 ${density}`, `Row height ${density}`])}
          aria-label={t(['行高', 'Row height'])}
          onClick={() => screen.keep({ density: densities[(densities.indexOf(density) + 1) % 3] })}
        >
          {marks[density] ?? marks[40]}
        </button>
      )}
      <button
        type="button"
        className="icon-button only-desk"
        title={t(['全屏', 'Full screen'])}
        aria-label={t(['全屏', 'Full screen'])}
        onClick={fill}
      >
        {signs.whole}
      </button>
      <button
        type="button"
        className="icon-button only-desk"
        title={t(['打印本页', 'Print this page'])}
        aria-label={t(['打印本页', 'Print this page'])}
        onClick={() => window.print()}
      >
        {signs.print}
      </button>
      {of.tree && orderedBy(of) && may('edit') && (
        <button type="button" className="button plain" aria-keyshortcuts="m" onClick={() => screen.show('arrange')}>
          {signs.tree}
          <span>{t(['调整位置', 'Arrange'])}</span>
        </button>
      )}
      {!screen.as && (
        <button
          type="button"
          className="button plain only-desk"
          aria-pressed={screen.dialog === 'columns'}
          onClick={() => screen.show(screen.dialog === 'columns' ? null : 'columns')}
        >
          {signs.columns}
          {t(['列', 'Columns'])}
        </button>
      )}
      {may('export') && (
        <button type="button" className="button plain only-desk" onClick={() => screen.show('export')}>
          {signs.out}
          {t(['导出', 'Export'])}
        </button>
      )}
      {may('import') && !of.readOnly && (
        <button type="button" className="button plain only-desk" onClick={() => void navigate(`/import/${of.name}`)}>
          {signs.in}
          {t(['导入', 'Import'])}
        </button>
      )}
      {may('add') && !of.readOnly && (
        <button
          type="button"
          className="button strong"
          onClick={() => screen.openForm({ row: null })}
          aria-keyshortcuts="n"
        >
          {signs.add}
          <span>{t(['新增', 'New'])}</span> <kbd>N</kbd>
        </button>
      )}
    </header>
  );
}
