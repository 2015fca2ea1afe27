import { Check, Rocket } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

export type DesignTab = 'design' | 'preview' | 'difference' | 'versions';

interface Head {
  readonly title: string;
  readonly modelKey: string;
  readonly isDirty: boolean;
  readonly isNew: boolean;
  readonly deployed: number | null;
  readonly tab: DesignTab;
  readonly onTab: (tab: DesignTab) => void;
  readonly counts: { readonly versions: number };
  readonly tools: ReactNode;
  readonly mayWrite: boolean;
  readonly mayDeploy: boolean;
  readonly isBusy: boolean;
  /** Why the drawing cannot be deployed now; empty if it can. */ readonly whyNot: string;
  readonly onSave: () => void;
  readonly onDeploy: () => void;
}

/** The heading of the designer: name of the process, tabs, and buttons to save and deploy. */
export function DesignerHead(head: Head): ReactElement {
  const t = useT();
  const { tab, isDirty, isNew, deployed } = head;
  const tabs: readonly (readonly [DesignTab, string, number | null])[] = [
    ['design', t(['设计', 'Design']), null],
    ['preview', t(['模拟', 'Simulate']), null],
    ['difference', t(['差异', 'Differences']), null],
    ['versions', t(['版本', 'Versions']), head.counts.versions],
  ];
  const unchanged = !isDirty && !isNew;
  return (
    <header className="page-head design-head">
      <h1>{head.title}</h1>
      <small className="mono quiet">{head.modelKey}</small>
      <span className={`pill ${isDirty || isNew ? 'amber' : deployed ? 'blue' : 'grey'}`}>
        {isDirty || isNew
          ? t(['草稿', 'Draft'])
          : deployed
            ? t([`已部署 v${deployed}`, `Deployed v${deployed}`])
            : t(['未部署', 'Not deployed'])}
      </span>
      <SegmentedControl
        label={t(['看什么', 'View'])}
        items={tabs.map(([key, label, count]) => ({ key, label: count ? `${label} ${count}` : label }))}
        value={tab}
        onChange={head.onTab}
      />
      <span className="spring" />
      {head.tools}
      {head.mayWrite && (
        <button
          type="button"
          className="button"
          disabled={unchanged || head.isBusy}
          title={unchanged ? t(['还没有改动', 'Nothing is changed']) : undefined}
          onClick={head.onSave}
        >
          <Check size={15} aria-hidden />
          {t(['保存', 'Save'])} <kbd>Ctrl S</kbd>
        </button>
      )}
      {head.mayDeploy && (
        <button
          type="button"
          className="button strong"
          disabled={head.whyNot !== '' || head.isBusy}
          title={head.whyNot || undefined}
          onClick={head.onDeploy}
        >
          <Rocket size={15} aria-hidden />
          {t(['部署…', 'Deploy…'])}
        </button>
      )}
    </header>
  );
}
