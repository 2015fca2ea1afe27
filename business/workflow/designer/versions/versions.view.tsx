import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { downloadFile } from '#kernel/web/http/files.ts';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { ShortTable } from '../../deploy/keeping/short-table.view.tsx';
import { managerExport, type ProcessVersion } from '../../deploy/versions.calls.ts';

/** The list of deployed versions, the newest first, with their numbers of running instances. */
export function Versions({
  versions,
  onCompare,
}: {
  versions: readonly ProcessVersion[];
  onCompare: (from: string) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const take = (one: ProcessVersion): void =>
    void downloadFile(managerExport.path, { processDefinitionId: one.id }, `${one.key}.bpmn20.xml`);
  return (
    <div className="design-versions">
      <ShortTable
        label={t(['版本', 'Versions'])}
        rows={versions}
        error={null}
        again={() => undefined}
        keyOf={(one) => one.id}
        empty={['这个标识还没有部署过', 'Nothing of this key was deployed yet']}
        columns={[
          { label: ['版本', 'Version'], cell: (one) => <b>v{one.version}</b> },
          { label: ['名称', 'Name'], cell: (one) => one.name },
          { label: ['分类', 'Category'], cell: (one) => one.categoryName },
          { label: ['部署时间', 'Deployed at'], cell: (one) => momentWords(one.deploymentTime, language) },
          { label: ['部署人', 'By'], cell: (one) => one.deployedBy || t(['产品自带', 'With the product']) },
          {
            label: ['状态', 'State'],
            cell: (one) => (
              <span className={`pill ${one.suspensionState === 1 ? 'green' : 'violet'}`}>
                {t(one.suspensionState === 1 ? ['激活', 'Active'] : ['挂起', 'Suspended'])}
              </span>
            ),
          },
          { label: ['运行中', 'Running'], end: true, cell: (one) => one.running },
          { label: ['已结束', 'Ended'], end: true, cell: (one) => one.finished },
        ]}
        tools={(one) => (
          <>
            <button type="button" className="link" onClick={() => onCompare(one.id)}>
              {t(['与图对比', 'Compare'])}
            </button>
            <button
              type="button"
              className="icon-button small"
              aria-label={t([`导出 v${one.version}`, `Export v${one.version}`])}
              title={t(['导出', 'Export'])}
              onClick={() => take(one)}
            >
              <Download size={15} aria-hidden />
            </button>
          </>
        )}
      />
    </div>
  );
}
