import type { ReactElement } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { controlDevice } from '../control/control.calls.ts';
import { deviceCommand } from '../device-command.paper.ts';
import './send-command.css';

/** Result of the device within eight seconds, or the sentence that it is awaited. */
export function CommandResult({ result }: { result: CallAnswer<typeof controlDevice> }): ReactElement {
  const t = useT();
  const isOpen = ['pending', 'queued', 'sent', 'delivered', 'running'].includes(result.execStatus);
  return (
    <p className="send-result" role="status" data-state={result.execStatus}>
      <Value of={deviceCommand} row={{ id: result.id, execStatus: result.execStatus }} name="execStatus" />
      <span>
        {isOpen
          ? t(['8 秒内没有结果，结果会写在指令记录里', 'No result within 8 s; the log will have it'])
          : [result.execStatus === 'success' ? null : result.resultCode, result.resultMsg]
              .filter((one) => one !== null && one !== '')
              .join(' ')}
      </span>
    </p>
  );
}
