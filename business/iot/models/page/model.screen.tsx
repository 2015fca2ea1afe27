import { NoneChosen } from './none-chosen.view.tsx';
import { lastOf } from '#kernel/language/must.ts';
import { Download, Send, Upload } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { type ReactElement, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { modelStatus, nodeType, validateMode } from '../../devices/dictionaries.ts';
import { modelTsl, publishModel } from '../thing-model.calls.ts';
import { thingModel } from '../thing-model.paper.ts';
import { ModelAside } from './model-aside.view.tsx';
import { AttributeTable } from './model-table.view.tsx';
import { TslDialog } from './tsl-dialog.view.tsx';
import { type ModelOnPage, useModel } from './use-model.view.tsx';
import './model.css';

/** Let the browser download a text as a JSON file. */
function saveAs(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Return why the model cannot be published now; null: it can. */
function useLock(on: ModelOnPage): string | null {
  const t = useT();
  const { differences, devices, version } = on.differences;
  const breaking = differences.filter((one) => one.isBreaking).length;
  if (!on.attributes.length) return t(['至少要有一项功能', 'It needs at least one attribute']);
  if (version && !differences.length) return t(['与已发布的版本没有差别', 'Nothing differs from what is published']);
  if (version && breaking && devices)
    return t([
      `${breaking} 处破坏，${devices} 台设备在用`,
      `${breaking} breaking, ${counted(devices, 'device')} affected`,
    ]);
  return on.model.modelStatus === 'disabled' ? t(['模型已停用', 'The model is disabled']) : null;
}

function Publish({ on }: { on: ModelOnPage }): ReactElement {
  const t = useT();
  const lock = useLock(on);
  const next = (on.differences.version ?? 0) + 1;
  const publish = async (): Promise<void> => {
    const note = await askWords({
      title: t([`发布 v${next}`, `Publish v${next}`]),
      words: t(['版本说明', 'What changed']),
    });
    if (note === null) return;
    await askCall(publishModel, { id: on.model.id, note });
    toast.good(t([`已发布 v${next}`, `v${next} is published`]));
    void refresh(thingModel.name);
    void refresh('modelVersion');
  };
  return (
    <button
      type="button"
      className="button strong"
      disabled={lock !== null}
      title={lock ?? undefined}
      onClick={() => void publish()}
    >
      <Send size={15} aria-hidden />
      {lock && on.differences.differences.some((one) => one.isBreaking) && on.differences.version
        ? t([
            `发布 v${next}，差 ${on.differences.differences.filter((one) => one.isBreaking).length} 处破坏`,
            `Publish v${next}: ${on.differences.differences.filter((one) => one.isBreaking).length} breaking`,
          ])
        : t([`发布 v${next}`, `Publish v${next}`])}
    </button>
  );
}

function Head({ on, onTsl }: { on: ModelOnPage; onTsl: () => void }): ReactElement {
  const t = useT();
  const may = useMay(thingModel);
  const { model } = on;
  const facts = [
    <KeyWord key="node" of={nodeType} value={String(model.nodeType)} />,
    t([`${String(model.reportIntervalSec)} 秒一报`, `every ${String(model.reportIntervalSec)} s`]),
    t([`${String(model.offlineAfterSec)} 秒没有数据算离线`, `offline after ${String(model.offlineAfterSec)} s`]),
    <KeyWord key="mode" of={validateMode} value={String(model.validateMode || 'loose')} />,
  ];
  const tsl = async (): Promise<void> =>
    saveAs(`${String(model.modelCode)}.json`, JSON.stringify(await askCall(modelTsl, { id: model.id }), null, 2));
  return (
    <header className="page-head model-head">
      <h1>{t([String(model.modelName), String(model.modelNameEn || model.modelName)])}</h1>
      <span className="mono quiet">{String(model.modelCode)}</span>
      <KeyPill of={modelStatus} value={String(model.modelStatus)} />
      <span className="model-sum quiet">
        {facts.map((one, at) => (
          <span key={at}>{one}</span>
        ))}
      </span>
      <span className="spring" />
      <Link className="button plain" to={`/matter/example?modelId=${model.id}`}>
        {t([`${on.differences.devices} 台实例`, counted(on.differences.devices, 'device')])}
      </Link>
      <button type="button" className="button" onClick={() => void tsl()}>
        <Download size={15} aria-hidden />
        {t(['导出 TSL', 'Export TSL'])}
      </button>
      {may('import') && (
        <button type="button" className="button" onClick={onTsl}>
          <Upload size={15} aria-hidden />
          {t(['导入 TSL', 'Import TSL'])}
        </button>
      )}
      {may('publish') && <Publish on={on} />}
    </header>
  );
}

/** Page of a thing model: its attributes, their differences from the published version, and what publishing changes. */
export default function ModelScreen(): ReactElement {
  const t = useT();
  const [query] = useSearchParams();
  const last = lastOf(useTabPath().split('/'));
  const id = /^\d+$/.test(last) ? last : (query.get('id') ?? '0');
  const { data: on, error } = useModel(id);
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [isTaking, setTaking] = useState(false);
  useTabTitle(
    on ? t([String(on.model.modelName), String(on.model.modelNameEn || on.model.modelName)]) : t(thingModel.title),
  );
  if (id === '0') return <NoneChosen of={thingModel} />;
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这个物模型', 'This thing model could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!on)
    return (
      <div className="model-page" aria-busy="true">
        <header className="page-head">
          <i className="skeleton" style={{ width: 320 }} />
        </header>
      </div>
    );
  const changed = on.differences.version ? on.differences.differences.length : 0;
  return (
    <div className="model-page">
      <Head on={on} onTsl={() => setTaking(true)} />
      <div className="model-body">
        <main>
          <header className="model-part">
            <h2>{t(['功能', 'Attributes'])}</h2>
            <span className="quiet">{on.attributes.length}</span>
            <span className="spring" />
            <SegmentedControl
              label={t(['看哪些', 'Which'])}
              items={[
                { key: 'all', label: t(['全部', 'All']) },
                {
                  key: 'changed',
                  label: t([`只看改动 ${changed}`, `Changed ${changed}`]),
                  disabled: changed === 0,
                  title: changed === 0 ? t(['没有改动', 'Nothing changed']) : undefined,
                },
              ]}
              value={onlyChanged ? 'changed' : 'all'}
              onChange={(one) => setOnlyChanged(one === 'changed')}
            />
          </header>
          <AttributeTable on={on} onlyChanged={onlyChanged && changed > 0} />
        </main>
        <ModelAside on={on} />
      </div>
      {isTaking && <TslDialog modelId={id} onClose={() => setTaking(false)} />}
    </div>
  );
}
