import type { ReactElement } from 'react';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { clearErrors, useErrorLog } from '#kernel/web/http/errors/error-log.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Dialog with the errors of this page, which can be sent to the server or cleared. */
export function ErrorDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const entries = useErrorLog((state) => state.entries);
  const upload = async (): Promise<void> => {
    if (!(await ask({ title: t(['上传错误日志？', 'Upload the error log?']) }))) return;
    await postJson('blade-auth/oauth/logout', entries);
    clearErrors();
    toast.good(t(['发送成功', 'Sent']));
    onClose();
  };
  const clear = async (): Promise<void> => {
    if (!(await ask({ title: t(['清空本地日志？', 'Clear the local log?']) }))) return;
    clearErrors();
    toast.good(t(['清空成功', 'Cleared']));
    onClose();
  };
  const foot = (
    <>
      <button type="button" className="button" onClick={() => void clear()}>
        {t(['清空本地日志', 'Clear local log'])}
      </button>
      <button type="button" className="button strong" onClick={() => void upload()}>
        {t(['上传到服务器', 'Upload to the server'])}
      </button>
    </>
  );
  return (
    <Dialog title={t(['错误日志', 'Error log'])} full onClose={onClose} foot={foot}>
      <table className="error-table">
        <thead>
          <tr>
            <th>{t(['类型', 'Type'])}</th>
            <th>{t(['地址', 'Address'])}</th>
            <th>{t(['内容', 'Message'])}</th>
            <th>{t(['时间', 'Time'])}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              <td>{t(['页面错误', 'Page fault'])}</td>
              <td className="mono">{entry.url}</td>
              <td>
                <details>
                  <summary>{entry.message}</summary>
                  <pre>
                    {entry.stack}
                    {entry.info}
                  </pre>
                </details>
              </td>
              <td>{entry.time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
