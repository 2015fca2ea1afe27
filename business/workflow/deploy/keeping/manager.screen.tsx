import { Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Page } from '#kernel/language/calls/shape.ts';
import { ask, askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { changeState, deleteDeployment, managerList } from '../manager.calls.ts';
import { DiagramDialog } from '../../work/diagram/diagram-dialog.view.tsx';
import { refreshTasks } from '../../inbox/use-inbox.view.tsx';
import { processModel } from '../../model/process-model.paper.ts';
import type { FlowProcess } from '../../work/flow-shapes.calls.ts';
import { pageOfVersion } from '../../designer/canvas/new-drawing.rules.ts';
import { doAndTell } from './do-and-tell.view.tsx';
import { ProcessHead } from './process-head.view.tsx';
import { ProcessTools } from './process-tools.view.tsx';
import { ShortTable } from './short-table.view.tsx';
import { UploadDialog } from './upload-dialog.view.tsx';
import './keeping.css';

type T = ReturnType<typeof useT>;

async function switchState(process: FlowProcess, t: T): Promise<void> {
  const isOn = process.suspensionState === 1;
  const yes =
    !isOn ||
    (await ask({
      title: t([`挂起“${process.name}”？`, `Suspend “${process.name}”?`]),
      text: t([
        '不能再发起新的，运行中的实例停在原处，激活后继续',
        'No new ones can be started; those that run stand still until it is activated',
      ]),
      yes: t(['挂起', 'Suspend']),
      danger: true,
    }));
  if (!yes) return;
  await doAndTell(async () => {
    const { instances } = await askCall(
      changeState,
      { processId: process.id, state: isOn ? 'suspend' : 'active' },
      { key: newKey(), quiet: true },
    );
    return t(
      isOn
        ? [`已挂起，${instances} 个实例停下`, `Suspended; ${instances} instances stand still`]
        : [`已激活，${instances} 个实例继续`, `Activated; ${instances} instances go on`],
    );
  });
}

async function remove(process: FlowProcess, t: T): Promise<void> {
  const reason = await askWords({
    title: t([`删除“${process.name}”的部署？`, `Delete the deployment of “${process.name}”?`]),
    text: t(['还有运行中的实例时会被拒绝；历史保留', 'Refused while instances run; their history is kept']),
    words: t(['删除原因', 'Reason']),
    yes: t(['删除', 'Delete']),
    danger: true,
  });
  if (!reason) return;
  const sent = { deploymentIds: [process.deploymentId], reason };
  await doAndTell(async () => {
    try {
      await askCall(deleteDeployment, { ...sent, force: false }, { key: newKey(), quiet: true });
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'workflow.instancesRun') throw error;
      const yes = await ask({
        title: error.message,
        text: t(['同时终止它们并删除？', 'End them and delete it?']),
        yes: t(['终止并删除', 'End and delete']),
        danger: true,
      });
      if (!yes) return '';
      await askCall(deleteDeployment, { ...sent, force: true }, { key: newKey(), quiet: true });
    }
    return t(['已删除', 'Deleted']);
  });
}

/**
 * Return the address of the designer for a deployed version: its model, or an unsaved copy of the version if the model
 * is deleted.
 */
async function designPageOf({ id, key, version }: FlowProcess): Promise<string> {
  const { records } = await get<Page<WireRow>>(`${processModel.path}/list`, {
    modelKey_equal: key,
    current: 1,
    size: 1,
  });
  const [model] = records;
  return model ? `/flow/model/${model.id}?deployed=${version}` : `/flow/model/${pageOfVersion(id)}`;
}

function Tools({ process, see }: { process: FlowProcess; see: () => void }): ReactElement {
  const t = useT();
  const buttons = useButtons();
  const navigate = useNavigate();
  const openDesign = async (): Promise<void> => void navigate(await designPageOf(process));
  const isOn = process.suspensionState === 1;
  return (
    <ProcessTools
      see={buttons.has('flow_manager_image') ? see : undefined}
      design={() => void openDesign()}
      isOn={isOn}
      turn={buttons.has('flow_manager_state') ? () => void switchState(process, t) : undefined}
      end={buttons.has('flow_manager_remove') ? () => void remove(process, t) : undefined}
      endLabel={['删除', 'Delete']}
    />
  );
}

/** Deployed processes with their states and diagrams, and the upload of BPMN files. */
export default function ManagerScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const buttons = useButtons();
  const [mode, setMode] = useState('');
  const [key, setKey] = useState('');
  const [seen, setSeen] = useState<FlowProcess | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { data, error, refetch } = useCall(
    managerList,
    { current: 1, size: 500, ...(mode && { mode }), ...(key && { key }) },
    { quiet: true, retry: false },
  );
  const mayDeploy = buttons.has('flow_model_deploy');
  useKeys(mayDeploy ? [{ keys: 'n', label: ['部署文件', 'Deploy files'], run: () => setUploading(true) }] : []);
  return (
    <div className="keeping">
      <ProcessHead
        title={['流程部署', 'Deployed processes']}
        total={data?.total}
        mode={mode}
        setMode={setMode}
        word={key}
        setWord={setKey}
        wordLabel={['流程标识', 'Key']}
      >
        {mayDeploy && (
          <button type="button" className="button strong" onClick={() => setUploading(true)}>
            <Upload size={15} aria-hidden />
            {t(['部署文件', 'Deploy files'])} <kbd>N</kbd>
          </button>
        )}
      </ProcessHead>
      <ShortTable
        label={t(['流程部署', 'Deployed processes'])}
        rows={data?.records}
        error={error}
        again={() => void refetch()}
        keyOf={(one) => one.id}
        empty={['没有部署的流程', 'No process is deployed']}
        columns={[
          { label: ['流程名称', 'Process'], cell: (one) => <b>{one.name}</b> },
          { label: ['流程标识', 'Key'], cell: (one) => <span className="mono">{one.key}</span> },
          { label: ['分类', 'Category'], cell: (one) => one.categoryName },
          {
            label: ['模式', 'Kind'],
            cell: (one) => (one.tenantId === '' ? t(['通用', 'Shared']) : t(['本公司', 'Own'])),
          },
          { label: ['版本', 'Version'], end: true, cell: (one) => `v${one.version}` },
          {
            label: ['状态', 'State'],
            cell: (one) => (
              <span className={`pill ${one.suspensionState === 1 ? 'green' : 'violet'}`}>
                {one.suspensionState === 1 ? t(['激活', 'Active']) : t(['挂起', 'Suspended'])}
              </span>
            ),
          },
          { label: ['部署时间', 'Deployed'], cell: (one) => momentWords(one.deploymentTime, language) },
        ]}
        tools={(one) => <Tools process={one} see={() => setSeen(one)} />}
      />
      {seen && <DiagramDialog of={{ processDefinitionId: seen.id }} title={seen.name} onClose={() => setSeen(null)} />}
      {isUploading && (
        <UploadDialog
          onClose={() => setUploading(false)}
          onDone={() => {
            setUploading(false);
            refresh(processModel.name);
            refreshTasks();
          }}
        />
      )}
    </div>
  );
}
