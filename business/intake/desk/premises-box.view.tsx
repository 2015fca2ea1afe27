import type { ReactElement } from 'react';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import type { ChoiceItem } from '#kernel/web/pickers/list-below.tsx';
import { SuggestBox } from '#kernel/web/pickers/suggest-box.tsx';
import { useOptions } from '#kernel/web/pickers/options.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { premises } from '#business/customers/premises.paper.ts';
import type { FaultInput } from './use-desk.view.tsx';

/** Search of a new caller's estate, which sets the team and the start of the address. */
export function PremisesBox({
  id,
  typed,
  onChange,
}: {
  id: string;
  typed: FaultInput;
  onChange: (part: Partial<FaultInput>) => void;
}): ReactElement {
  const t = useT();
  const { options } = useOptions('premises', typed.premises, {}, true);
  const take = async (chosen: ChoiceItem): Promise<void> => {
    onChange({ premises: chosen.label, premisesId: chosen.key });
    const { customerServiceTeam } = await fetchRow(premises, chosen.key);
    onChange({
      ...(customerServiceTeam ? { team: String(customerServiceTeam) } : {}),
      ...(typed.address ? {} : { address: chosen.label }),
    });
  };
  return (
    <SuggestBox
      id={id}
      label={t(['楼盘', 'Premises'])}
      value={typed.premises}
      placeholder={t(['输入名称选择，没有可不填', 'Type to choose; may be empty'])}
      items={options.map((one) => ({ key: one.id, label: one.label, hint: one.hint }))}
      onType={(text) => {
        const same = options.find((one) => one.label === text);
        if (same) void take({ key: same.id, label: same.label });
        else onChange({ premises: text, premisesId: '' });
      }}
      onChoose={(chosen) => void take(chosen)}
    />
  );
}
