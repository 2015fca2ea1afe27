import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import type { ComparisonResult } from './cockpit.calls.ts';
import { signedAmount } from './shown.rules.ts';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly label: Label;
}

const figuresOf = ({ compared, equal, levelled, different, amount }: ComparisonResult['figures']): Figure[] => [
  { name: 'compared', value: grouped(compared), label: ['比对 仓库 × 物料', 'compared'] },
  { name: 'equal', value: grouped(equal), label: ['一致', 'equal'] },
  { name: 'levelled', value: grouped(levelled), label: ['在途抵平，不用管', 'levelled in flight'] },
  {
    name: 'different',
    value: grouped(different),
    label: ['有差，都猜出了原因', 'different'],
  },
  ...(amount === undefined
    ? []
    : [
        {
          name: 'amount',
          value: signedAmount(amount),
          label: ['差额 元，按移动平均成本', 'CNY at average cost'] as const,
        },
      ]),
];

/** The five figures of a comparison; without the right to costs there are four. */
export function ComparisonFigures({ found }: { found: ComparisonResult }): ReactElement {
  const t = useT();
  return (
    <dl className="sapc-figures">
      {figuresOf(found.figures).map(({ name, value, label }) => (
        <div key={name} data-figure={name} data-zero={value === '0' || undefined}>
          <dd>{value}</dd>
          <dt>{t(label)}</dt>
        </div>
      ))}
    </dl>
  );
}
