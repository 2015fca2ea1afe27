import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { kindOf } from '#kernel/fields/kinds.ts';
import { cellOf, faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import { type HeadValue, beginningOf, headOf, isLongForHead } from '#kernel/web/detail/info/shown-once.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type ActionRunner, type NamedAction, rowActions } from '../actions/actions.tsx';
import { DisabledMark, switchItems } from '../actions/switching.tsx';
import { copyText } from '../i18n/copy-text.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { iconOf } from '../menus/icons.ts';
import { MenuAt, type MenuItem } from '../menus/menu-at.tsx';
import { menuPlace } from '../menus/menu-place.ts';
import { type WireRow, mayDo } from '../registry/rows.ts';
import { useHasForm, useSlots } from '../registry/use-slots.ts';
import type { DetailProps } from './detail-props.ts';
import { shownActions } from './band/next-action.ts';

/** Return the items of the menu: all actions that are not shown as buttons, copy, disable and delete. */
function useMoreItems(
  of: AnyPaper,
  row: WireRow,
  {
    acting,
    props,
    may,
    shown,
  }: {
    readonly acting: ActionRunner;
    readonly props: DetailProps;
    readonly may: (action: string) => boolean;
    readonly shown: readonly NamedAction[];
  },
): MenuItem[] {
  const t = useT();
  return [
    ...rowActions(of, row)
      .filter((named) => !shown.some(([name]) => name === named[0]))
      .map((named): MenuItem => ({
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
}

export function DetailHead({
  of,
  row,
  acting,
  props,
  may,
  next,
  clock,
}: {
  of: AnyPaper;
  row: WireRow;
  acting: ActionRunner;
  props: DetailProps;
  may: (action: string) => boolean;
  /** The primary action, which has the shortcut A. */ next: NamedAction | undefined;
  /** The clock with the deadline of the service case that the record belongs to, rendered by its room. */
  clock: ReactNode;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const actions = rowActions(of, row);
  const shown = shownActions(actions, next);
  const state = of.lifecycle?.field;
  const field = (name: string): Field => (of.fields as Record<string, Field>)[name];
  const own = useSlots(of).columns;
  const hasForm = useHasForm(of);
  const show = (name: string): ReactNode => own?.[name]?.(row) ?? cellOf(row, name, field(name), language);
  const { number, caption, hints } = headOf(of, row, language);
  const inHead = ({ name, labelled }: HeadValue): ReactNode => {
    const shown = own?.[name]?.(row);
    if (shown !== undefined) return shown;
    if (isLongForHead(of, row, name)) return beginningOf(row[name]);
    const view = viewOf(field(name));
    return (
      <>
        {labelled && <i>{t(field(name).label)} </i>}
        {/* A reference in the head is a link, because the fields below do not repeat it. */}
        {(kindOf(field(name)).pointsTo === 'row' ? (view.detail ?? view.cell) : view.cell)(
          faceOf(row, name, field(name), language),
        )}
      </>
    );
  };
  const items = useMoreItems(of, row, { acting, props, may, shown });
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
        {clock && (
          <>
            <span className="spring" />
            {clock}
          </>
        )}
      </p>
      <h2>
        {number ? (
          hints.toReversed().map((one) => <span key={one.name}>{inHead(one)}</span>)
        ) : (
          <>
            <span>{inHead(caption)}</span>
            {hints.map((one) => (
              <small key={one.name}>{inHead(one)}</small>
            ))}
          </>
        )}
      </h2>
      <div className="detail-actions">
        {shown.map((named) => {
          const Icon = iconOf(named[1].icon);
          const isNext = named[0] === next?.[0];
          return (
            <button
              key={named[0]}
              type="button"
              className={isNext ? 'button strong' : 'button'}
              onClick={() => acting.run(named, [row])}
            >
              <Icon size={15} aria-hidden />
              {t(named[1].label)}
              {isNext && <kbd>A</kbd>}
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
        {hasForm && mayDo(row, 'edit') && (
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
