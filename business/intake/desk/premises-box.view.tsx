import { type ReactElement, useId } from 'react';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useOptions } from '#kernel/web/pickers/options.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { premises } from '#business/customers/premises.paper.ts';
import type { FaultInput } from './use-desk.view.tsx';

/** The estate a new caller lives in, by typing: it tells the team, and begins the address. */
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
  const list = useId();
  const { options } = useOptions('premises', typed.premises, {}, true);
  const take = async (text: string): Promise<void> => {
    const chosen = options.find((one) => one.label === text);
    onChange({ premises: text, premisesId: chosen?.id ?? '' });
    if (!chosen) return;
    const { customerServiceTeam } = await fetchRow(premises, chosen.id);
    onChange({
      ...(customerServiceTeam ? { team: String(customerServiceTeam) } : {}),
      ...(typed.address ? {} : { address: chosen.label }),
    });
  };
  return (
    <>
      <input
        id={id}
        className="plain-input"
        list={list}
        value={typed.premises}
        autoComplete="off"
        placeholder={t(['输入名称选择，没有可不填', 'Type to choose; may be empty'])}
        onChange={(event) => void take(event.target.value)}
      />
      <datalist id={list}>
        {options.map((one) => (
          <option key={one.id} value={one.label}>
            {one.hint}
          </option>
        ))}
      </datalist>
    </>
  );
}
