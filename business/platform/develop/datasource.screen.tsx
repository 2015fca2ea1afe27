import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { RowVerbs } from '../row-verbs.view.tsx';
import { tryDatasource } from './develop.calls.ts';
import { datasource } from './datasource.paper.ts';

/** Button that connects to the database and shows its version and number of tables. */
function Connection({ row }: { row: Row<typeof datasource> }): ReactElement {
  const test = async (): Promise<readonly [string, string]> => {
    const { version, tables } = await askCall(tryDatasource, { id: row.id });
    return [`连接成功：PostgreSQL ${version}，${tables} 张表`, `Connected: PostgreSQL ${version}, ${tables} tables`];
  };
  return (
    <RowVerbs
      of={datasource}
      verbs={[{ action: 'test', icon: 'activity', label: ['测试连接', 'Try the connection'], run: test }]}
    />
  );
}

export default screen(datasource, { detailAside: Connection });
