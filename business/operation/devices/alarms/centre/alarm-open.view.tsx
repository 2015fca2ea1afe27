import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { AlarmActs } from './alarm-acts.view.tsx';
import type { AlarmLine } from './use-alarms.view.tsx';
import type { Hands } from './use-hands.view.tsx';

/** The first line of what the code proposes. */
function useAdvice(line: AlarmLine): string | null {
  const language = useLanguage();
  const may = useMay(troubleCode)('view');
  const id = String(line.row.troubleCodeId ?? '');
  const { data } = useQuery({
    queryKey: ['row', troubleCode.name, id, language],
    queryFn: ({ signal }) => fetchRow(troubleCode, id, signal),
    enabled: id !== '' && may,
    retry: false,
  });
  if (!data) return null;
  const words = language === 'en' ? data.solutionEn || data.solutionZh : data.solutionZh;
  return String(words ?? '').split('\n')[0] || null;
}

/** The current alarm opened: what to do first, and what may be done. */
export function AlarmOpen({ line, hands }: { line: AlarmLine; hands: Hands }): ReactElement {
  const t = useT();
  const advice = useAdvice(line);
  return (
    <div className="alarm-open">
      <p>
        {advice ?? (
          <span className="quiet">
            {t([
              '没有写明处理办法，先看设备的曲线',
              'No instruction is written: look at the curves of the device first',
            ])}
          </span>
        )}{' '}
        <button type="button" className="link" onClick={() => hands.open(line.id)}>
          {t(['详情', 'Details'])} <kbd>V</kbd>
        </button>
      </p>
      <AlarmActs hands={hands} />
    </div>
  );
}
