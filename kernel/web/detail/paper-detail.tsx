import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  ChevronUp,
  Copy,
  Ellipsis,
  Link2,
  Maximize2,
  Minimize2,
  Pencil,
  Printer,
  Trash2,
  X,
} from 'lucide-react';
import { type ReactElement, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { captionField } from '#kernel/language/caption.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type ActionRunner, type Lacking, rowActions, useActing } from '../actions/actions.tsx';
import { DisabledMark, switchItems } from '../actions/switching.tsx';
import { Refused } from '../http/refused.ts';
import { iconOf } from '../menus/icons.ts';
import { useKeys } from '../shortcuts/keys.ts';
import { MenuAt, type MenuItem } from '../menus/menu-at.tsx';
import { menuPlace } from '../menus/menu-place.ts';
import { rowKeyOf, fetchRow } from '../registry/paper-calls.ts';
import { useMay } from '../registry/papers.ts';
import { useLeaving } from '../tabs/use-leaving.ts';
import { type WireRow, mayDo } from '../registry/rows.ts';
import { useSlots } from '../registry/use-slots.ts';
import { toast } from '../toast/toasts.ts';
import { copyText } from '../i18n/copy-text.ts';
import { grouped } from '../i18n/plural.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { DetailInfo } from './detail-info.tsx';
import { Annexes } from './annexes.tsx';
import { History } from './history.tsx';
import { useComments } from './use-comments.ts';
import { Relations, hasRelations } from './relations.tsx';
import './panel.css';
import './detail.css';

// Words are read and written behind a tab of their own.
const Comments = lazy(() => import('./comments.tsx'));

interface DetailProps {
  readonly of: AnyPaper;
  readonly id: string;
  /** The rows of the list behind it: previous and next go through them. */
  readonly rows: readonly WireRow[];
  /** How many rows stand before these, and how many there are in all. */
  readonly before?: number;
  readonly total?: number;
  readonly about?: boolean;
  readonly onGo: (id: string | null) => void;
  readonly onEdit: (row: WireRow, lacking?: Lacking) => void;
  readonly onCopy: (row: WireRow) => void;
  readonly onRemove: (row: WireRow) => void;
}

interface TabOf {
  readonly key: string;
  readonly label: Label;
  readonly content: ReactElement;
}

function useTabsOf(of: AnyPaper, row: WireRow | undefined): TabOf[] {
  const { detailTabs = [], detailAside: Aside } = useSlots(of);
  // A row that others know by its code (a region) is asked for by it here too.
  const name = row && rowKeyOf(of, row);
  const comments = useComments(of, name);
  if (!row || !name) return [];
  const talk: TabOf[] = [
    {
      key: 'comments',
      label: comments.length ? [`评论 ${comments.length}`, `Comments ${comments.length}`] : ['评论', 'Comments'],
      content: (
        <Suspense fallback={null}>
          <Comments of={of} id={name} comments={comments} />
        </Suspense>
      ),
    },
  ];
  return [
    {
      key: 'info',
      label: ['信息', 'Info'],
      content: (
        <>
          {Aside && <Aside row={row as never} />}
          <DetailInfo of={of} row={row} />
        </>
      ),
    },
    ...detailTabs.map(({ key, label, Content }): TabOf => ({ key, label, content: <Content row={row as never} /> })),
    ...(hasRelations(of)
      ? [{ key: 'relations', label: ['关联', 'Relations'] as const, content: <Relations of={of} row={row} /> }]
      : []),
    ...(of.annexes
      ? [{ key: 'annexes', label: ['附件', 'Files'] as const, content: <Annexes of={of} row={row} /> }]
      : []),
    ...talk,
    { key: 'history', label: ['历史', 'History'], content: <History of={of} id={row.id} /> },
  ];
}

/** The bar above: previous, next, and what may be done with the record as a whole. */
function Bar({
  props,
  row,
  at,
  wide,
  onWide,
}: {
  props: DetailProps;
  row: WireRow | undefined;
  at: number;
  wide: boolean;
  onWide: () => void;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { rows, onGo, of, before = 0, total = rows.length, about } = props;
  const { links = [], printAt } = useSlots(of);
  const print = (): void => {
    if (!printAt) window.print();
    else if (row) void navigate(printAt(row as never));
  };
  const all = grouped(total);
  const link = (): void =>
    void navigator.clipboard?.writeText(location.href).then(() => toast.good(t(['链接已复制', 'Link copied'])));
  return (
    <header className="panel-bar">
      <button
        type="button"
        className="icon-button"
        disabled={at <= 0}
        title="K"
        aria-label={t(['上一条', 'Previous'])}
        onClick={() => onGo(rows[at - 1].id)}
      >
        <ChevronUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={at < 0 || at >= rows.length - 1}
        title="J"
        aria-label={t(['下一条', 'Next'])}
        onClick={() => onGo(rows[at + 1].id)}
      >
        <ChevronDown size={16} aria-hidden />
      </button>
      {at >= 0 && (
        <span className="quiet">
          {t([
            `第 ${before + at + 1} 条，${about ? '约' : '共'} ${all}`,
            `${before + at + 1} of ${about ? 'about ' : ''}${all}`,
          ])}
        </span>
      )}
      <span className="spring" />
      {row &&
        links.map((link) => {
          const to = link.to(row as never);
          const Icon = iconOf(link.icon);
          return (
            to && (
              <Link key={link.icon} to={to} className="panel-link" title={t(link.label)} aria-label={t(link.label)}>
                <Icon size={15} aria-hidden />
                <span>{t(link.label)}</span>
              </Link>
            )
          );
        })}
      <button
        type="button"
        className="icon-button"
        title={t(['复制链接', 'Copy link'])}
        aria-label={t(['复制链接', 'Copy link'])}
        onClick={link}
      >
        <Link2 size={16} aria-hidden />
      </button>
      {(of.print || printAt) && (
        <button
          type="button"
          className="icon-button"
          disabled={!row}
          title={t(['打印', 'Print'])}
          aria-label={t(['打印', 'Print'])}
          onClick={print}
        >
          <Printer size={16} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="icon-button only-desk"
        title={wide ? t(['缩窄', 'Narrower']) : t(['放宽', 'Wider'])}
        aria-label={wide ? t(['缩窄', 'Narrower']) : t(['放宽', 'Wider'])}
        onClick={onWide}
      >
        {wide ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
      </button>
      <button type="button" className="icon-button" aria-label={t(['关闭', 'Close'])} onClick={() => onGo(null)}>
        <X size={16} aria-hidden />
      </button>
    </header>
  );
}

function Head({
  of,
  row,
  acting,
  props,
  may,
}: {
  of: AnyPaper;
  row: WireRow;
  acting: ActionRunner;
  props: DetailProps;
  may: (action: string) => boolean;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const actions = rowActions(of, row);
  const state = of.lifecycle?.field;
  const field = (name: string): Field => (of.fields as Record<string, Field>)[name];
  const own = useSlots(of).columns;
  const show = (name: string): React.ReactNode =>
    own?.[name]?.(row as never) ?? cellOf(row, name, field(name), language);
  const number = isPaperNumber(field(of.caption));
  const hints = (of.hint ?? []).filter((name) => row[name]);
  const items: MenuItem[] = [
    ...actions.slice(3).map((named): MenuItem => ({
      key: named[0],
      label: t(named[1].label),
      danger: named[1].danger,
      run: () => acting.run(named, [row]),
    })),
    ...(may('add') && !of.readOnly
      ? [
          {
            key: 'copy',
            label: t(['复制', 'Copy']),
            icon: <Copy size={15} aria-hidden />,
            run: () => props.onCopy(row),
          },
        ]
      : []),
    ...switchItems(of, row, t),
    ...(mayDo(row, 'delete')
      ? [
          {
            key: 'delete',
            label: t(['删除', 'Delete']),
            icon: <Trash2 size={15} aria-hidden />,
            danger: true,
            run: () => props.onRemove(row),
          },
        ]
      : []),
  ];
  return (
    <div className="detail-head">
      <p>
        {number && (
          <>
            <span className="mono">{String(row[of.caption] ?? '')}</span>
            <button
              type="button"
              className="icon-button small"
              aria-label={t([`复制 ${String(row[of.caption])}`, `Copy ${String(row[of.caption])}`])}
              title={t(['复制', 'Copy'])}
              onClick={() => void copyText(String(row[of.caption] ?? ''))}
            >
              <Copy size={13} aria-hidden />
            </button>
          </>
        )}
        {state && show(state)}
        <DisabledMark of={of} row={row} language={language} />
      </p>
      <h2>
        {number ? (
          hints
            .slice()
            .reverse()
            .map((name) => <span key={name}>{show(name)}</span>)
        ) : (
          <>
            <span>{show(captionField(of, row, language))}</span>
            {hints.map((name) => (
              <small key={name}>{show(name)}</small>
            ))}
          </>
        )}
      </h2>
      <div className="detail-actions">
        {actions.slice(0, 3).map((named, at) => {
          const Icon = iconOf(named[1].icon);
          return (
            <button
              key={named[0]}
              type="button"
              className={`button${at === 0 && named[1].prominent ? ' strong' : ''}`}
              onClick={() => acting.run(named, [row])}
            >
              <Icon size={15} aria-hidden />
              {t(named[1].label)}
              {at === 0 && named[1].prominent && <kbd>A</kbd>}
            </button>
          );
        })}
        {items.length > 0 && (
          <button
            type="button"
            className="icon-button"
            aria-haspopup="menu"
            aria-label={t(['更多操作', 'More actions'])}
            onClick={(event) => setMenu(menuPlace(event, event.currentTarget))}
          >
            <Ellipsis size={16} aria-hidden />
          </button>
        )}
        <span className="spring" />
        {mayDo(row, 'edit') && (
          <button type="button" className="button plain" onClick={() => props.onEdit(row)}>
            <Pencil size={15} aria-hidden />
            {t(['编辑', 'Edit'])} <kbd>E</kbd>
          </button>
        )}
      </div>
      {menu && <MenuAt {...menu} items={items} label={t(['更多操作', 'More actions'])} onClose={() => setMenu(null)} />}
    </div>
  );
}

/** The row that took the place of one that was merged into it. */
const successorOf = (error: Error): string | null =>
  error instanceof Refused && typeof error.data.mergedInto === 'string' ? error.data.mergedInto : null;

/** One record beside its list, which stays usable. */
export function PaperDetail(props: DetailProps): ReactElement {
  const { of, id, rows, onGo } = props;
  const t = useT();
  const language = useLanguage();
  const [wide, setWide] = useState(Boolean(of.lines));
  const [tab, setTab] = useState('info');
  const {
    data: row,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['row', of.name, id, language],
    queryFn: ({ signal }) => {
      const known = rows.find((one) => one.id === id);
      return fetchRow(of, known ? rowKeyOf(of, known) : id, signal);
    },
    placeholderData: () => rows.find((one) => one.id === id),
  });
  const leaving = useLeaving();
  const acting = useActing(of, undefined, props.onEdit);
  const may = useMay(of);
  const tabs = useTabsOf(of, row);
  const next = row && rowActions(of, row).find(([, action]) => action.prominent);
  const body = useRef<HTMLDivElement>(null);
  const shown = tabs.find((one) => one.key === tab) ?? tabs[0];
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [id, tab]);
  useKeys([
    // Whoever turns to a tab by its key goes on inside it, not behind all rows of the list.
    ...tabs.slice(0, 5).map((one, at) => ({
      keys: String(at + 1),
      label: one.label,
      run: () => {
        if (one.key !== shown?.key) leaving(() => setTab(one.key));
        body.current?.focus({ preventScroll: true });
      },
    })),
    // Only an everyday step has the key; cancelling is never one key away.
    ...(row && next ? [{ keys: 'a', label: next[1].label, run: () => acting.run(next, [row]) }] : []),
    ...(row && mayDo(row, 'edit')
      ? [{ keys: 'e', label: ['编辑', 'Edit'] as const, run: () => leaving(() => props.onEdit(row)) }]
      : []),
  ]);
  return (
    <aside
      className={`panel detail${wide ? ' wide' : ''}`}
      aria-label={t([`${of.title[0]}详情`, `${of.title[1]} detail`])}
    >
      <Bar
        props={props}
        row={row}
        at={rows.findIndex((one) => one.id === id)}
        wide={wide}
        onWide={() => setWide(!wide)}
      />
      {error && !row ? (
        <div className="table-empty" role="alert">
          <b>{t(['没有读到这条数据', 'This row could not be read'])}</b>
          <span>{error.message}</span>
          {successorOf(error) && (
            <button type="button" className="button strong" onClick={() => onGo(successorOf(error))}>
              {t(['打开', 'Open'])}
            </button>
          )}
          <button type="button" className="button" onClick={() => onGo(null)}>
            {t(['关闭', 'Close'])}
          </button>
        </div>
      ) : null}
      {row && (
        <>
          <Head
            of={of}
            row={row}
            acting={acting}
            props={{ ...props, onEdit: (edited) => leaving(() => props.onEdit(edited)) }}
            may={may}
          />
          <div className="chips detail-tabs" role="tablist">
            {tabs.map((one) => (
              <button
                key={one.key}
                type="button"
                role="tab"
                aria-selected={one.key === shown?.key}
                onClick={() => {
                  if (one.key !== shown?.key) leaving(() => setTab(one.key));
                }}
              >
                {t(one.label)}
              </button>
            ))}
          </div>
          <div
            className="panel-body"
            ref={body}
            tabIndex={0}
            role="tabpanel"
            aria-label={shown && t(shown.label)}
            aria-busy={isPlaceholderData}
          >
            {shown?.content}
          </div>
          <footer className="panel-foot detail-foot">
            <kbd>J</kbd> <kbd>K</kbd> {t(['下一条、上一条', 'next, previous'])} <kbd>1</kbd>–<kbd>{tabs.length}</kbd>{' '}
            {t(['换页签', 'tabs'])} <kbd>Esc</kbd> {t(['关闭', 'close'])}
          </footer>
        </>
      )}
      {acting.element}
    </aside>
  );
}
