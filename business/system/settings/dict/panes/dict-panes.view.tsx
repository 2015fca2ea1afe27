import { type ReactElement, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { captionOf } from '#kernel/language/caption.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { restoreFocus } from '#kernel/web/shortcuts/restore-focus.ts';
import { fetchRow, removeRows } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useDirtyForm } from '#kernel/web/tabs/tabs.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { dictPaper } from '../dict.paper.ts';
import { dictBiz } from '../dict-biz.paper.ts';
import { GroupsPane } from './groups-pane.view.tsx';
import { ItemsPane } from './items-pane.view.tsx';
import { KeyUses } from './key-uses.view.tsx';
import { type PaneActions, usePanes } from './use-panes.view.tsx';
import type { WireItem } from './wire-item.view.tsx';
import './panes.css';

const PaperForm = withControls(() => import('#kernel/web/form/paper-form.tsx').then((module) => module.PaperForm));

/** Return the form of a group or an item. A group has no key and no parent; an item has its group's code. */
function formOf(of: AnyPaper, isItem: boolean): AnyPaper {
  const { code, parentId, dictKey, ...rest } = of.fields;
  return {
    ...of,
    fields: isItem
      ? { dictKey: { ...dictKey, required: true }, ...rest, parentId, code: { ...code, auto: true } }
      : { code, ...rest },
  };
}

interface Open {
  readonly key: number;
  readonly row: WireRow | null;
  readonly isItem: boolean;
  readonly start: Readonly<Record<string, unknown>>;
}

/** Every group of dictionaries, and beside (or below) it the tree of its items. */
export function DictPanes({ across }: { across: boolean }): ReactElement {
  const t = useT();
  const { search } = useLocation();
  const { of, chosen, groups, items, group, choose, show } = usePanes();
  const may = useMay(of);
  const [maySystem, mayBusiness] = [useMay(dictPaper)('view'), useMay(dictBiz)('view')];
  const [form, setForm] = useState<Open | null>(null);
  const [used, setUsed] = useState<WireItem | null>(null);
  const tellDirty = useDirtyForm(form !== null);
  const shape = useMemo(() => formOf(of, form?.isItem === true), [of, form?.isItem]);
  const opener = useRef<Element | null>(null);
  const open = (next: Omit<Open, 'key'>): void => {
    opener.current = document.activeElement;
    setForm((now) => ({ key: (now?.key ?? 0) + 1, ...next }));
  };
  const isItem = (item: WireItem): boolean => Boolean(item.parentId) && item.parentId !== '0';
  const actions: PaneActions = {
    may,
    add: (above) =>
      open({
        row: null,
        isItem: above !== null,
        start: above ? { parentId: above.id, code: above.code, sort: (items.data?.length ?? 0) + 1 } : {},
      }),
    edit: (item) => void fetchRow(of, item.id).then((row) => open({ row, isItem: isItem(item), start: {} })),
    uses: setUsed,
    remove: (item) =>
      void (async () => {
        if (
          !(await ask({
            title: t(['确定将选择数据删除?', 'Delete it?']),
            text: t([captionOf(of, item, 'zh'), captionOf(of, item, 'en')]),
            yes: t(['确定', 'Delete']),
            danger: true,
          }))
        )
          return;
        const pane = document.activeElement?.closest<HTMLElement>('.dict-pane-box');
        await removeRows(of, { ids: [item.id] });
        // The focused button disappears with its row, so focus the pane instead.
        pane?.focus();
        toast.good(t(['删除成功', 'Deleted']));
        refresh(of.name);
        if (item.id === chosen) choose('');
      })(),
  };
  const close = (): void => {
    restoreFocus(opener.current, document.querySelector('.page:not([hidden]) .dict-pane-box'));
    setForm(null);
    tellDirty(false);
  };
  return (
    <div className="dict-panes" data-across={across} data-chosen={chosen !== ''}>
      <header className="page-head">
        <h1>{t(['字典管理', 'Dictionaries'])}</h1>
        <div className="chips-plain" role="group" aria-label={t(['字典种类', 'Kind of dictionary'])}>
          {mayBusiness && (
            <button type="button" className="choice" aria-pressed={of === dictBiz} onClick={() => show('business')}>
              {t(dictBiz.title)}
            </button>
          )}{' '}
          {maySystem && (
            <button type="button" className="choice" aria-pressed={of === dictPaper} onClick={() => show('system')}>
              {t(dictPaper.title)}
            </button>
          )}
        </div>
        <span className="spring" />
        <Link
          className="button plain only-large"
          to={`${across ? '/dict-vertical/index' : '/dict-horizontal/index'}${search}`}
        >
          {across ? t(['上下排列', 'One above the other']) : t(['左右排列', 'Side by side'])}
        </Link>
      </header>
      {!may('view') ? (
        <div className="table-empty">
          <b>{t(['没有权限进行此操作', 'You may not do this'])}</b>
        </div>
      ) : (
        <div className="panes">
          <GroupsPane groups={groups.data} chosen={chosen} choose={choose} actions={actions} />
          <ItemsPane
            group={group}
            items={chosen ? items.data : undefined}
            actions={actions}
            onBack={() => choose('')}
          />
        </div>
      )}
      {form && (
        <PaperForm
          key={form.key}
          of={shape}
          row={form.row}
          start={form.start}
          onClose={close}
          onDirty={tellDirty}
          onSaved={(_row: WireRow, another: boolean) => {
            if (!another) close();
          }}
        />
      )}
      {used && (
        <Dialog
          title={t([`使用处：${captionOf(of, used, 'zh')}`, `Uses of “${captionOf(of, used, 'en')}”`])}
          width={640}
          onClose={() => setUsed(null)}
        >
          <KeyUses of={of} id={used.id} only={isItem(used) ? String(used.dictKey) : undefined} />
        </Dialog>
      )}
    </div>
  );
}
