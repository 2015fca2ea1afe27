import { History } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { device } from '../../devices/device.paper.ts';
import { endLookBack, lookBack } from './device-look-back.calls.ts';

/**
 * Button to show or hide records of a device from before the present home got it, after a reason. Only people with the
 * right see it.
 */
export function LookBack({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const may = useMay(device)('lookBack');
  const [until, setUntil] = useState('');
  if (!may) return null;
  const press = async (): Promise<void> => {
    const reason = until
      ? ''
      : await askWords({
          title: t(['回看归属前的记录', 'Look back before the present owner']),
          text: t([
            '之前家庭的记录对您开放一小时，原因会被记录。',
            'Records of the family before are open to you for an hour. The reason is logged.',
          ]),
          words: t(['原因', 'Reason']),
          yes: t(['回看', 'Look back']),
        });
    if (reason === null) return;
    const done = await (until ? askCall(endLookBack, { id }) : askCall(lookBack, { id, reason }));
    setUntil(done.until);
    if (done.until) toast.good(t([`可回看到 ${done.until.slice(11, 16)}`, `Open until ${done.until.slice(11, 16)}`]));
    void refresh(device.name);
  };
  return (
    <button type="button" className="button small" onClick={() => void press().catch(() => undefined)}>
      <History size={14} aria-hidden />
      {t(until ? ['结束回看', 'End the look back'] : ['回看之前的记录', 'Look back'])}
    </button>
  );
}
