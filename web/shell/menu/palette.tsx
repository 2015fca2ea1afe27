import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { Command, CornerDownLeft, Search } from 'lucide-react';
import { type ReactElement, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { get } from '#kernel/web/http/http.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { type Binding, boundKeys, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useEarlyEnter } from '#kernel/web/shortcuts/early-enter.ts';
import { findPaper } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type MenuEntry, distanceOf, leavesOf, useMenus } from './menus.ts';
import { openWindow } from './own-window.ts';

interface Found {
  readonly paper: string;
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly open: boolean | null;
}
interface Hit {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactElement;
  readonly run: () => void;
}

const pagesFor = (menus: readonly MenuEntry[], typed: string): (readonly [MenuEntry, number])[] =>
  leavesOf(menus)
    .map((entry) => [entry, distanceOf(entry, typed)] as const)
    .filter(([, far]) => far < Infinity)
    .toSorted(([, one], [, other]) => one - other);

function useHits(
  typed: string,
  onlyOpen: boolean,
  actions: readonly Binding[],
  onClose: () => void,
): {
  readonly hits: readonly Hit[];
  /** True while the matching records are loading. */ readonly isAwaited: boolean;
} {
  const t = useT();
  const navigate = useNavigate();
  const { data: menus = [] } = useMenus();
  const query = useDeferredValue(typed.trim());
  const { data: found = [], isLoading } = useQuery({
    queryKey: ['search', query, onlyOpen],
    enabled: query.length >= 2,
    queryFn: async ({ signal }) => {
      const answer = await get<Found[] | { records: Found[] }>(
        'blade-core/search',
        { q: query, ...(onlyOpen && { open: true }) },
        { signal, quiet: true },
      );
      return Array.isArray(answer) ? answer : (answer.records ?? []);
    },
  });
  const small = typed.trim().toLowerCase();
  const go = (path: string) => () => {
    onClose();
    void navigate(path);
  };
  const records = found.flatMap((row): Hit[] => {
    const of = findPaper(row.paper);
    const Icon = iconOf(of?.menu?.icon);
    return of?.menu
      ? [
          {
            key: `r${row.paper}${row.id}`,
            group: t(listTitleOf(of)),
            label: row.label,
            hint: row.hint ?? '',
            icon: <Icon size={16} aria-hidden />,
            run: go(`${of.menu.path}?id=${row.id}`),
          },
        ]
      : [];
  });
  const asPage = (entry: MenuEntry): Hit => {
    const Icon = iconOf(entry.icon);
    return {
      key: `m${entry.id}`,
      group: t(['菜单', 'Menus']),
      label: entry.label,
      hint: '',
      icon: <Icon size={16} aria-hidden />,
      run: entry.newWindow
        ? () => {
            onClose();
            openWindow(entry.path);
          }
        : go(entry.path),
    };
  };
  const pages = pagesFor(menus, small).slice(0, small ? 8 : 6);
  // Pages that begin with the text are known at once and stay on top. Records arrive later, below them, so that no hit
  // moves under the pointer.
  const begin = pages.filter(([, far]) => far <= 1).map(([entry]) => asPage(entry));
  const within = pages.filter(([, far]) => far > 1).map(([entry]) => asPage(entry));
  const acts = actions
    .filter((action) => t(action.label).toLowerCase().includes(small))
    .slice(0, 8)
    .map((action): Hit => ({
      key: `a${action.keys}`,
      group: t(['本页操作', 'On this page']),
      label: t(action.label),
      hint: action.keys.split(' ')[0],
      icon: <Command size={16} aria-hidden />,
      run: () => {
        onClose();
        setTimeout(() => action.run(), 0);
      },
    }));
  const wanted = typed.trim();
  return {
    hits: [...begin, ...records, ...within, ...acts],
    isAwaited: begin.length === 0 && wanted.length >= 2 && (wanted !== query || isLoading),
  };
}

/** One search for everything: records, pages, and the actions of this page. */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [actions] = useState(() => boundKeys().filter((binding) => binding.keys !== 'Ctrl+k'));
  const [onlyOpen, setOnlyOpen] = useState(false);
  const { hits, isAwaited } = useHits(typed, onlyOpen, actions, onClose);
  const enter = useEarlyEnter(typed, isAwaited && at === 0, () => hits[at]?.run());
  const flipOpen = (): void => {
    setOnlyOpen((now) => !now);
    setAt(0);
  };
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(document.activeElement);
  const move = (by: number): void => setAt((now) => (hits.length ? (now + by + hits.length) % hits.length : 0));
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  useKeys(
    [
      { keys: 'Escape', label: ['关闭', 'Close'], typing: true, silent: true, run: onClose },
      { keys: 'ArrowDown', label: ['下一个', 'Next'], typing: true, silent: true, run: () => move(1) },
      { keys: 'ArrowUp', label: ['上一个', 'Previous'], typing: true, silent: true, run: () => move(-1) },
      { keys: 'Enter', label: ['打开', 'Open'], typing: true, silent: true, run: enter },
      { keys: 'Alt+o', label: ['只看未完', 'Open only'], typing: true, run: flipOpen },
    ],
    { modal: true },
  );
  return (
    <div
      className="dialog-ground palette-ground"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette" role="dialog" aria-modal="true" aria-labelledby="palette-title">
        <h2 id="palette-title">{t(['菜单搜索', 'Menu search'])}</h2>
        <label className="palette-box">
          <Search size={16} aria-hidden />
          <input
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls="palette-list"
            aria-activedescendant={hits[at] ? `hit-${at}` : undefined}
            placeholder={t(['客户、电话、单号、菜单、操作…', 'Customer, phone, number, menu, action…'])}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
          />
          <button type="button" className="palette-open" aria-pressed={onlyOpen} tabIndex={-1} onClick={flipOpen}>
            {t(['只看未完', 'Open only'])} <kbd>Alt O</kbd>
          </button>
          <kbd>Esc</kbd>
        </label>
        <ul id="palette-list" ref={list} role="listbox" aria-label={t(['结果', 'Results'])}>
          {hits.map((hit, index) => (
            <li
              key={hit.key}
              role="option"
              id={`hit-${index}`}
              aria-selected={index === at}
              onMouseMove={() => setAt(index)}
              onClick={hit.run}
            >
              {hit.icon}
              <span>{hit.label}</span>
              <small>{hit.hint}</small>
              <em>{hits[index - 1]?.group === hit.group ? '' : hit.group}</em>
              {index === at && <CornerDownLeft size={14} aria-hidden />}
            </li>
          ))}
          {hits.length === 0 && (
            <li className="palette-none" role="option" aria-selected={false} aria-disabled>
              {t(['没有找到', 'Nothing found'])}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
