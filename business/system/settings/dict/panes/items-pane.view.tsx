import { ArrowLeft, ChevronRight, Lock, Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { PaneActions } from './use-panes.view.tsx';
import type { WireItem } from './wire-item.view.tsx';
import '#kernel/web/table/table.css';

/** Width of the actions column of items in pixels, as the specification requires. */
const TOOLS = 300;

export function SealedMark({ item }: { item: WireItem }): ReactElement | null {
  const t = useT();
  const words = t(['已封存：键值不能增删改', 'Sealed: its keys may not change']);
  return item.isSealed === 1 ? (
    <span className="quiet" role="img" title={words} aria-label={words}>
      <Lock size={13} aria-hidden />
    </span>
  ) : null;
}

interface Line {
  readonly item: WireItem;
  readonly depth: number;
}

/** Return the visible lines of the tree: children of closed items are left out. */
const linesOf = (items: readonly WireItem[], closed: ReadonlySet<string>, depth = 0): Line[] =>
  items.flatMap((item) => [
    { item, depth },
    ...(item.children && !closed.has(item.id) ? linesOf(item.children, closed, depth + 1) : []),
  ]);

/** The items of the chosen dictionary as a tree. */
export function ItemsPane({
  group,
  items,
  actions,
  onBack,
}: {
  group: WireItem | undefined;
  items: readonly WireItem[] | undefined;
  actions: PaneActions;
  onBack: () => void;
}): ReactElement {
  const t = useT();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void =>
    setClosed((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const sealed = group?.isSealed === 1;
  const lines = linesOf(items ?? [], closed);
  return (
    <section className="dict-pane" aria-label={t(['字典项', 'Items'])}>
      <header className="dict-pane-head">
        <button
          type="button"
          className="icon-button only-small"
          aria-label={t(['返回字典列表', 'Back to the dictionaries'])}
          onClick={onBack}
        >
          <ArrowLeft size={16} aria-hidden />
        </button>
        <h2>{group ? t([group.dictValue, group.dictValueEn || group.dictValue]) : t(['字典项', 'Items'])}</h2>
        {group && <small className="mono quiet">{group.code}</small>}
        <span className="spring" />
        {group && (
          <button type="button" className="button" onClick={() => actions.uses(group)}>
            {t(['使用处', 'Uses'])}
          </button>
        )}
        {group && actions.may('add') && (
          <button
            type="button"
            className="button strong"
            disabled={sealed}
            title={
              sealed
                ? t(['该字典已封存，键值不能增删改', 'This dictionary is sealed: its keys may not change'])
                : undefined
            }
            onClick={() => actions.add(group)}
          >
            <Plus size={15} aria-hidden />
            {t(['新增', 'New'])}
          </button>
        )}
      </header>
      <div className="dict-pane-box" tabIndex={0} role="group" aria-label={t(['字典项', 'Items'])}>
        {!group && (
          <div className="table-empty">
            <b>{t(['请选择一个字典', 'Choose a dictionary'])}</b>
          </div>
        )}
        {group && !items && <i className="skeleton" style={{ width: '60%', margin: 16 }} />}
        {group && items?.length === 0 && (
          <div className="table-empty">
            <b>{t(['还没有字典项', 'There are no items yet'])}</b>
          </div>
        )}
        {group && lines.length > 0 && (
          <table className="table dict-table">
            <colgroup>
              <col />
              <col style={{ width: 130 }} />
              <col style={{ width: 56 }} />
              <col style={{ width: TOOLS }} />
            </colgroup>
            <thead>
              <tr>
                <th>{t(['字典名称', 'Name'])}</th>
                <th>{t(['键值', 'Key'])}</th>
                <th className="end">{t(['排序', 'Order'])}</th>
                <th>{t(['操作', 'Actions'])}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ item, depth }) => {
                const name = t([item.dictValue, item.dictValueEn || item.dictValue]);
                return (
                  <tr key={item.id}>
                    <td title={item.remark || name}>
                      <span className="dict-name" style={{ paddingInlineStart: depth * 20 }}>
                        {item.children && (
                          <span className="tree-step">
                            <button
                              type="button"
                              className="icon-button small"
                              aria-expanded={!closed.has(item.id)}
                              aria-label={t(['展开', 'Open'])}
                              onClick={() => toggle(item.id)}
                            >
                              <ChevronRight size={14} aria-hidden />
                            </button>
                          </span>
                        )}
                        {item.pic && <FileThumb link={item.pic} name={name} size={24} />}
                        <span className={item.tone ? `pill ${item.tone}` : undefined}>{name}</span>
                        <SealedMark item={item} />
                      </span>
                    </td>
                    <td className="mono">{String(item.dictKey)}</td>
                    <td className="end only-large">{item.sort}</td>
                    <td className="dict-tools">
                      <span className="dict-tools-in">
                        {actions.may('add') && (
                          <button type="button" className="link" disabled={sealed} onClick={() => actions.add(item)}>
                            {t(['新增下级', 'Add below'])}
                          </button>
                        )}
                        {actions.may('edit') && (
                          <button type="button" className="link" onClick={() => actions.edit(item)}>
                            {t(['编辑', 'Edit'])}
                          </button>
                        )}
                        <button type="button" className="link" onClick={() => actions.uses(item)}>
                          {t(['使用处', 'Uses'])}
                        </button>
                        {actions.may('delete') && (
                          <button
                            type="button"
                            className="link danger"
                            disabled={item.isSealed === 1}
                            onClick={() => actions.remove(item)}
                          >
                            {t(['删除', 'Delete'])}
                          </button>
                        )}
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
