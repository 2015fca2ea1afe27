import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { downloadFile } from '#kernel/web/http/files.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { managerExport, type ProcessVersion } from '../../deploy/versions.calls.ts';

/** Versions that were deployed, the newest first, with what runs on each. */
export function Versions({
  versions,
  onCompare,
}: {
  versions: readonly ProcessVersion[];
  onCompare: (from: string) => void;
}): ReactElement {
  const t = useT();
  if (!versions.length)
    return <p className="design-none quiet">{t(['这个标识还没有部署过', 'Nothing of this key was deployed yet'])}</p>;
  return (
    <div className="design-versions">
      <table>
        <thead>
          <tr>
            <th>{t(['版本', 'Version'])}</th>
            <th>{t(['名称', 'Name'])}</th>
            <th>{t(['分类', 'Category'])}</th>
            <th>{t(['部署时间', 'Deployed at'])}</th>
            <th>{t(['部署人', 'By'])}</th>
            <th>{t(['状态', 'State'])}</th>
            <th className="number">{t(['运行中', 'Running'])}</th>
            <th className="number">{t(['已结束', 'Ended'])}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <tr key={one.id}>
              <td>
                <b>v{one.version}</b>
              </td>
              <td>{one.name}</td>
              <td>{one.categoryName}</td>
              <td>{one.deploymentTime}</td>
              <td>{one.deployedBy || t(['产品自带', 'With the product'])}</td>
              <td>
                <span className={`pill ${one.suspensionState === 1 ? 'green' : 'grey'}`}>
                  {t(one.suspensionState === 1 ? ['激活', 'Active'] : ['挂起', 'Suspended'])}
                </span>
              </td>
              <td className="number">{one.running}</td>
              <td className="number">{one.finished}</td>
              <td>
                <button type="button" className="link" onClick={() => onCompare(one.id)}>
                  {t(['与图对比', 'Compare'])}
                </button>
                <button
                  type="button"
                  className="icon-button small"
                  aria-label={t([`导出 v${one.version}`, `Export v${one.version}`])}
                  title={t(['导出', 'Export'])}
                  onClick={() =>
                    void downloadFile(managerExport.path, { processDefinitionId: one.id }, `${one.key}.bpmn20.xml`)
                  }
                >
                  <Download size={15} aria-hidden />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
