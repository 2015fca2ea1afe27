import { CircleHelp } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { ConditionValueWords, FlowConditionWords } from '../../designer/conditions/condition-words.view.tsx';
import { drawnChoices } from '../../designer/conditions/field-choices.rules.ts';
import type { TaskDetail } from './use-case.view.tsx';

/**
 * Explain why a task came to its reader. Name the rule that found that person, and the condition of the path to the
 * task with the field labels of the paper.
 */
export default function CaseWhy({ why, paper }: { why: NonNullable<TaskDetail['why']>; paper: string }): ReactElement {
  const t = useT();
  const choices = drawnChoices(
    useAllPapers().filter(({ name }) => name === paper),
    [],
  );
  const wordOf = (name: string): string => t(choices.find((one) => one.name === name)?.label ?? [name, name]);
  return (
    <p className="case-why">
      <CircleHelp size={15} aria-hidden />
      <b>{t(['为什么到你这里', 'Why it came to you'])}</b>
      <span>
        {t(why.assigned)}
        {why.condition && (
          <>
            {t(['，条件 ', '; condition '])}
            <FlowConditionWords text={`\${${why.condition}}`} choices={choices} />
            {why.values.length > 0 && (
              <span className="quiet">
                {t(['（', ' ('])}
                {why.values.map(({ name, value }, at) => (
                  <span key={name}>
                    {at > 0 && t(['，', ', '])}
                    {wordOf(name)} ={' '}
                    <ConditionValueWords value={value} choice={choices.find((one) => one.name === name)} />
                  </span>
                ))}
                {t(['）', ')'])}
              </span>
            )}
          </>
        )}
      </span>
    </p>
  );
}
