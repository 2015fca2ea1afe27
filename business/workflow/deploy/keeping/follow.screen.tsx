import { CircleAlert, RotateCcw } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { moment } from '#kernel/fields/moment/moment.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { FilterChip } from '#kernel/web/list/filters/filter-chip.tsx';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { DiagramDialog } from '../../work/diagram/diagram-dialog.view.tsx';
import {
  activateInstance,
  deleteInstance,
  followList,
  incidentList,
  retryIncidents,
  suspendInstance,
} from '../follow/follow.calls.ts';
import { doAndTell } from './do-and-tell.view.tsx';
import { ProcessTools } from './process-tools.view.tsx';
import { type ShortColumn, ShortTable } from './short-table.view.tsx';
import { WordFilter } from './word-filter.view.tsx';
import './keeping.css';

const EVERY_MS = 30_000;
const PAGE = 50;

interface Followed {
  readonly processInstanceId: string;
  readonly title: string;
  readonly processDefinitionName: string;
  readonly suspensionState: number;
}

/** The first columns of both tables: a link to the process instance, and the name of its process. */
const OF_CASE: readonly ShortColumn<Pick<Followed, 'processInstanceId' | 'title' | 'processDefinitionName'>>[] = [
  {
    label: ['标题', 'Title'],
    cell: (one) => (
      <Link to={`/work/process/generic/detail/${one.processInstanceId}`}>{one.title || one.processInstanceId}</Link>
    ),
  },
  { label: ['流程', 'Process'], cell: (one) => one.processDefinitionName },
];

function Tools({ one, see }: { one: Followed; see: () => void }): ReactElement {
  const t = useT();
  const may = useButtons().has('flow_follow_delete');
  const isOn = one.suspensionState === 1;
  const { processInstanceId } = one;
  const end = async (): Promise<void> => {
    const deleteReason = await askWords({
      title: t([
        `终止“${one.title || one.processDefinitionName}”？`,
        `End “${one.title || one.processDefinitionName}”?`,
      ]),
      text: t([
        '它的任务一并取消，单据撤回；历史保留',
        'Its tasks are cancelled, its document is withdrawn; its history is kept',
      ]),
      words: t(['终止原因', 'Reason']),
      yes: t(['终止', 'End it']),
      danger: true,
    });
    if (deleteReason)
      await doAndTell(async () => {
        await askCall(deleteInstance, { processInstanceId, deleteReason }, { key: newKey(), quiet: true });
        return t(['已终止', 'Ended']);
      });
  };
  const turn = (): Promise<void> =>
    doAndTell(async () => {
      await askCall(isOn ? suspendInstance : activateInstance, { processInstanceId }, { key: newKey(), quiet: true });
      return isOn ? t(['已挂起', 'Suspended']) : t(['已激活', 'It goes on']);
    });
  return (
    <ProcessTools
      see={see}
      isOn={isOn}
      turn={may ? () => void turn() : undefined}
      end={may ? () => void end() : undefined}
      endLabel={['终止', 'End']}
    />
  );
}

/** The empty values of all filters. */
const NO_FILTERS = { title: '', person: '', beginDate: '', endDate: '', stuck: false };
type Filters = typeof NO_FILTERS;

const STARTED: Field = moment(['发起时间', 'Started'], { filter: 'range' });

function FollowFilters({ filters, onChange }: { filters: Filters; onChange: (next: Filters) => void }): ReactElement {
  const t = useT();
  const set = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  return (
    <>
      <WordFilter label={['标题', 'Title']} value={filters.title} onChange={(title) => set({ title })} />
      <WordFilter
        label={['发起人或办理人', 'Started by or waits for']}
        value={filters.person}
        onChange={(person) => set({ person })}
      />
      <FilterChip
        name="started"
        field={STARTED}
        filters={{
          ...(filters.beginDate && { started_dategt: filters.beginDate }),
          ...(filters.endDate && { started_datelt: filters.endDate }),
        }}
        onChange={(part) =>
          set({
            ...('started_dategt' in part && { beginDate: (part.started_dategt ?? '').slice(0, 10) }),
            ...('started_datelt' in part && { endDate: (part.started_datelt ?? '').slice(0, 10) }),
          })
        }
      />
      <label className="tick">
        <input type="checkbox" checked={filters.stuck} onChange={(event) => set({ stuck: event.target.checked })} />
        {t(['只看卡住的', 'Stuck only'])}
      </label>
      {Object.values(filters).some(Boolean) && (
        <button type="button" className="link" onClick={() => onChange(NO_FILTERS)}>
          {t(['重置', 'Reset'])}
        </button>
      )}
    </>
  );
}

const STATES: Readonly<Record<string, readonly [tone: string, label: Label]>> = {
  incident: ['red', ['异常', 'Incident']],
  late: ['amber', ['超时', 'Late']],
  suspended: ['violet', ['挂起', 'Suspended']],
  running: ['blue', ['进行中', 'Running']],
};

function FollowState({
  one,
}: {
  one: { readonly suspensionState: number; readonly stuck: string; readonly dueTime: string };
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [tone, label] = STATES[one.stuck || (one.suspensionState === 1 ? 'running' : 'suspended')];
  const due = one.dueTime && momentWords(one.dueTime, language);
  return (
    <span className={`pill ${tone}`} title={due ? t([`${due} 到期`, `Due ${due}`]) : undefined}>
      {t(label)}
    </span>
  );
}

/** The table of running instances, the newest first. */
function Running(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [current, setPage] = useState(1);
  const [seen, setSeen] = useState<Followed | null>(null);
  const isFiltered = Object.values(filters).some(Boolean);
  const { data, error, refetch } = useCall(
    followList,
    { current, size: PAGE, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) },
    { quiet: true, retry: false, refetchInterval: EVERY_MS, keepsEarlier: true },
  );
  return (
    <>
      <div className="keeping-filters">
        <FollowFilters
          filters={filters}
          onChange={(next) => {
            setFilters(next);
            setPage(1);
          }}
        />
        <span className="spring" />
        {data && data.pages > 1 && (
          <>
            <button type="button" className="button" disabled={current <= 1} onClick={() => setPage(current - 1)}>
              {t(['上一页', 'Previous'])}
            </button>
            <span className="quiet">
              {current} / {data.pages}
            </span>
            <button
              type="button"
              className="button"
              disabled={current >= data.pages}
              onClick={() => setPage(current + 1)}
            >
              {t(['下一页', 'Next'])}
            </button>
          </>
        )}
      </div>
      <ShortTable
        label={t(['运行中的实例', 'Running instances'])}
        rows={data?.records}
        error={error}
        again={() => void refetch()}
        keyOf={(one) => one.id}
        empty={
          isFiltered
            ? [
                '没有符合条件的实例，上方条件隐藏了其余实例',
                'Nothing matches: the conditions above hide the other instances',
              ]
            : ['没有运行中的实例', 'No instance runs']
        }
        columns={[
          ...OF_CASE,
          { label: ['当前节点', 'Waits at'], cell: (one) => one.nodeName || '—' },
          { label: ['等待', 'Waits for'], cell: (one) => <span className="follow-for">{one.waitsFor || '—'}</span> },
          {
            label: ['等待自', 'Since'],
            cell: (one) => (one.since ? <time title={one.since}>{momentWords(one.since, language)}</time> : '—'),
          },
          {
            label: ['状态', 'State'],
            cell: (one) => <FollowState one={one} />,
          },
          { label: ['发起人', 'Started by'], cell: (one) => one.startUser || t(['系统', 'System']) },
          { label: ['发起时间', 'Started'], cell: (one) => momentWords(one.startTime, language) },
        ]}
        tools={(one) => <Tools one={one} see={() => setSeen(one)} />}
      />
      {seen && (
        <DiagramDialog
          of={{ processInstanceId: seen.processInstanceId }}
          title={seen.title || seen.processDefinitionName}
          onClose={() => setSeen(null)}
        />
      )}
    </>
  );
}

/** The table of open incidents, with a retry of failed steps. */
function Incidents(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const may = useButtons().has('flow_follow_delete');
  const { data, error, refetch } = useCall(
    incidentList,
    { current: 1, size: 200 },
    { quiet: true, retry: false, refetchInterval: EVERY_MS },
  );
  const retry = (id: string): Promise<void> =>
    doAndTell(async () => {
      await askCall(retryIncidents, { ids: [id] }, { key: newKey(), quiet: true });
      return t(['已重新执行', 'It is tried again']);
    });
  return (
    <ShortTable
      label={t(['异常', 'Incidents'])}
      rows={data?.records}
      error={error}
      again={() => void refetch()}
      keyOf={(one) => one.id}
      empty={['没有异常', 'Nothing failed']}
      columns={[
        ...OF_CASE,
        { label: ['节点', 'Node'], cell: (one) => one.nodeName || one.nodeId },
        {
          label: ['原因', 'What failed'],
          cell: (one) => (
            <span className="incident">
              <CircleAlert size={14} aria-hidden /> {one.message}
            </span>
          ),
        },
        { label: ['发生时间', 'When'], cell: (one) => momentWords(one.createTime, language) },
      ]}
      tools={(one) =>
        may &&
        one.kind === 'job' && (
          <button type="button" className="button plain" onClick={() => void retry(one.id)}>
            <RotateCcw size={15} aria-hidden />
            {t(['重试', 'Try again'])}
          </button>
        )
      }
    />
  );
}

/** The page to supervise processes: running instances and incidents. */
export default function FollowScreen(): ReactElement {
  const t = useT();
  const [view, setView] = useState('running');
  const { data: incidents } = useCall(
    incidentList,
    { current: 1, size: 1 },
    { quiet: true, refetchInterval: EVERY_MS },
  );
  const failed = incidents?.total ?? 0;
  return (
    <div className="keeping">
      <header className="page-head">
        <h1>{t(['流程跟踪', 'Running instances'])}</h1>
        <span className="spring" />
        <SegmentedControl
          label={t(['列表', 'Lists'])}
          items={[
            { key: 'running', label: t(['运行中', 'Running']) },
            { key: 'incidents', label: t(failed ? [`异常 ${failed}`, `Incidents ${failed}`] : ['异常', 'Incidents']) },
          ]}
          value={view}
          onChange={setView}
        />
      </header>
      {view === 'running' ? <Running /> : <Incidents />}
    </div>
  );
}
