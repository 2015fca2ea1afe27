import { BellRing, ChevronLeft, ChevronRight, Download, MessageSquareReply } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type ActionRunner, type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { downloadByPost } from '#kernel/web/http/files.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { wagePeriodStatus } from '../dictionaries.ts';
import { periodLifecycle } from '../wages/wage-lifecycles.rules.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { remindToSign } from '../wages/remind/remind.calls.ts';
import { mergedWorkbook } from '../wages/totals/totals.calls.ts';
import { AnswerDialog, AsideLines, Disputes, Outliers } from './disputes.view.tsx';
import { following, periodSumsOf, unsignedIn } from './period.rules.ts';
import { SheetTable } from './sheet-table.view.tsx';
import { Simulation } from './simulation.view.tsx';
import { PeriodSteps } from './steps.view.tsx';
import { type Cockpit, useCockpit } from './use-period.view.tsx';
import './cockpit.css';
import './sheet-table.css';
import './disputes.css';
import './simulation.css';
import './answer-dialog.css';
import './price-dialog.css';
import './cockpit-media.css';
import { counted } from '#kernel/web/i18n/plural.ts';

const { actions }: Lifecycle = periodLifecycle;

/** The next action on the period. `why` is the reason why it is not possible now; empty if it is possible. */
interface Next {
  readonly named: NamedAction;
  readonly why: string;
}

function useNext(cockpit: Cockpit, period: WireRow): Next | null {
  const t = useT();
  const may = useMay(wagePeriod);
  const name = following[String(period.periodStatus)];
  if (!name) return null;
  const waiting = unsignedIn(cockpit.rows ?? []);
  const disputed = cockpit.disputes.length;
  const early = period.periodStatus === 'calculated' && cockpit.uncounted > 0;
  const verb = early ? 'calculate' : name;
  const who =
    verb === 'approve' ? t(['由经理审批', 'The manager approves']) : t(['由薪资办理', 'The pay office does it']);
  const reasons = [
    !may(verb) && who,
    name === 'approve' && waiting > 0 && t([`还有 ${waiting} 张未确认`, `${waiting} are not signed yet`]),
    name === 'approve' &&
      disputed > 0 &&
      t([`还有 ${disputed} 条异议未答复`, `${counted(disputed, 'dispute')} to answer first`]),
    !mayDo(period, verb) && t(['现在不能办理', 'Not possible now']),
  ];
  const why = reasons.find((reason) => reason !== false) ?? '';
  return { named: [verb, actions[verb]], why };
}

function Head({
  cockpit,
  period,
  acting,
  onAnswer,
}: {
  cockpit: Cockpit;
  period: WireRow;
  acting: ActionRunner;
  onAnswer: (dispute: WireRow) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const may = useMay(wageSheet);
  const [mayExport, mayRemind] = [may('export'), may('remind')];
  const unsigned = period.periodStatus === 'signing' ? unsignedIn(cockpit.rows ?? []) : 0;
  const remindAll = async (): Promise<void> => {
    const { told, already, withoutAccount } = await askCall(remindToSign, { wagePeriod: String(period.wagePeriod) });
    toast.good(
      t([
        `已提醒 ${told} 人${already ? `，${already} 人今天已提醒过` : ''}${withoutAccount ? `，${withoutAccount} 人没有账号` : ''}`,
        `${told} reminded${already ? `, ${already} had been told today` : ''}${withoutAccount ? `, ${withoutAccount} without an account` : ''}`,
      ]),
    );
  };
  const next = useNext(cockpit, period);
  const [state] = [
    wagePeriodStatus.items[period.periodStatus as keyof typeof wagePeriodStatus.items] as readonly [
      string,
      string,
      string,
    ],
  ];
  const toAnswer = cockpit.disputes.find((row) => mayDo(row, 'accept'));
  const others = Object.entries(actions).filter(([name]) => mayDo(period, name) && name !== next?.named[0]);
  const label = String(period.wagePeriod);
  const Icon = iconOf(next?.named[1].icon);
  const run = (): void => {
    if (toAnswer) onAnswer(toAnswer);
    else if (next && !next.why) acting.run(next.named, [period]);
  };
  useKeys([
    { keys: 'ArrowLeft', label: ['上一期', 'The period before'], run: () => cockpit.go(-1) },
    { keys: 'ArrowRight', label: ['下一期', 'The next period'], run: () => cockpit.go(1) },
    ...(toAnswer || (next && !next.why)
      ? [{ keys: 'a', label: toAnswer ? (['答复异议', 'Answer the dispute'] as const) : next!.named[1].label, run }]
      : []),
  ]);
  return (
    <header className="cockpit-head">
      <h1>
        {label} {t(['工资期间', 'pay period'])}
      </h1>
      <span className={`pill ${state[2]}`}>{state[language === 'en' ? 1 : 0]}</span>
      <span className="quiet">
        {String(period.startDate).slice(5)} {t(['至', 'to'])} {String(period.endDate).slice(5)}
        {cockpit.rows &&
          t([
            ` · ${cockpit.rows.length} 人 · ${period.periodStatus === 'open' ? '预计' : '应发'} ${inGroups(periodSumsOf(cockpit.rows).totalAmount)}`,
            ` · ${counted(cockpit.rows.length, 'person', 'people')} · ${period.periodStatus === 'open' ? 'so far' : 'gross'} ${inGroups(periodSumsOf(cockpit.rows).totalAmount)}`,
          ])}
      </span>
      <span className="spring" />
      <button
        type="button"
        className="icon-button"
        disabled={!cockpit.mayGo(-1)}
        title="←"
        aria-label={t(['上一期', 'The period before'])}
        onClick={() => cockpit.go(-1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={!cockpit.mayGo(1)}
        title="→"
        aria-label={t(['下一期', 'The next period'])}
        onClick={() => cockpit.go(1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
      {mayRemind && unsigned > 0 && (
        <button type="button" className="button" onClick={() => void remindAll()}>
          <BellRing size={15} aria-hidden />
          {t([`提醒未确认 ${unsigned} 人`, `Remind ${unsigned} unsigned`])}
        </button>
      )}
      {mayExport && (
        <button
          type="button"
          className="button plain"
          onClick={() => void downloadByPost(mergedWorkbook.path, { wagePeriod: label }, `${label}.xlsx`)}
        >
          <Download size={15} aria-hidden /> {t(['导出', 'Export'])}
        </button>
      )}
      {others.map(([name, action]) => (
        <button key={name} type="button" className="button" onClick={() => acting.run([name, action], [period])}>
          {name === 'calculate' ? t(['重新计算', 'Calculate again']) : t(action.label)}
        </button>
      ))}
      {toAnswer ? (
        <button type="button" className="button strong" onClick={run}>
          <MessageSquareReply size={15} aria-hidden /> {t(['答复异议', 'Answer disputes'])} {cockpit.disputes.length}
        </button>
      ) : (
        next && (
          <>
            <button
              type="button"
              className="button strong"
              disabled={next.why !== ''}
              title={next.why || undefined}
              onClick={run}
            >
              <Icon size={15} aria-hidden /> {t(next.named[1].label)} <kbd>A</kbd>
            </button>
            {next.why && <span className="cockpit-why quiet">{next.why}</span>}
          </>
        )
      )}
    </header>
  );
}

/** The wages of a month: its state, the sheets, the open disputes, and a simulation of other prices. */
export default function CockpitScreen(): ReactElement {
  const t = useT();
  const [asked] = useSearchParams();
  const cockpit = useCockpit(asked.get('id'));
  const isOpen = (one: WireRow): boolean => !answered.current.has(one.id) && mayDo(one, 'accept');
  const acting = useActing(wagePeriod, cockpit.readAgain);
  const [dispute, setDispute] = useState<WireRow | null>(null);
  const answered = useRef(new Set<string>());
  const { period } = cockpit;
  if (!period)
    return (
      <div className="cockpit cockpit-none">
        {cockpit.periods ? (
          <p className="quiet">
            {t([
              '还没有工资期间；第一张计件单审核通过时自动开期。',
              'There is no pay period yet; the first passed piece opens one.',
            ])}
          </p>
        ) : (
          <i className="skeleton" style={{ width: 320 }} />
        )}
      </div>
    );
  return (
    <div className="cockpit">
      <div className="cockpit-top">
        <Head cockpit={cockpit} period={period} acting={acting} onAnswer={setDispute} />
        <PeriodSteps cockpit={cockpit} period={period} />
      </div>
      <div className="cockpit-body">
        <SheetTable key={period.id} cockpit={cockpit} />
        <aside
          className="cockpit-side"
          tabIndex={0}
          role="region"
          aria-label={t(['异议、异常与试算', 'Disputes, unusual, simulation'])}
        >
          <Disputes cockpit={cockpit} onAnswer={setDispute} />
          <AsideLines lines={cockpit.aside} />
          <Outliers outliers={cockpit.outliers} />
          <Simulation />
        </aside>
      </div>
      {acting.element}
      {dispute && (
        <AnswerDialog
          key={dispute.id}
          dispute={dispute}
          left={cockpit.disputes.filter((one) => one.id !== dispute.id && isOpen(one)).length}
          onClose={() => setDispute(null)}
          onDone={() => {
            answered.current.add(dispute.id);
            cockpit.readAgain();
            // Open the next dispute at once: all of them are in the list.
            setDispute(cockpit.disputes.find(isOpen) ?? null);
          }}
        />
      )}
    </div>
  );
}
