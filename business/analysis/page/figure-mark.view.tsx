import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Warning sign beside a doubtful figure, with the reasons as tooltip. */
export function FigureMark({ words }: { words: Label | readonly string[] }): ReactElement {
  const t = useT();
  const reason = t(words as Label);
  return (
    <span className="energy-mark" role="img" aria-label={reason} title={reason}>
      <TriangleAlert size={13} aria-hidden />
    </span>
  );
}
