import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ClearRule } from '../../rules/rule-shape.rules.ts';
import { ConditionRows } from './condition-rows.view.tsx';
import type { DraftProblems } from '../draft/draft-problems.rules.ts';
import { NumberBox } from './number-box.view.tsx';
import { isSameValue } from '../draft/rule-values.rules.ts';
import type { Properties } from '../use-properties.view.tsx';

interface ClearBlockProps {
  readonly clear: ClearRule | null;
  readonly running: ClearRule | null | undefined;
  readonly properties: Properties;
  readonly problems: DraftProblems;
  readonly disabled: boolean;
  readonly onChange: (clear: ClearRule | null) => void;
}

/** Edits when an alarm ends. Without a condition it ends when its raise condition no longer holds. */
export function ClearBlock({
  clear,
  running,
  properties,
  problems,
  disabled,
  onChange,
}: ClearBlockProps): ReactElement {
  const t = useT();
  const put = (next: ClearRule): void => onChange(next.condition || next.holdSec ? next : null);
  return (
    <div className="rule-level">
      <div className="rule-level-name">
        <span className="alarm-level quiet">{t(['恢复', 'Clears'])}</span>
      </div>
      <ConditionRows
        place="clear"
        condition={clear?.condition}
        running={running?.condition}
        hasRunning={running !== undefined}
        problems={problems}
        properties={properties}
        disabled={disabled}
        onChange={(condition) => put({ ...clear, condition })}
      >
        <span className="rule-times">
          {!clear?.condition && <span className="quiet">{t(['条件不再成立', 'No longer holds'])}</span>}
          {t(['满', 'for'])}
          <NumberBox
            label={t(['恢复的持续秒数', 'Seconds its end holds'])}
            value={clear?.holdSec}
            isChanged={running !== undefined && !isSameValue(clear?.holdSec, running?.holdSec)}
            disabled={disabled}
            onChange={(holdSec) => put({ ...clear, holdSec: holdSec ?? undefined })}
          />
          {t(['秒', 's'])}
        </span>
      </ConditionRows>
    </div>
  );
}
