import { ChoiceBox } from '../pickers/choice-box.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { WirePage } from '../registry/rows.ts';
import { useT } from '../i18n/words.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { SIZES } from '../query/list-query.ts';
import type { ListState } from './state/list-state.ts';
import type { Rows } from './state/use-rows.ts';

const back = <ChevronLeft size={16} aria-hidden />;
const on = <ChevronRight size={16} aria-hidden />;

/** Return the page numbers to show, such as 1 2 3 … 342: always the same count, around the current page. */
function pagesAround(current: number, last: number): (number | '…')[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(current < 4 ? [1, 2, 3, last] : current > last - 3 ? [1, last - 2, last - 1, last] : near)]
    .filter((page) => page >= 1 && page <= last)
    .toSorted((one, other) => one - other);
  return pages.flatMap((page, at) => (at > 0 && page - pages[at - 1] > 1 ? ['…' as const, page] : [page]));
}

/** Return the number of rows as text. It is counted up to one thousand; a larger number is marked as an estimate. */
export const totalWords = ({ total, totalApprox }: WirePage): Label =>
  !totalApprox
    ? [`${grouped(total)} 条`, counted(total, 'row')]
    : total % 1000 === 1
      ? [`${grouped(total - 1)}+ 条`, `${grouped(total - 1)}+ rows`]
      : [`约 ${grouped(total)} 条`, `about ${counted(total, 'row')}`];

/** The estimated number of rows as a button. A press counts exactly, which takes much longer than reading a page. */
export function ExactTotal({ page, count }: { page: WirePage; count: () => void }): ReactElement {
  const t = useT();
  return (
    <button
      type="button"
      className="link quiet total-about"
      title={t(['点一下数清楚', 'Click to count exactly'])}
      onClick={count}
    >
      {t(totalWords(page))}
    </button>
  );
}

/** Time in ms that the pointer must rest on a page button before that page is prefetched. */
const REST_MS = 80;

/**
 * Prefetch the page whose button has the pointer or the focus. After a change of page the pointer is already on the
 * next button, so this runs again.
 */
function useAhead({ ahead, page }: Rows, pages: RefObject<HTMLElement | null>): () => void {
  const timer = useRef(0);
  const latest = useRef(ahead);
  latest.current = ahead;
  const look = (): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const to = pages.current?.querySelector<HTMLElement>('[data-page]:is(:hover, :focus-visible)')?.dataset.page;
      if (to) latest.current?.(Number(to));
    }, REST_MS);
  };
  useEffect(() => {
    look();
    return () => clearTimeout(timer.current);
  }, [page]);
  return look;
}

/** The foot of a list: shortcuts on the left; number of rows, pages and page size on the right. */
export function Pager({
  of,
  state,
  rows,
  onSize,
}: {
  of: AnyPaper;
  state: ListState;
  rows: Rows;
  onSize: (size: number) => void;
}): ReactElement {
  const t = useT();
  const page = rows.page;
  const last = Math.max(1, page?.pages ?? 1);
  const pages = useRef<HTMLElement>(null);
  const look = useAhead(rows, pages);
  const there = (to: number): number | undefined => (to >= 1 && to <= last && to !== state.current ? to : undefined);
  const go = (to: number): void => state.change({ current: to > 1 ? String(to) : undefined }, true);
  return (
    <footer className="list-foot">
      <span className="foot-keys">
        <span>{t(['↑↓ 移动', '↑↓ move'])}</span>
        <span>{t(['Space 选中', 'Space selects'])}</span>
        <span>{t(['Enter 打开', 'Enter opens'])}</span>
        <span>{t(['E 编辑', 'E edits'])}</span>
        <span>{t(['? 快捷键', '? keys'])}</span>
      </span>
      <span className="spring" />
      <span>
        {page &&
          (page.totalApprox ? (
            <ExactTotal page={page} count={rows.count} />
          ) : (
            t([`共 ${grouped(page.total)} 条`, counted(page.total, 'row')])
          ))}
      </span>
      {!of.tree && (
        // Buttons at the first and last page are not `disabled`, because a disabled button loses the focus, and the
        // keyboard its position.
        <nav className="pages" ref={pages} onPointerOver={look} onFocus={look} aria-label={t(['翻页', 'Pages'])}>
          <button
            type="button"
            className="icon-button"
            data-page={there(state.current - 1)}
            aria-disabled={state.current <= 1}
            aria-label={t(['上一页', 'Previous page'])}
            onClick={() => {
              if (state.current > 1) go(state.current - 1);
            }}
          >
            {back}
          </button>
          {pagesAround(state.current, last).map((one, at) =>
            one === '…' ? (
              <i key={`gap${at}`}>…</i>
            ) : (
              <button
                key={one}
                type="button"
                className="page-number"
                data-page={there(one)}
                aria-current={one === state.current ? 'page' : undefined}
                onClick={() => go(one)}
              >
                {one}
              </button>
            ),
          )}
          <button
            type="button"
            className="icon-button"
            data-page={there(state.current + 1)}
            aria-disabled={state.current >= last}
            aria-label={t(['下一页', 'Next page'])}
            onClick={() => {
              if (state.current < last) go(state.current + 1);
            }}
          >
            {on}
          </button>
          <ChoiceBox
            look="page-size"
            label={t(['每页条数', 'Rows per page'])}
            value={String(state.size)}
            items={SIZES.map((size) => ({ key: String(size), label: t([`${size} 条/页`, `${size} per page`]) }))}
            onChange={(size) => onSize(Number(size))}
          />
        </nav>
      )}
    </footer>
  );
}
