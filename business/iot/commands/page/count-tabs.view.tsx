import type { ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface CountTabsProps<K extends string> {
  readonly tabs: readonly {
    readonly key: K;
    readonly label: Label;
    readonly count: number;
    readonly isWorry: boolean;
  }[];
  readonly here: K;
  readonly onTab: (key: K) => void;
  readonly children?: ReactNode;
}

/** Tabs over the devices of a task, each with its count. Empty ones are left out, except the first and the shown one. */
export function CountTabs<K extends string>({ tabs, here, onTab, children }: CountTabsProps<K>): ReactElement {
  const t = useT();
  const shown = tabs.filter(({ key, count }, at) => at === 0 || key === here || count > 0);
  return (
    <div className="run-tabs" role="tablist">
      {shown.map(({ key, label, count, isWorry }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === here}
          data-worry={(isWorry && count > 0) || undefined}
          onClick={() => onTab(key)}
        >
          {t(label)} <small>{grouped(count)}</small>
        </button>
      ))}
      <span className="spring" />
      {children}
    </div>
  );
}
