import type { ReactElement } from 'react';
import { screen } from '#kernel/web/registry/screens.ts';
import { alarmRule } from '../rules/alarm-rule.paper.ts';
import { ClearInput, LevelsInput, NotifyInput, ScheduleInput, SuppressionInput } from './rule-inputs.view.tsx';
import { RuleSentence } from './rule-sentence.view.tsx';
import './rule-page.css';

/** The sentence above the record. */
const Reads = ({ row }: { readonly row: Readonly<Record<string, unknown>> }): ReactElement => (
  <RuleSentence values={row} />
);

/** Nobody reads or writes a rule as JSON: its levels are rows, and above them stands what they mean. */
export default screen(alarmRule, {
  inputs: {
    createRules: LevelsInput,
    clearRule: ClearInput,
    schedule: ScheduleInput,
    suppression: SuppressionInput,
    notify: NotifyInput,
  },
  details: {
    createRules: () => null,
    clearRule: () => null,
  },
  formNote: RuleSentence,
  detailAside: Reads,
  links: [
    { icon: 'sliders-horizontal', label: ['编辑与试算', 'Edit and try'], to: (row) => `/iot/alarmRule/${row.id}` },
  ],
});
