import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { equipmentStatus } from '#business/customers/dictionaries.ts';
import { faultCategory } from '#business/masterdata/dictionaries.ts';
import { faultCause, serviceMeasure } from '../dictionaries.ts';
import { visitResult } from '#business/dispatch/dictionaries.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';
import { FormBlock, ChoiceButtons, type SectionProps, PickOne } from './parts.view.tsx';

const AT_THE_DOOR: readonly VisitResult[] = [
  'done',
  'checkOnly',
  'noFault',
  'needParts',
  'reappoint',
  'needExpert',
  'needMoreWork',
  'refusedPay',
  'transfer',
];

/** The section of the completion form for the result of the visit, the fault and the work done. */
export function ResultSection({ visit, draft, put }: SectionProps): ReactElement {
  const t = useT();
  const states = useDictionary(equipmentStatus);
  const withFault =
    isFinal(draft.visitResult) && ['repair', 'complaint'].includes(visit.registration?.receiptsType ?? '');
  return (
    <FormBlock at="result" title={t(['处理结果', 'Result'])}>
      <ChoiceButtons
        label={t(['处理结果', 'Result'])}
        of={visitResult}
        only={visit.arriveTime ? AT_THE_DOOR : ['remote']}
        value={draft.visitResult}
        onChange={(key) => put({ visitResult: key as VisitResult })}
      />
      {!isFinal(draft.visitResult) && (
        <p className="quiet">
          {t([
            '这次上门没有做完：不需要检查表和签名，原单会再派。',
            'This visit is not the last: no check list and no signature are needed, the order is dispatched again.',
          ])}
        </p>
      )}
      {withFault && (
        <>
          <PickOne
            label={t(['故障类别', 'Fault class'])}
            of={faultCategory}
            value={draft.faultCategory}
            onChange={(key) => put({ faultCategory: key })}
          />
          <PickOne
            label={t(['故障原因', 'Cause'])}
            of={faultCause}
            value={draft.faultCause}
            onChange={(key) => put({ faultCause: key })}
          />
          <PickOne
            label={t(['处理措施', 'Action taken'])}
            of={serviceMeasure}
            value={draft.serviceMeasure}
            onChange={(key) => put({ serviceMeasure: key })}
          />
        </>
      )}
      <label className="day-field">
        <span>{t(['做了什么', 'What was done'])}</span>
        <textarea
          rows={3}
          maxLength={2000}
          value={draft.maintenanceContent}
          onChange={(event) => put({ maintenanceContent: event.target.value })}
        />
      </label>
      <label className="day-field">
        <span>{t(['给客户的建议（选填）', 'Advice for the customer (optional)'])}</span>
        <input maxLength={500} value={draft.advice} onChange={(event) => put({ advice: event.target.value })} />
      </label>
      {draft.machines.map((one, at) => (
        <div key={one.equipmentId || one.equipmentName} className="day-pick">
          <span>{one.equipmentName}</span>
          <ChoiceBox
            label={one.equipmentName}
            value={one.equipmentStatus ?? ''}
            items={states}
            onChange={(equipmentStatus) =>
              put({
                machines: draft.machines.map((other, index) => (index === at ? { ...other, equipmentStatus } : other)),
              })
            }
          />
        </div>
      ))}
    </FormBlock>
  );
}
