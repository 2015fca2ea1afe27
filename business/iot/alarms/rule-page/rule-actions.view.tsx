import type { ReactElement, ReactNode } from 'react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { autoRepair } from '../dictionaries.ts';
import { CodePicker } from './code-picker.view.tsx';
import { NotifyPart, SchedulePart, SuppressionPart } from './follow-up.view.tsx';
import { isSameValue, rulePartsOf } from './draft/rule-values.rules.ts';
import type { EditedRule } from './use-rule.view.tsx';

function Line({
  label,
  isChanged,
  children,
}: {
  label: string;
  isChanged: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="rule-line" data-changed={isChanged}>
      <span className="quiet">{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** Edits the consequences of an alarm: notices, repair request, working hours and suppression. */
export function RuleActions({ rule, disabled }: { rule: EditedRule; disabled: boolean }): ReactElement {
  const t = useT();
  const { draft, running, set } = rule;
  const parts = rulePartsOf(draft);
  const changed = (name: string): boolean => !isSameValue(draft[name], running[name]);
  const kinds = useDictionary(autoRepair);
  return (
    <section className="rule-actions">
      <h2>{t(['报了做什么', 'What follows'])}</h2>
      <Line label={t(['通知', 'Notified'])} isChanged={changed('notify')}>
        <NotifyPart value={parts.notify} disabled={disabled} onChange={(notify) => set({ notify })} />
      </Line>
      <Line label={t(['报修', 'Repair'])} isChanged={changed('autoRepair') || changed('troubleCodeId')}>
        <span className="rule-repair">
          <SegmentedControl
            label={t(['报修方式', 'Repair request'])}
            disabled={disabled}
            items={kinds}
            value={String(draft.autoRepair)}
            onChange={(key) => set({ autoRepair: key })}
          />
          {t(['按故障码', 'by the code'])}
          <CodePicker
            value={String(draft.troubleCodeId ?? '')}
            disabled={disabled}
            onChange={(troubleCodeId) => set({ troubleCodeId })}
          />
        </span>
      </Line>
      <Line label={t(['时段', 'Works'])} isChanged={changed('schedule')}>
        <SchedulePart value={parts.schedule} disabled={disabled} onChange={(schedule) => set({ schedule })} />
      </Line>
      <Line label={t(['不报', 'Silent'])} isChanged={changed('suppression')}>
        <SuppressionPart
          value={parts.suppression}
          disabled={disabled}
          onChange={(suppression) => set({ suppression })}
        />
      </Line>
    </section>
  );
}
