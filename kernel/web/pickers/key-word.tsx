import type { ReactElement } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { useDictionary } from './dictionaries.ts';

/** The label of a dictionary key, as the tenant has named it. */
export function KeyWord({ of, value }: { of: Dictionary; value: string }): ReactElement {
  return <>{useDictionary(of).find((item) => item.key === value)?.label ?? value}</>;
}

/** The label of a dictionary key as a pill in the colour of its tone. */
export function KeyPill({ of, value }: { of: Dictionary; value: string }): ReactElement {
  return (
    <span className={`pill ${of.items[value]?.[2] ?? 'grey'}`}>
      <KeyWord of={of} value={value} />
    </span>
  );
}
