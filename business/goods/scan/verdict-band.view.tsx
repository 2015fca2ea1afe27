import { Check, CircleX, ScanLine as ScanIcon, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ScanTone, ScanVerdict } from './rules/verdict.rules.ts';

const icons: Readonly<Record<ScanTone, typeof Check>> = {
  good: Check,
  wrong: CircleX,
  short: TriangleAlert,
  plain: ScanIcon,
};

/** The verdict on the last scan, in a band of fixed height: nothing below it moves. */
export function VerdictBand({ verdict }: { verdict: ScanVerdict }): ReactElement {
  const t = useT();
  const Icon = icons[verdict.tone];
  return (
    <div className="scan-verdict" data-tone={verdict.tone} role="status" aria-live="assertive">
      <Icon size={28} aria-hidden />
      <div>
        <b>{t(verdict.head)}</b>
        <span>{t(verdict.text)}</span>
      </div>
      <span className="scan-next">{t(verdict.next)}</span>
    </div>
  );
}
