import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyChange } from './key-change.view.tsx';
import { type Keeper, dictCallsOf } from '../dict.calls.ts';
import './panes.css';

export const useUses = (of: AnyPaper, id: string, enabled = true) => {
  return useCall(dictCallsOf(of).uses, { id }, { of: 'row', enabled, staleTime: 0, quiet: true });
};

/** Return a function that explains why a key cannot change; empty if it can. */
export function useStoredTexts(): (keeper: Keeper) => string {
  const t = useT();
  return (keeper) =>
    keeper === 'sealed'
      ? t(['该字典已封存，键值不能增删改', 'This dictionary is sealed: its keys may not change'])
      : keeper === 'program'
        ? t([
            '该键值由程序使用，不能改键或合并；可修改名称、颜色、排序',
            'The program itself names this key: it can be relabelled, not renamed or merged',
          ])
        : '';
}

/** The number of rows that carry a key in one field, as a link to these rows if the paper has a page. */
function Count({
  path,
  field,
  keyNamed,
  count,
}: {
  path: string;
  field: string;
  keyNamed: string;
  count: number;
}): ReactElement {
  return path ? (
    <Link to={`${path}?${field}_in=${encodeURIComponent(keyNamed)}`}>{grouped(count)}</Link>
  ) : (
    <>{grouped(count)}</>
  );
}

/** The fields that use a dictionary, the number of rows of each key, and buttons to rename or merge a key. */
export function KeyUses({
  of,
  id,
  only,
}: {
  of: AnyPaper;
  id: string;
  /** The only key to show; undefined shows all. */ only?: string;
}): ReactElement {
  const t = useT();
  const { data, error } = useUses(of, id);
  const [changing, change] = useState<{ readonly id: string; readonly how: 'rename' | 'merge' } | null>(null);
  const keptWords = useStoredTexts();
  const may = useMay(of);
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <i className="skeleton" style={{ width: '50%', marginTop: 16 }} />;
  const items = data.items.filter((one) => only === undefined || one.dictKey === only);
  return (
    <div className="key-uses">
      <h3>
        {t(['读取它的字段', 'Fields that read it'])} <small className="quiet">{data.fields.length}</small>
      </h3>
      {data.fields.length === 0 ? (
        <p className="quiet">{t(['没有字段读取这个字典', 'No field reads this dictionary'])}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t(['数据', 'Rows of'])}</th>
              <th>{t(['字段', 'Field'])}</th>
              <th className="end">{t(['使用行数', 'Rows'])}</th>
            </tr>
          </thead>
          <tbody>
            {data.fields.map((one) => {
              const keys = Object.entries(one.counts).filter(([key]) => only === undefined || key === only);
              return (
                <tr key={`${one.paper} ${one.field}`}>
                  <td>{one.title}</td>
                  <td>{one.label}</td>
                  <td className="end">
                    {only === undefined ? (
                      grouped(keys.reduce((sum, [, count]) => sum + count, 0))
                    ) : (
                      <Count path={one.path} field={one.field} keyNamed={only} count={keys[0]?.[1] ?? 0} />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <h3>{t(['键值', 'Keys'])}</h3>
      <table>
        <thead>
          <tr>
            <th>{t(['名称', 'Name'])}</th>
            <th>{t(['键值', 'Key'])}</th>
            <th className="end">{t(['使用行数', 'Rows'])}</th>
            <th aria-label={t(['操作', 'Actions'])} />
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td>{one.dictValue}</td>
              <td className="mono">{one.dictKey}</td>
              <td className="end">{grouped(one.count)}</td>
              <td className="end">
                {may('edit') && (
                  <button
                    type="button"
                    className="link"
                    disabled={one.keeper !== null}
                    title={keptWords(one.keeper)}
                    onClick={() => change({ id: one.id, how: 'rename' })}
                  >
                    {t(['改键', 'Rename'])}
                  </button>
                )}{' '}
                {may('delete') && (
                  <button
                    type="button"
                    className="link"
                    disabled={one.keeper !== null || data.items.length < 2}
                    title={keptWords(one.keeper)}
                    onClick={() => change({ id: one.id, how: 'merge' })}
                  >
                    {t(['合并', 'Merge'])}
                  </button>
                )}
              </td>
            </tr>
          ))}
          {only === undefined &&
            data.lost.map((one) => (
              <tr key={one.dictKey}>
                <td className="state-bad">{t(['没有对应的字典项', 'No item explains it'])}</td>
                <td className="mono">{one.dictKey}</td>
                <td className="end">{grouped(one.count)}</td>
                <td />
              </tr>
            ))}
        </tbody>
      </table>
      {items.some((one) => one.keeper) && (
        <p className="quiet">{keptWords(items.find((one) => one.keeper)?.keeper ?? null)}</p>
      )}
      {changing && <KeyChange of={of} uses={data} id={changing.id} how={changing.how} onClose={() => change(null)} />}
    </div>
  );
}
