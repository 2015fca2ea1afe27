import { moneyText } from '#kernel/language/values.ts';
import { mustFind } from '#kernel/language/must.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Printer, TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { type NamedAction, batchActions, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { useAwaited } from '#kernel/web/query/awaited.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { collection } from '../collection/collection.paper.ts';
import { invoice } from '../invoice/invoice.paper.ts';
import { sumOfAmounts } from '#business/shared/money.rules.ts';
import { type Totals, moneyTotals } from './finance.calls.ts';
import { type Chosen, Limits, type MoneySpan, tracks } from './limits.view.tsx';
import './finance.css';
import '#kernel/web/table/table.css';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Return the periods that finance selects most: all, today, this month, last month. */
function spans(): MoneySpan[] {
  const [year, month] = today().split('-').map(Number);
  const last = month === 1 ? `${year - 1}-12` : `${year}-${twoDigits(month - 1)}`;
  const here = `${year}-${twoDigits(month)}`;
  const endOf = (label: string): string =>
    `${label}-${twoDigits(new Date(Number(label.slice(0, 4)), Number(label.slice(5)), 0).getDate())}`;
  return [
    { key: 'all', label: ['全部', 'All'], from: '', to: '' },
    { key: 'today', label: ['今天', 'Today'], from: today(), to: today() },
    { key: 'month', label: ['本月', 'This month'], from: `${here}-01`, to: endOf(here) },
    { key: 'last', label: ['上月', 'Last month'], from: `${last}-01`, to: endOf(last) },
  ];
}

const AT_ONCE = 50;

const isAgreed = (totals: Totals): boolean =>
  tracks.every(
    ({ track }) => sumOfAmounts(totals.tracks[track].map((part) => part.amount)) === sumOfAmounts([totals.amount]),
  ) &&
  sumOfAmounts(totals.inHand.map((one) => one.amount)) ===
    sumOfAmounts([totals.tracks.transmitStatus.find((part) => part.key === 'none')?.amount ?? '0']);

function TrackCard({
  at,
  totals,
  chosen,
  onChoose,
}: {
  at: (typeof tracks)[number];
  totals: Totals | undefined;
  chosen: Chosen;
  onChoose: (state: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <section className="money-track" aria-label={t(at.label)}>
      <h2>{t(at.label)}</h2>
      {Object.entries(at.states.items).map(([key, [zh, en, tone]]) => {
        const part = totals?.tracks[at.track].find((one) => one.key === key);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={chosen.track === at.track && chosen.state === key}
            onClick={() => onChoose(key)}
          >
            <span className={`pill ${tone ?? ''}`}>{t([zh, en])}</span>
            <small className="quiet">
              {totals ? t([`${part?.count ?? 0} 条`, counted(part?.count ?? 0, 'row')]) : ''}
            </small>
            <b>{totals ? moneyText(part?.amount ?? '0.00') : <i className="skeleton" style={{ width: 72 }} />}</b>
          </button>
        );
      })}
      <p>
        <span>{t(['合计', 'Total'])}</span>
        <b>{totals ? moneyText(sumOfAmounts(totals.tracks[at.track].map((part) => part.amount))) : ''}</b>
      </p>
    </section>
  );
}

function InHand({
  totals,
  chosen,
  onChoose,
}: {
  totals: Totals | undefined;
  chosen: Chosen;
  onChoose: (one: Totals['inHand'][number]) => void;
}): ReactElement {
  const t = useT();
  return (
    <section className="money-track money-hand" aria-label={t(['在手现金', 'Cash in hand'])}>
      <h2>{t(['在手现金', 'Cash in hand'])}</h2>
      {totals?.inHand.length === 0 && <p className="quiet">{t(['都已交款', 'All handed over'])}</p>}
      <div>
        {totals?.inHand.map((one) => (
          <button
            key={one.technicianId}
            type="button"
            aria-pressed={chosen.technicianId === one.technicianId}
            onClick={() => onChoose(one)}
          >
            <span>{one.name}</span>
            <small className="quiet">
              {t([`${shortMoment(one.since.slice(0, 10))} 起`, `since ${shortMoment(one.since.slice(0, 10))}`])}
            </small>
            <b>{moneyText(one.amount)}</b>
          </button>
        ))}
      </div>
      <p>
        <span>{t(['合计', 'Total'])}</span>
        <b>{totals ? moneyText(sumOfAmounts(totals.inHand.map((one) => one.amount))) : ''}</b>
      </p>
    </section>
  );
}

const columns = [
  'collectNo',
  'customerName',
  'collectType',
  'paymentTypeId',
  'technicianId',
  'collectTime',
  'amount',
  'transmitStatus',
  'invoiceStatus',
  'approvalStatus',
] as const;

function Rows({
  rows,
  picked,
  onPick,
}: {
  rows: readonly WireRow[];
  picked: ReadonlySet<string>;
  onPick: (ids: ReadonlySet<string>) => void;
}): ReactElement {
  const t = useT();
  const flip = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  const all = rows.length > 0 && rows.every((row) => picked.has(row.id));
  return (
    <table className="table money-rows">
      <thead>
        <tr>
          <th className="cell-check">
            <input
              type="checkbox"
              checked={all}
              aria-label={t(['全选', 'Select all'])}
              onChange={() => onPick(all ? new Set() : new Set(rows.map((row) => row.id)))}
            />
          </th>
          {columns.map((name) => (
            <th key={name} className={name === 'amount' ? 'end' : ''} data-column={name}>
              {t(collection.fields[name].label)}
            </th>
          ))}
          <th data-column="print">
            <span className="sr-only">{t(['收据', 'Receipt'])}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-selected={picked.has(row.id)}>
            <td className="cell-check">
              <input
                type="checkbox"
                checked={picked.has(row.id)}
                aria-label={t([`选择 ${String(row.collectNo)}`, `Select ${String(row.collectNo)}`])}
                onChange={() => flip(row.id)}
              />
            </td>
            {columns.map((name) => (
              <td key={name} className={name === 'amount' ? 'end' : ''} data-column={name}>
                {name === 'collectNo' ? (
                  <Link className="mono" to={`/maintenance/ascollectdetaileds?id=${row.id}`}>
                    {String(row.collectNo)}
                  </Link>
                ) : (
                  <Value of={collection} row={row} name={name} />
                )}
              </td>
            ))}
            <td data-column="print">
              <Link
                to={`/maintenance/print/receipt/${row.id}`}
                title={t(['打印收据', 'Print the receipt'])}
                aria-label={t(['打印收据', 'Print the receipt'])}
              >
                <Printer size={15} aria-hidden />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Return the action; for an invoice, with the customer's name and the sum of the chosen rows filled in. */
function filledIn([name, action]: NamedAction, rows: readonly WireRow[]): NamedAction {
  if (name !== 'invoice' || !action.asks) return [name, action];
  const { invoiceAmount, invoiceTitle } = action.asks;
  return [
    name,
    {
      ...action,
      asks: {
        ...action.asks,
        invoiceTitle: { ...invoiceTitle, initial: String(rows[0]?.customerName ?? '') },
        invoiceAmount: { ...invoiceAmount, initial: sumOfAmounts(rows.map((row) => String(row.amount))) },
      },
    },
  ];
}

/** The footer with the actions on the chosen rows, each with the number of rows that do not allow it. */
function Selection({ rows, onDone }: { rows: readonly WireRow[]; onDone: () => void }): ReactElement {
  const t = useT();
  const acting = useActing(collection, onDone);
  const actions = batchActions(collection, rows);
  return (
    <footer className="money-foot" data-picked={rows.length > 0}>
      {rows.length > 0 ? (
        <span>
          {t([`已选 ${rows.length} 条，合计 `, `${rows.length} chosen, `])}
          <b>{moneyText(sumOfAmounts(rows.map((row) => String(row.amount))))}</b>
        </span>
      ) : (
        <span className="quiet">
          {t(['勾选行后收款上缴、开票或审核', 'Select rows to collect, invoice or approve'])}
        </span>
      )}
      {actions.map((named, at) => {
        const able = rows.filter((row) => mayDo(row, named[0]));
        const Icon = iconOf(named[1].icon);
        return (
          <button
            key={named[0]}
            type="button"
            className={`button${at === 0 && !named[1].danger ? ' strong' : ''}${named[1].danger ? ' danger' : ''}`}
            title={
              able.length < rows.length
                ? t([
                    `其中 ${rows.length - able.length} 条不可${named[1].label[0]}`,
                    `${rows.length - able.length} of them cannot`,
                  ])
                : undefined
            }
            onClick={() => acting.run(filledIn(named, able), able)}
          >
            <Icon size={15} aria-hidden />
            {t(named[1].label)}
            {able.length < rows.length && ` ${able.length}`}
          </button>
        );
      })}
      {acting.element}
    </footer>
  );
}

function Agreement({ totals }: { totals: Totals }): ReactElement {
  const t = useT();
  return isAgreed(totals) ? (
    <span className="money-agreed">
      <Check size={15} aria-hidden />
      {t(['三条线合计一致', 'All three add up'])}
    </span>
  ) : (
    <span className="money-agreed" data-off>
      <TriangleAlert size={15} aria-hidden />
      {t(['合计不一致', 'The totals differ'])}
    </span>
  );
}

/** The page for finance: collections with their hand-over, invoices and approval. */
export default function FinanceScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [spanKey, setSpan] = useState('all');
  const [chosen, choose] = useState<Chosen>({
    track: 'transmitStatus',
    state: 'none',
    technicianId: '',
    technician: '',
  });
  const [size, setSize] = useState(AT_ONCE);
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const all = spans();
  const span = mustFind(all, (one) => one.key === spanKey);
  const { from, to } = span;
  const { data: totals, isPlaceholderData: isEarlierSpan } = useQuery({
    queryKey: ['list', collection.name, 'totals', from, to],
    queryFn: ({ signal }) => askCall(moneyTotals, { from, to }, { signal }),
    placeholderData: keepPreviousData,
  });
  const query = {
    [chosen.track]: chosen.state,
    technicianId: chosen.technicianId,
    collectTime_dategt: from,
    collectTime_datelt: to,
    ascs: 'collectTime',
    size,
  };
  const { data: page, isPlaceholderData } = useQuery({
    queryKey: ['list', collection.name, 'desk', query, language],
    queryFn: ({ signal }) => readList(collection, query, signal),
    placeholderData: keepPreviousData,
  });
  const rows = page?.records ?? [];
  const awaitedTotals = useAwaited(isEarlierSpan);
  const awaitedRows = useAwaited(isPlaceholderData);
  const take = (next: Partial<Chosen>): void => {
    choose((now) => ({ ...now, technicianId: '', technician: '', ...next }));
    pick(new Set());
    setSize(AT_ONCE);
  };
  const done = (): void => {
    pick(new Set());
    refresh(invoice.name);
  };
  return (
    <div className="money">
      <header className="page-head">
        <h1>{t(['财务工作台', 'Finance desk'])}</h1>
        <div className="money-spans" role="group" aria-label={t(['期间', 'Period'])}>
          {all.map((one) => (
            <button
              key={one.key}
              type="button"
              className="button plain"
              aria-pressed={one.key === spanKey}
              onClick={() => {
                setSpan(one.key);
                pick(new Set());
              }}
            >
              {t(one.label)}
            </button>
          ))}
        </div>
        <span className="spring" />
        {totals && (
          <>
            <Agreement totals={totals} />
            <span className="money-sum">
              {t(['实收', 'Received'])} <b>{moneyText(totals.amount)}</b>
              {totals.refunded !== '0.00' && (
                <small className="quiet">
                  {t([`已扣退款 ${moneyText(totals.refunded)}`, `after refunds of ${moneyText(totals.refunded)}`])}
                </small>
              )}
            </span>
          </>
        )}
      </header>
      <div className="money-tracks" inert={isEarlierSpan} {...awaitedTotals}>
        {tracks.map((at) => (
          <TrackCard
            key={at.track}
            at={at}
            totals={totals}
            chosen={chosen}
            onChoose={(state) => take({ track: at.track, state })}
          />
        ))}
        <InHand
          totals={totals}
          chosen={chosen}
          onChoose={({ technicianId, name }) =>
            take({
              track: 'transmitStatus',
              state: 'none',
              ...(chosen.technicianId !== technicianId && { technicianId, technician: name }),
            })
          }
        />
      </div>
      <div className="money-list" aria-busy={!page}>
        <Limits
          chosen={chosen}
          span={span}
          onSpan={() => {
            setSpan('all');
            pick(new Set());
          }}
          onTechnician={() => take({})}
        />
        <div inert={isPlaceholderData} {...awaitedRows}>
          <Rows rows={rows} picked={picked} onPick={pick} />
        </div>
        {page && rows.length === 0 && (
          <div className="table-empty">
            <b>{t(['没有这样的收款', 'No collections match'])}</b>
            <span>{t(['上方条件隐藏了其余收款', 'The conditions above hide the other collections'])}</span>
          </div>
        )}
        {page && page.total > rows.length && (
          <p className="money-more">
            <button type="button" className="button" disabled={isPlaceholderData} onClick={() => setSize(size + 100)}>
              {t([
                `再显示 ${Math.min(100, page.total - rows.length)} 条，共 ${grouped(page.total)} 条`,
                `Show ${Math.min(100, page.total - rows.length)} more of ${grouped(page.total)}`,
              ])}
            </button>
          </p>
        )}
      </div>
      <Selection rows={rows.filter((row) => picked.has(row.id))} onDone={done} />
    </div>
  );
}
