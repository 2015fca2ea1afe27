import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { mustGet } from '#kernel/language/must.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { HistoryStep } from '../flow-shapes.calls.ts';
import DiagramCanvas, { type DiagramHandle } from './diagram-canvas.view.tsx';
import { type NodeMark, nodeMarksOf } from './highlight.rules.ts';

const LARGER = 1.25;
const STEP = 80;

const LEGEND: readonly (readonly [NodeMark, Label])[] = [
  ['nodeSuccess', ['已完成', 'Done']],
  ['nodePrimary', ['进行中', 'Under way']],
  ['lineWarn', ['走过', 'Taken']],
  ['nodeInfo', ['已终止', 'Ended']],
];

const KINDS: Readonly<Record<string, Label>> = {
  startEvent: ['开始', 'Start'],
  endEvent: ['结束', 'End'],
  userTask: ['人工任务', 'Task'],
  serviceTask: ['系统任务', 'Service'],
  exclusiveGateway: ['判断', 'Gateway'],
  parallelGateway: ['并行', 'Parallel gateway'],
  inclusiveGateway: ['包容', 'Inclusive gateway'],
  candidate: ['未到', 'To come'],
};

function Tools({ handle, isCase }: { handle: () => DiagramHandle | null; isCase: boolean }): ReactElement {
  const t = useT();
  return (
    <div className="diagram-tools" role="toolbar" aria-label={t(['流程图', 'Diagram'])}>
      <button
        type="button"
        className="icon-button"
        title={`${t(['放大', 'Larger'])} +`}
        aria-label={t(['放大', 'Larger'])}
        onClick={() => handle()?.zoomBy(LARGER)}
      >
        <ZoomIn size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        title={`${t(['缩小', 'Smaller'])} -`}
        aria-label={t(['缩小', 'Smaller'])}
        onClick={() => handle()?.zoomBy(1 / LARGER)}
      >
        <ZoomOut size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        title={`${t(['看全图', 'All of it'])} 0`}
        aria-label={t(['看全图', 'All of it'])}
        onClick={() => handle()?.fit()}
      >
        <Maximize size={16} aria-hidden />
      </button>
      {isCase && (
        <span className="diagram-legend">
          {LEGEND.map(([name, label]) => (
            <span key={name} data-mark={name}>
              <i aria-hidden />
              {t(label)}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

/** The nodes of the diagram as a list: for the keyboard, and for people who do not see colours. */
function Steps({
  flow,
  current,
  choose,
}: {
  flow: readonly HistoryStep[];
  current: string | null;
  choose: (nodeId: string) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const marks = useMemo(() => nodeMarksOf(flow), [flow]);
  const words = new Map(LEGEND);
  return (
    <ol className="diagram-steps" aria-label={t(['节点', 'Nodes'])}>
      {flow.map((step) => {
        const mark = marks.get(step.historyActivityId);
        return (
          <li key={step.id || step.historyActivityId}>
            <button
              type="button"
              aria-current={step.historyActivityId === current ? 'true' : undefined}
              onClick={() => choose(step.historyActivityId)}
            >
              <span>{step.historyActivityName || t(KINDS[step.historyActivityType] ?? ['节点', 'Node'])}</span>
              <span className="quiet">{t(mark ? mustGet(words, mark) : KINDS.candidate)}</span>
              <small>
                {step.assigneeName} {step.endTime && shortMoment(step.endTime, language)}{' '}
                {step.historyActivityDurationTime}
              </small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const keysOf = (handle: () => DiagramHandle | null): Binding[] => [
  { keys: '+ =', label: ['放大', 'Larger'], run: () => handle()?.zoomBy(LARGER) },
  { keys: '-', label: ['缩小', 'Smaller'], run: () => handle()?.zoomBy(1 / LARGER) },
  { keys: '0', label: ['看全图', 'All of it'], run: () => handle()?.fit() },
  { keys: 'ArrowLeft', label: ['左移', 'Left'], silent: true, run: () => handle()?.moveBy(STEP, 0) },
  { keys: 'ArrowRight', label: ['右移', 'Right'], silent: true, run: () => handle()?.moveBy(-STEP, 0) },
  { keys: 'ArrowUp', label: ['上移', 'Up'], silent: true, run: () => handle()?.moveBy(0, STEP) },
  { keys: 'ArrowDown', label: ['下移', 'Down'], silent: true, run: () => handle()?.moveBy(0, -STEP) },
];

interface DiagramBoardProps {
  readonly xml: string;
  readonly flow: readonly HistoryStep[] | undefined;
  readonly label: string;
}

/** A whole diagram with its tools and keys, and the list of visited nodes. */
export default function DiagramBoard({ xml, flow, label }: DiagramBoardProps): ReactElement {
  const handle = useRef<DiagramHandle>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const steps = useMemo(() => (flow ?? []).filter((one) => one.historyActivityType !== 'sequenceFlow'), [flow]);
  const get = (): DiagramHandle | null => handle.current;
  useKeys(keysOf(get));
  return (
    <div className="diagram-dialog" data-alone={steps.length === 0}>
      <div className="diagram-board">
        <Tools handle={get} isCase={steps.length > 0} />
        <DiagramCanvas
          xml={xml}
          flow={flow}
          label={label}
          handle={handle}
          onChoose={(id) => setCurrent(steps.some((one) => one.historyActivityId === id) ? id : null)}
        />
      </div>
      {steps.length > 0 && (
        <Steps
          flow={steps}
          current={current}
          choose={(id) => {
            setCurrent(id);
            handle.current?.show(id);
          }}
        />
      )}
    </div>
  );
}
