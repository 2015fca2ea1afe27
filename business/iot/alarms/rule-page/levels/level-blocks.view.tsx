import { Plus, X } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { alarmLevel } from '../../../devices/dictionaries.ts';
import { AlarmLevel } from '../../alarm/alarm-level.view.tsx';
import type { CreateRule } from '../../rules/rule-shape.rules.ts';
import { ConditionRows } from './condition-rows.view.tsx';
import type { DraftProblems } from '../draft/draft-problems.rules.ts';
import { NumberBox } from './number-box.view.tsx';
import { isSameValue } from '../draft/rule-values.rules.ts';
import type { Properties } from '../use-properties.view.tsx';

const LEVELS = Object.keys(alarmLevel.items);
const rank = ({ level }: CreateRule): number => LEVELS.indexOf(level);

const MODES = [
  ['simple', ['立即', 'At once']],
  ['duration', ['持续', 'Held']],
  ['repeat', ['次数', 'Times']],
] as const;

interface LevelProps {
  readonly at: number;
  readonly rule: CreateRule;
  readonly running: CreateRule | undefined;
  readonly hasRunning: boolean;
  readonly alarmType: string;
  readonly properties: Properties;
  readonly problems: DraftProblems;
  readonly disabled: boolean;
  readonly onChange: (rule: CreateRule) => void;
  readonly onRemove?: () => void;
}

/** Edits when a level is raised: at once, after a hold time, or at the n-th hit within a number of seconds. */
function Times({ at, rule, running, hasRunning, problems, disabled, onChange }: LevelProps): ReactElement {
  const t = useT();
  const mode = rule.mode ?? 'simple';
  const changed = (name: keyof CreateRule): boolean => hasRunning && !isSameValue(rule[name], running?.[name]);
  const wrong = problems.get(`${at}.hold`);
  const number = { disabled, isWrong: wrong !== undefined };
  const turn = (next: CreateRule['mode']): void => {
    const { holdSec, count, windowSec, ...rest } = rule;
    onChange({
      ...rest,
      mode: next,
      ...(next === 'duration' && { holdSec: holdSec ?? windowSec ?? 60 }),
      ...(next === 'repeat' && { count: count ?? 3, windowSec: windowSec ?? holdSec ?? 600 }),
    });
  };
  return (
    <span className="rule-times">
      <SegmentedControl
        label={t(['方式', 'Mode'])}
        isChanged={changed('mode')}
        disabled={disabled}
        items={MODES.map(([key, label]) => ({ key, label: t(label) }))}
        value={mode}
        onChange={turn}
      />
      {mode === 'duration' && (
        <>
          {t(['满', 'for'])}
          <NumberBox
            {...number}
            label={t(['持续秒数', 'Seconds held'])}
            value={rule.holdSec}
            isChanged={changed('holdSec')}
            onChange={(holdSec) => onChange({ ...rule, holdSec: holdSec ?? undefined })}
          />
          {t(['秒，按设备时间算', 's by the clock of the device'])}
        </>
      )}
      {mode === 'repeat' && (
        <>
          <NumberBox
            {...number}
            label={t(['窗口秒数', 'Seconds of the window'])}
            value={rule.windowSec}
            isChanged={changed('windowSec')}
            onChange={(windowSec) => onChange({ ...rule, windowSec: windowSec ?? undefined })}
          />
          {t(['秒内', 's,'])}
          <NumberBox
            {...number}
            label={t(['次数', 'Times'])}
            value={rule.count}
            isChanged={changed('count')}
            onChange={(count) => onChange({ ...rule, count: count ?? undefined })}
          />
          {t(['次', 'times'])}
        </>
      )}
      {wrong && (
        <span className="field-problem" role="alert">
          {t(wrong)}
        </span>
      )}
    </span>
  );
}

/** Lets the person choose the event of the model that raises the alarm. */
function EventChoice({ rule, properties, disabled, onChange }: LevelProps): ReactElement {
  const t = useT();
  return (
    <div className="rule-row">
      <ChoiceBox
        label={t(['事件', 'Event'])}
        look="rule-property"
        value={rule.event ?? ''}
        disabled={disabled}
        items={properties.events.map((one) => ({ key: one.identifier, label: t([one.name, one.nameEn || one.name]) }))}
        onChange={(event) => onChange({ ...rule, event })}
      />
    </div>
  );
}

function LevelBlock(props: LevelProps): ReactElement {
  const { at, rule, running, hasRunning, alarmType, properties, problems, disabled, onChange, onRemove } = props;
  const t = useT();
  return (
    <div className="rule-level" data-level={rule.level}>
      <div className="rule-level-name">
        <AlarmLevel level={rule.level} />
        {onRemove && !disabled && (
          <button
            type="button"
            className="icon-button small"
            aria-label={t(['去掉这一级', 'Remove this level'])}
            onClick={onRemove}
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      <div>
        {alarmType === 'event' && <EventChoice {...props} />}
        <ConditionRows
          place={String(at)}
          condition={rule.condition}
          running={running?.condition}
          hasRunning={hasRunning}
          problems={problems}
          properties={properties}
          disabled={disabled}
          onChange={(condition) => onChange({ ...rule, condition })}
        >
          <Times {...props} />
        </ConditionRows>
      </div>
    </div>
  );
}

interface LevelBlocksProps {
  readonly levels: readonly CreateRule[];
  readonly running: readonly CreateRule[] | null;
  readonly alarmType: string;
  readonly properties: Properties;
  readonly problems: DraftProblems;
  readonly disabled: boolean;
  readonly onChange: (levels: readonly CreateRule[]) => void;
}

/** Edits the levels of a rule, the most severe first. */
export function LevelBlocks(props: LevelBlocksProps): ReactElement {
  const { levels, running, disabled, onChange, ...more } = props;
  const t = useT();
  const free = LEVELS.filter((level) => !levels.some((one) => one.level === level));
  const add = (level: string): void => {
    const like = levels.at(-1);
    onChange(
      [
        ...levels,
        like
          ? { ...like, level }
          : { level, mode: 'duration' as const, holdSec: 60, condition: { all: [{ prop: '', op: 'lt' as const }] } },
      ].toSorted((one, other) => rank(one) - rank(other)),
    );
  };
  return (
    <div className="rule-levels">
      {levels.map((rule, at) => (
        <LevelBlock
          key={rule.level}
          {...more}
          at={at}
          rule={rule}
          running={running?.find((one) => one.level === rule.level)}
          hasRunning={running !== null}
          disabled={disabled}
          onChange={(next) => onChange(levels.map((one, index) => (index === at ? next : one)))}
          onRemove={levels.length > 1 ? () => onChange(levels.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {!disabled && free.length > 0 && (
        <p className="rule-add-level">
          <Plus size={13} aria-hidden /> {t(['加一级', 'Add a level'])}
          {free.map((level) => (
            <button key={level} type="button" className="link" onClick={() => add(level)}>
              <AlarmLevel level={level} />
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
