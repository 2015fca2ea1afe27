import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { ClearInput, LevelsInput, NotifyInput, ScheduleInput, SuppressionInput } from './rule-inputs.view.tsx';
import { notifyWords, scheduleWords, suppressionWords } from './words/follow-up-words.rules.ts';
import { RuleSentence } from './words/rule-sentence.view.tsx';
import { conditionSaid, plainSentence, secondsWords } from './words/rule-words.rules.ts';
import { rulePartsOf } from './draft/rule-values.rules.ts';
import { useProperties } from './use-properties.view.tsx';
import './rule-page.css';

type RuleRow = Readonly<Record<string, unknown>>;

/** Show a part of a rule in words; show nothing if the rule lacks it. */
function Words({ of }: { of: Label | null }): ReactElement | null {
  const t = useT();
  return of ? <span>{t(of)}</span> : null;
}

/** Show in words when an alarm of the rule ends. */
function ClearWords({ row }: { row: RuleRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const properties = useProperties(row);
  const { clearRule } = rulePartsOf(row);
  if (!clearRule?.condition) return <span>{t(['条件不再成立', 'No longer holds'])}</span>;
  const [zh, en] = secondsWords(Number(clearRule.holdSec ?? 0));
  return (
    <span>
      {plainSentence(conditionSaid(clearRule.condition, properties.of, language))}
      {clearRule.holdSec ? t([` 满 ${zh}`, ` for ${en}`]) : ''}
    </span>
  );
}

/**
 * List and form of alarm rules. The form edits levels as rows, with the meaning of the rule as a sentence above, not as
 * JSON.
 */
export default screen(alarmRule, {
  inputs: {
    createRules: LevelsInput,
    clearRule: ClearInput,
    schedule: ScheduleInput,
    suppression: SuppressionInput,
    notify: NotifyInput,
  },
  details: {
    createRules: (row) => <RuleSentence values={row} />,
    clearRule: (row) => <ClearWords row={row} />,
    schedule: (row) => <Words of={scheduleWords(rulePartsOf(row).schedule)} />,
    suppression: (row) => <Words of={suppressionWords(rulePartsOf(row).suppression)} />,
    notify: (row) => <Words of={notifyWords(rulePartsOf(row).notify)} />,
  },
  formNote: RuleSentence,
  links: [
    { icon: 'sliders-horizontal', label: ['编辑与试算', 'Edit and try'], to: (row) => `/iot/alarmRule/${row.id}` },
  ],
});
