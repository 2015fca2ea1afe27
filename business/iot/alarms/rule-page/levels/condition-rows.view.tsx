import { Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Comparison, Condition } from '../../rules/rule-shape.rules.ts';
import { ComparisonRow } from './comparison-row.view.tsx';
import type { DraftProblems } from '../draft/draft-problems.rules.ts';
import { conditionOf, flatCondition } from '../draft/flat-condition.rules.ts';
import { conditionSaid, plainSentence } from '../words/rule-words.rules.ts';
import type { Properties } from '../use-properties.view.tsx';

interface ConditionRowsProps {
  /** First part of the keys in `problems`: the index of the level, or `clear`. */ readonly place: string;
  readonly condition: Condition | null | undefined;
  readonly running: Condition | null | undefined;
  readonly hasRunning: boolean;
  readonly problems: DraftProblems;
  readonly properties: Properties;
  readonly disabled: boolean;
  readonly onChange: (condition: Condition | undefined) => void;
  /** Shown in the last line, before the button that adds a row. */ readonly children?: ReactNode;
}

const EMPTY: Comparison = { prop: '', op: 'lt' };

/** Edits the rows of one condition. A condition with nested groups is shown as text and cannot be edited here. */
export function ConditionRows(props: ConditionRowsProps): ReactElement {
  const { place, condition, running, hasRunning, problems, properties, disabled, onChange, children } = props;
  const t = useT();
  const language = useLanguage();
  const flat = flatCondition(condition);
  const before = flatCondition(running)?.rows ?? [];
  if (!flat)
    return (
      <div className="rule-rows">
        <p className="rule-nested">
          {plainSentence(conditionSaid(condition, properties.of, language))}{' '}
          <small className="quiet">
            {t(['条件里还有分组，只能用接口改', 'It has groups within: they are changed by the API'])}
          </small>
        </p>
        <div className="rule-last">{children}</div>
      </div>
    );
  const put = (rows: readonly Comparison[], join = flat.join): void => onChange(conditionOf({ join, rows }));
  return (
    <div className="rule-rows">
      {flat.rows.map((row, at) => (
        <ComparisonRow
          key={at}
          row={row}
          running={before[at]}
          hasRunning={hasRunning}
          problem={problems.get(`${place}.${at}`)}
          properties={properties}
          disabled={disabled}
          onChange={(next) => put(flat.rows.map((one, index) => (index === at ? next : one)))}
          onRemove={() => put(flat.rows.filter((_, index) => index !== at))}
        />
      ))}
      <div className="rule-last">
        {children}
        <span className="spring" />
        {flat.rows.length > 1 && (
          <button
            type="button"
            className="link"
            disabled={disabled}
            onClick={() => put(flat.rows, flat.join === 'all' ? 'any' : 'all')}
          >
            {t(flat.join === 'all' ? ['全部满足', 'All of them'] : ['任一满足', 'Any of them'])}
          </button>
        )}
        {!disabled && (
          <button type="button" className="link" onClick={() => put([...flat.rows, EMPTY])}>
            <Plus size={13} aria-hidden /> {t(['条件', 'Condition'])}
          </button>
        )}
      </div>
    </div>
  );
}
