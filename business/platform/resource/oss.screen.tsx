import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { RowVerbs } from '../row-verbs.view.tsx';
import { tryStorage, useStorage } from './oss.calls.ts';
import { oss } from './oss.paper.ts';

/** Buttons that test a storage and enable it. */
function Storage({ row }: { row: Row<typeof oss> }): ReactElement {
  const test = async (): Promise<readonly [string, string]> => {
    const { ms } = await askCall(tryStorage, { id: row.id });
    return [`上传、读取、删除都成功，用时 ${ms} 毫秒`, `Written, read and removed in ${ms} ms`];
  };
  const enable = async (): Promise<readonly [string, string]> => {
    await askCall(useStorage, { id: row.id });
    return ['已启用，新文件存到这里', 'In use: new files lie here'];
  };
  return (
    <RowVerbs
      of={oss}
      verbs={[
        { action: 'test', icon: 'activity', label: ['测试上传', 'Try an upload'], run: test },
        {
          action: 'enable',
          icon: 'check',
          label: ['启用', 'Use this one'],
          off: row.isEnabled === true && ['正在使用', 'It is in use'],
          run: enable,
        },
      ]}
    />
  );
}

export default screen(oss, { detailAside: Storage });
