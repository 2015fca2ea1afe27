import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import { counted, grouped } from '../../../i18n/plural.ts';
import { useLanguage, useT } from '../../../i18n/words.ts';
import { NO_VALUE, ungroupedFiltersOf } from '../../../query/list-query.ts';
import type { ListScreenState } from '../../state/use-list-screen.ts';
import { type Group, groupChoices, useGroups } from './use-groups.ts';

const keyIn = ({ key }: Group): string => key || NO_VALUE;

/** Sums of a group, of the columns that the table shows. */
function Sums({ screen, group }: { screen: ListScreenState; group: Group }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const columns = screen.columns.filter(({ key }) => group.sums[key] !== undefined);
  if (columns.length === 0) return null;
  return (
    <span className="group-sums">
      {columns.map((column) => (
        <span key={column.key}>
          {t(column.label)} <b>{column.cell({ id: '', [column.key]: group.sums[column.key] }, language)}</b>
        </span>
      ))}
    </span>
  );
}

/** The groups of all matching rows, with their counts and sums. Pressing one shows only its rows. */
export default function GroupRail({ screen }: { screen: ListScreenState }): ReactElement {
  const t = useT();
  const { of, state, view } = screen;
  const rail = useRef<HTMLElement>(null);
  const { data, error, isPlaceholderData, refetch } = useGroups(
    of,
    state.group,
    ungroupedFiltersOf(of, state, view?.filters),
  );
  const label = groupChoices(of).find(([key]) => key === state.group)?.[1];
  const choose = (open: string | undefined): void => state.change({ open });
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...(rail.current?.querySelectorAll<HTMLElement>('.group-head') ?? [])];
    all[all.indexOf(document.activeElement as HTMLElement) + by]?.focus();
  };
  const total = data?.groups.reduce((sum, one) => sum + one.count, 0);
  return (
    <nav
      ref={rail}
      className="groups"
      data-dim={isPlaceholderData}
      aria-busy={isPlaceholderData}
      aria-label={t(['分组', 'Groups'])}
      onKeyDown={step}
    >
      <header>
        <b>{label ? t(label) : ''}</b>
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['不分组', 'Do not group'])}
          title={t(['不分组', 'Do not group'])}
          onClick={() => state.change({ group: undefined, open: undefined })}
        >
          <X size={14} aria-hidden />
        </button>
      </header>
      {error ? (
        <p className="groups-why" role="alert">
          {error.message}
          <button type="button" className="link" onClick={() => void refetch()}>
            {t(['重试', 'Try again'])}
          </button>
        </p>
      ) : (
        <ul>
          <li>
            <button
              type="button"
              className="group-head"
              aria-current={state.open === null ? 'true' : undefined}
              onClick={() => choose(undefined)}
            >
              <span>{t(['全部', 'All'])}</span>
              {total !== undefined && (
                <small>
                  {grouped(total)}
                  {data?.more ? '+' : ''}
                </small>
              )}
            </button>
          </li>
          {data?.groups.map((group) => (
            <li key={group.key}>
              <button
                type="button"
                className="group-head"
                aria-current={state.open === keyIn(group) ? 'true' : undefined}
                title={t([`${group.label}：${group.count} 条`, `${group.label}: ${counted(group.count, 'row')}`])}
                onClick={() => choose(keyIn(group))}
              >
                <span className={group.key ? undefined : 'quiet'}>{group.label}</span>
                <small>{grouped(group.count)}</small>
                <Sums screen={screen} group={group} />
              </button>
            </li>
          ))}
          {!data &&
            Array.from({ length: 6 }, (_none, at) => (
              <li key={at} aria-hidden className="group-wait">
                <i className="skeleton" style={{ width: `${40 + ((at * 17) % 40)}%` }} />
              </li>
            ))}
        </ul>
      )}
      {data?.more && (
        <p className="groups-why quiet">
          {t(['只列出前 200 组，请缩小条件', 'Only 200 groups are listed: narrow the filters'])}
        </p>
      )}
    </nav>
  );
}
