import { ClipboardPen, Download, RefreshCw } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { downloadByPost } from '#kernel/web/http/files.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { sapFlow } from '../sap-flow.paper.ts';
import { AdoptDialog } from './adopt-dialog.view.tsx';
import { DifferenceCards } from './cards.view.tsx';
import {
  type ComparisonResult,
  type QueueRow,
  type SapComparison,
  comparisonCall,
  differenceBook,
  queueCall,
} from './cockpit.calls.ts';
import { DifferenceTable } from './difference-table.view.tsx';
import { ComparisonFigures } from './figures.view.tsx';
import { QueueSide } from './queue.view.tsx';
import { amountSum, signedAmount } from './shown.rules.ts';
import { type RowCursor, type Steps, useDifferenceSteps, useHand } from './use-cockpit.view.tsx';
import { WithoutSap } from './without-sap.view.tsx';
import './cockpit.css';

const EVERY_MS = 30_000;
const GATHER_MS = 800;

/** Read the queue again a moment after one of its rows changed. */
function useQueueChanges(read: () => void): void {
  const timer = useRef(0);
  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'reopened' && !(event.type === 'changed' && event.paper === sapFlow.name)) return;
      if (timer.current) return;
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        read();
      }, GATHER_MS);
    },
    [read],
  );
  useLive(hear);
  useEffect(() => () => clearTimeout(timer.current), []);
}

interface HeadProps {
  readonly comparison: SapComparison | undefined;
  readonly isReading: boolean;
  readonly onCompare: () => void;
}

function Head({ comparison, isReading, onCompare }: HeadProps): ReactElement {
  const t = useT();
  const may = useMay(sapFlow);
  const at = comparison?.found.at ?? '';
  return (
    <header className="page-head sapc-head">
      <h1>{t(['SAP 差异', 'Differences to SAP'])}</h1>
      {comparison && at && (
        <span className="quiet sapc-facts">
          {t([
            `${shortMoment(at, 'zh')} 比对，余额取自 OITW；下次 ${shortMoment(comparison.nextAt, 'zh')}　差 = 我方 − SAP − 在途`,
            `Compared at ${shortMoment(at, 'en')} with OITW; next ${shortMoment(comparison.nextAt, 'en')} · difference = ours − SAP − in flight`,
          ])}
        </span>
      )}
      <span className="spring" />
      {comparison?.isKnown && may('export') && (
        <button
          type="button"
          className="button plain"
          onClick={() => void downloadByPost(differenceBook.path, {}, 'sap.xlsx')}
        >
          <Download size={15} aria-hidden /> {t(['导出', 'Export'])}
        </button>
      )}
      {comparison?.isKnown && (
        <button type="button" className="button plain" disabled={isReading} onClick={onCompare}>
          <RefreshCw size={15} aria-hidden /> {isReading ? t(['在比…', 'Comparing …']) : t(['现在再比', 'Compare now'])}
        </button>
      )}
    </header>
  );
}

/** The bar over the table: what is selected, and what adopting does. */
function SelectionBar({ hand, limit, onAdopt }: { hand: RowCursor; limit: string; onAdopt: () => void }): ReactElement {
  const t = useT();
  const { selected, adoptable } = hand;
  const box = useRef<HTMLInputElement>(null);
  const isPart = selected.length > 0 && selected.length < adoptable.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  const amounts = selected.flatMap((row) => (row.amount === undefined ? [] : [row.amount]));
  const sum = amounts.length ? signedAmount(amountSum(amounts)) : '';
  return (
    <div
      className="sapc-bar"
      role="toolbar"
      aria-label={t(['采纳', 'Adopt'])}
      data-chosen={selected.length > 0 || undefined}
    >
      <span className="tick">
        <input
          ref={box}
          type="checkbox"
          aria-label={t(['选中全部可采纳的', 'Select all that can be adopted'])}
          disabled={adoptable.length === 0}
          checked={selected.length > 0 && !isPart}
          onChange={hand.toggleAll}
        />
      </span>
      {selected.length > 0 ? (
        <>
          <span>
            {t(['已选', 'Selected'])} <b>{selected.length}</b> {t(['行', selected.length === 1 ? 'row' : 'rows'])}
            {sum && `${t(['，合计 ', ', in all '])}${sum}`}
          </span>
          <button type="button" className="button strong" onClick={onAdopt}>
            <ClipboardPen size={15} aria-hidden /> {t(['采纳为盘点草稿', 'Adopt as a draft of a count'])} <kbd>C</kbd>
          </button>
        </>
      ) : (
        <span className="quiet">{t(['选中要采纳 SAP 数的行', 'Select rows to adopt the stock of SAP'])}</span>
      )}
      <span className="spring" />
      <span className="quiet">
        {t([
          `采纳只写草稿，库存不动；一仓一张，超 ${grouped(Number(limit))} 元由经理批`,
          `Drafts only, one a warehouse; above CNY ${grouped(Number(limit))} the manager approves`,
        ])}
      </span>
    </div>
  );
}

function Keys({ mayAdopt }: { mayAdopt: boolean }): ReactElement {
  const t = useT();
  return (
    <footer className="sapc-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t(['移动', 'move'])}
      </span>
      {mayAdopt && (
        <span>
          <kbd>Space</kbd> {t(['选中', 'select'])}
        </span>
      )}
      <span>
        <kbd>→</kbd> {t(['看依据', 'evidence'])}
      </span>
      {mayAdopt && (
        <span>
          <kbd>C</kbd> {t(['采纳', 'adopt'])}
        </span>
      )}
      <span>
        <kbd>R</kbd> {t(['核对重推', 'ask again'])}
      </span>
      <span className="spring" />
      <span className="quiet">{t(['差异从不自动改库存', 'Differences never change the stock by themselves'])}</span>
    </footer>
  );
}

/** The sentence in place of rows where both sides are equal. */
function AllEqual({ found }: { found: ComparisonResult }): ReactElement {
  const t = useT();
  const n = grouped(found.figures.compared);
  return (
    <p className="sapc-equal">
      {t([
        `全部一致，比对 ${n} 项，${shortMoment(found.at, 'zh')}`,
        `All equal: ${n} compared at ${shortMoment(found.at, 'en')}`,
      ])}
    </p>
  );
}

/** While SAP does not answer: what the figures are. */
function Away({ comparison }: { comparison: SapComparison }): ReactElement {
  const t = useT();
  const { found, isStored } = comparison;
  return (
    <p className="sapc-away" role="status">
      {isStored
        ? t([
            `SAP 没有应答，下面是 ${shortMoment(found.at, 'zh')} 的数字`,
            `SAP does not answer: these are the figures of ${shortMoment(found.at, 'en')}`,
          ])
        : t(['SAP 没有应答，还没有夜里的比对', 'SAP does not answer, and no night was compared yet'])}
    </p>
  );
}

interface MainProps {
  readonly comparison: SapComparison;
  readonly hand: RowCursor;
  readonly steps: Steps;
  readonly mayAdopt: boolean;
  readonly onAdopt: () => void;
}

/** The differences: a table, or cards on a phone. */
function Rows({ comparison: { found }, hand, steps, mayAdopt }: MainProps): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const isEmpty = found.rows.length + found.levelled.length === 0;
  if (isEmpty) return <div className="sapc-rows">{found.at && <AllEqual found={found} />}</div>;
  return (
    <div className="sapc-rows">
      {isPhone ? (
        <DifferenceCards found={found} steps={steps} />
      ) : (
        <DifferenceTable {...{ found, hand, steps, mayAdopt }} />
      )}
      {found.more > 0 && (
        <p className="quiet sapc-more">
          {t([`另有 ${grouped(found.more)} 行，导出可见`, `${counted(found.more, 'more row')} in the export`])}
        </p>
      )}
    </div>
  );
}

/** The figures, the selection and the rows of a comparison. */
function Main(props: MainProps): ReactElement {
  const { comparison, hand, mayAdopt, onAdopt } = props;
  const isPhone = usePhone();
  const { found } = comparison;
  return (
    <div className="sapc-main" data-stored={!comparison.answers || undefined}>
      {!comparison.answers && <Away comparison={comparison} />}
      {found.at && <ComparisonFigures found={found} />}
      {mayAdopt && found.rows.length > 0 && (
        <SelectionBar hand={hand} limit={comparison.adjustLimit} onAdopt={onAdopt} />
      )}
      <Rows {...props} />
      {!isPhone && <Keys mayAdopt={mayAdopt} />}
    </div>
  );
}

/** The page before its first answer: a skeleton, or the reason why there is none. */
function Unread({ error, onRead }: { error: Error | null; onRead: () => void }): ReactElement {
  const t = useT();
  if (!error)
    return (
      <div className="sapc-figures" aria-busy="true">
        <i className="skeleton" style={{ width: '40%' }} />
      </div>
    );
  return (
    <div className="table-empty" role="alert">
      <b>{t(['比对没有读到', 'The comparison could not be read'])}</b>
      <span>{error.message}</span>
      <button type="button" className="button" onClick={onRead}>
        {t(['再试', 'Try again'])}
      </button>
    </div>
  );
}

/** Bind the keys of the page: C adopts, R sends the row at hand again, or the first failed one. */
function usePageKeys(hand: RowCursor, steps: Steps, failed: QueueRow | undefined, adopt: (() => void) | null): void {
  const retry = (): void => {
    const next = hand.here?.next;
    if (next?.kind === 'retry') steps.take(next);
    else if (failed) steps.retry([failed.id]);
  };
  useKeys([
    ...(adopt ? [{ keys: 'c', label: ['采纳为盘点草稿', 'Adopt as a draft of a count'] as const, run: adopt }] : []),
    ...(steps.mayRetry ? [{ keys: 'r', label: ['核对重推', 'Ask again'] as const, run: retry }] : []),
  ]);
}

/** Differences between our stock and that of SAP, each with its likely cause and next step, and the queue to SAP. */
export default function CockpitScreen(): ReactElement {
  const isPhone = usePhone();
  const mayAdopt = useMay(sapFlow)('adopt') && !isPhone;
  const comparing = useCall(comparisonCall, {}, { quiet: true, keepsEarlier: true });
  const queueing = useCall(queueCall, {}, { quiet: true, keepsEarlier: true, refetchInterval: EVERY_MS });
  const readAll = useCallback(() => {
    void comparing.refetch();
    void queueing.refetch();
  }, [comparing.refetch, queueing.refetch]);
  useQueueChanges(useCallback(() => void queueing.refetch(), [queueing.refetch]));
  const steps = useDifferenceSteps(readAll);
  const comparison = comparing.data;
  const hand = useHand(comparison?.found);
  const [isAdopting, setAdopting] = useState(false);
  const adopt = (): void => setAdopting(hand.selected.length > 0);
  const failed = queueing.data?.lanes.flatMap((lane) => lane.rows).find((row) => row.state === 'failed');
  usePageKeys(hand, steps, failed, mayAdopt ? adopt : null);
  return (
    <div className="sapc">
      <Head comparison={comparison} isReading={comparing.isFetching} onCompare={readAll} />
      {!comparison && <Unread error={comparing.error} onRead={readAll} />}
      {comparison && !comparison.isKnown && <WithoutSap adapter={comparison.adapter} />}
      {comparison?.isKnown && (
        <div className="sapc-body">
          <Main {...{ comparison, hand, steps, mayAdopt }} onAdopt={adopt} />
          <QueueSide queue={queueing.data} comparison={comparison} steps={steps} />
        </div>
      )}
      {steps.runners.map((runner, at) => (
        <span key={at} className="chips-in">
          {runner.element}
        </span>
      ))}
      {isAdopting && comparison && (
        <AdoptDialog
          rows={hand.selected}
          at={comparison.found.at}
          limit={comparison.adjustLimit}
          onClose={() => setAdopting(false)}
          onDone={() => {
            setAdopting(false);
            hand.clear();
            readAll();
          }}
        />
      )}
    </div>
  );
}
