import { type ReactElement, useMemo } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import { ClearBlock } from './levels/clear-block.view.tsx';
import { draftProblems } from './draft/draft-problems.rules.ts';
import { NotifyPart, SchedulePart, SuppressionPart } from './follow-up.view.tsx';
import { LevelBlocks } from './levels/level-blocks.view.tsx';
import { rulePartsOf } from './draft/rule-values.rules.ts';
import { useProperties } from './use-properties.view.tsx';
import './rule-page.css';

/** Return the JSON parts of the rule in the form, their problems, and the properties of its model. */
function useParts(values: InputFace['values']) {
  const properties = useProperties(values);
  const parts = rulePartsOf(values);
  const problems = useMemo(
    () => draftProblems(parts, properties.of, properties.isKnown),
    [JSON.stringify(parts), properties],
  );
  return { properties, parts, problems };
}

/** The levels of a rule, as an input of the standard form. */
export function LevelsInput({ values, onChange, disabled }: InputFace): ReactElement {
  const { properties, parts, problems } = useParts(values);
  return (
    <LevelBlocks
      levels={parts.createRules}
      running={null}
      alarmType={String(values.alarmType ?? '')}
      properties={properties}
      problems={problems}
      disabled={disabled ?? false}
      onChange={onChange}
    />
  );
}

export function ClearInput({ values, onChange, disabled }: InputFace): ReactElement {
  const { properties, parts, problems } = useParts(values);
  return (
    <ClearBlock
      clear={parts.clearRule}
      running={undefined}
      properties={properties}
      problems={problems}
      disabled={disabled ?? false}
      onChange={onChange}
    />
  );
}

export const ScheduleInput = ({ values, onChange, disabled }: InputFace): ReactElement => (
  <SchedulePart value={rulePartsOf(values).schedule} disabled={disabled ?? false} onChange={onChange} />
);

export const SuppressionInput = ({ values, onChange, disabled }: InputFace): ReactElement => (
  <SuppressionPart value={rulePartsOf(values).suppression} disabled={disabled ?? false} onChange={onChange} />
);

export const NotifyInput = ({ values, onChange, disabled }: InputFace): ReactElement => (
  <NotifyPart value={rulePartsOf(values).notify} disabled={disabled ?? false} onChange={onChange} />
);
