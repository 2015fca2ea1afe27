import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { SealedMark } from './items-pane.view.tsx';
import type { PaneActions } from './use-panes.view.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireItem } from './wire-item.view.tsx';
import '#kernel/web/table/table.css';

/** Width of the actions column of groups in pixels, as the specification requires. */
const TOOLS = 250;

const fits = (group: WireItem, word: string): boolean =>
  [group.code, group.dictValue, group.dictValueEn].some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(word),
  );

/** The list of all dictionaries, with the chosen one marked. */
export function GroupsPane({
  groups,
  chosen,
  choose,
  actions,
}: {
  groups: readonly WireItem[] | undefined;
  chosen: string;
  choose: (id: string) => void;
  actions: PaneActions;
}): ReactElement {
  const t = useT();
  const [word, setWord] = useState('');
  const shown = groups?.filter((group) => fits(group, word.trim().toLowerCase()));
  return (
    <section className="dict-pane" aria-label={t(['字典列表', 'Dictionaries'])}>
      <header className="dict-pane-head">
        <h2>{t(['字典列表', 'Dictionaries'])}</h2>
        <span className="quiet">{shown?.length ?? ''}</span>
        <span className="spring" />
        <label className="keyword">
          <input
            aria-label={t(['查找字典', 'Find a dictionary'])}
            placeholder={t(['编号或名称', 'Code or name'])}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        </label>
        {actions.may('add') && (
          <button type="button" className="button strong" onClick={() => actions.add(null)}>
            <Plus size={15} aria-hidden />
            {t(['新增', 'New'])}
          </button>
        )}
      </header>
      <div className="dict-pane-box" tabIndex={0} role="group" aria-label={t(['字典列表', 'Dictionaries'])}>
        {!shown && <i className="skeleton" style={{ width: '60%', margin: 16 }} />}
        {shown?.length === 0 && (
          <div className="table-empty">
            <b>{t(['没有找到', 'Nothing found'])}</b>
          </div>
        )}
        {shown && shown.length > 0 && (
          <table className="table dict-table">
            <colgroup>
              <col />
              <col style={{ width: TOOLS }} />
            </colgroup>
            <thead>
              <tr>
                <th>{t(['字典名称 · 编号', 'Name · code'])}</th>
                <th>{t(['操作', 'Actions'])}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((group) => (
                <tr key={group.id} data-group aria-selected={group.id === chosen} onClick={() => choose(group.id)}>
                  <td title={group.remark}>
                    <span className="dict-name">
                      <button type="button" className="cell-open" onClick={() => choose(group.id)}>
                        {t([group.dictValue, group.dictValueEn || group.dictValue])}
                      </button>
                      <small className="mono quiet">{group.code}</small>
                      <SealedMark item={group} />
                    </span>
                  </td>
                  <td className="dict-tools" onClick={(event) => event.stopPropagation()}>
                    <span className="dict-tools-in">
                      <button type="button" className="link" onClick={() => choose(group.id)}>
                        {t(['字典配置', 'Items'])}
                      </button>
                      {actions.may('edit') && (
                        <button type="button" className="link" onClick={() => actions.edit(group)}>
                          {t(['编辑', 'Edit'])}
                        </button>
                      )}
                      <button type="button" className="link" onClick={() => actions.uses(group)}>
                        {t(['使用处', 'Uses'])}
                      </button>
                      {actions.may('delete') && (
                        <button
                          type="button"
                          className="link danger"
                          disabled={group.isSealed === 1}
                          onClick={() => actions.remove(group)}
                        >
                          {t(['删除', 'Delete'])}
                        </button>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
