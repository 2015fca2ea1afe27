import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lastOf } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { modelStatus } from '../../../../devices/dictionaries.ts';
import { NoneChosen } from '../../../../models/page/none-chosen.view.tsx';
import { isMeter } from '../../meters/meter-names.rules.ts';
import { connectionModel } from '../connection-model.paper.ts';
import { connectionPoint } from '../connection-point.paper.ts';
import { connProtocol } from '../dictionaries.ts';
import { modelMapping } from '../model-mapping.paper.ts';
import { PointsAside } from './points-aside.view.tsx';
import { PointsTable } from './points-table.view.tsx';
import { type PointsOnPage, usePoints } from './use-points.view.tsx';
import '../../../../models/page/model.css';
import './points.css';

function Head({ on, onAdd }: { on: PointsOnPage; onAdd?: () => void }): ReactElement {
  const t = useT();
  const { model } = on;
  const facts = [
    <KeyWord key="protocol" of={connProtocol} value={String(model.protocol)} />,
    t([`${String(model.pollIntervalSec)} 秒一轮`, `every ${String(model.pollIntervalSec)} s`]),
    t([`${String(model.timeoutMs)} 毫秒超时`, `${String(model.timeoutMs)} ms timeout`]),
    t([`重试 ${String(model.retries)} 次`, `${String(model.retries)} retries`]),
    ...(isMeter(String(model.protocol)) ? [] : [String(model.byteOrder || 'ABCD')]),
  ];
  return (
    <header className="page-head model-head">
      <h1>{String(model.modelName)}</h1>
      <span className="mono quiet">{String(model.modelCode)}</span>
      <KeyPill of={modelStatus} value={String(model.status ?? model.modelStatus ?? 'draft')} />
      <span className="model-sum quiet">
        {facts.map((one, at) => (
          <span key={at}>{one}</span>
        ))}
      </span>
      <span className="spring" />
      {onAdd && (
        <button type="button" className="button strong" onClick={onAdd}>
          <Plus size={15} aria-hidden />
          {t(['点位', 'Point'])} <kbd>N</kbd>
        </button>
      )}
    </header>
  );
}

/** Id at a distance from the chosen one in a list; the first one if none is chosen. */
function stepped(ids: readonly string[], chosen: string | null, by: 1 | -1): string | null {
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  if (at < 0) return ids[0] ?? null;
  return ids[Math.min(Math.max(at + by, 0), ids.length - 1)] ?? null;
}

function Points({ on, onDevice }: { on: PointsOnPage; onDevice: (id: string | null) => void }): ReactElement {
  const may = useMay(connectionPoint);
  const mayMap = useMay(modelMapping);
  const [chosen, choose] = useState<string | null>(null);
  const [editing, edit] = useState<string | null>(null);
  const [mapping, onMapping] = useState<string | null>(null);
  const choosePoint = (id: string): void => {
    if (id !== point?.id) onMapping(null);
    choose(id);
  };
  const point = on.points.find((one) => one.id === chosen) ?? on.points[0];
  const go = (by: 1 | -1) => (): void => {
    const id = stepped(
      on.points.map((one) => one.id),
      chosen,
      by,
    );
    if (id) document.querySelector<HTMLElement>(`.points-table tr[data-id="${id}"]`)?.focus();
  };
  const device = (by: 1 | -1) => (): void =>
    onDevice(
      stepped(
        on.reads.devices.map((one) => one.id),
        on.reads.deviceId,
        by,
      ),
    );
  useKeys([
    { keys: 'j ArrowDown', label: ['下一个点位', 'Next point'], run: go(1) },
    { keys: 'k ArrowUp', label: ['上一个点位', 'Previous point'], run: go(-1) },
    { keys: '[', label: ['上一台设备', 'Previous device'], run: device(-1) },
    { keys: ']', label: ['下一台设备', 'Next device'], run: device(1) },
    {
      keys: 't',
      label: ['试算映射', 'Try the mapping'],
      run: (event) => {
        event?.preventDefault();
        document.querySelector<HTMLInputElement>('.points-try input')?.focus();
      },
    },
    ...(may('add')
      ? [
          {
            keys: 'n',
            label: ['添点位', 'Add a point'],
            run: (event?: KeyboardEvent) => {
              event?.preventDefault();
              edit('new');
            },
          } as const,
        ]
      : []),
    ...(mayMap('add') && mayMap('edit')
      ? [
          {
            keys: 'm',
            label: ['修改映射', 'Edit the mapping'],
            run: (event?: KeyboardEvent) => {
              event?.preventDefault();
              onMapping(on.mappings.find((one) => point && one.pointId === point.id)?.id ?? 'new');
            },
          } as const,
        ]
      : []),
    ...(may('edit')
      ? [
          {
            keys: 'e',
            label: ['修改这个点位', 'Edit this point'],
            run: (event?: KeyboardEvent) => {
              event?.preventDefault();
              if (point) edit(point.id);
            },
          } as const,
        ]
      : []),
  ]);
  const done = (isSaved: boolean): void => {
    edit(null);
    if (isSaved) void refresh(connectionPoint.name);
  };
  return (
    <div className="model-page points-page">
      <Head on={on} onAdd={may('add') ? () => edit('new') : undefined} />
      <div className="model-body">
        <main>
          <PointsTable
            on={on}
            chosen={point?.id ?? null}
            editing={editing}
            onChoose={choosePoint}
            onEdit={may('edit') ? edit : undefined}
            onDone={done}
          />
        </main>
        <PointsAside on={on} point={point} mapping={mapping} onMapping={onMapping} onDevice={onDevice} />
      </div>
    </div>
  );
}

/** Page of a connection model: its points with their last raw words, and the mappings with a test. */
export default function PointsScreen(): ReactElement {
  const t = useT();
  const [query] = useSearchParams();
  const last = lastOf(useTabPath().split('/'));
  const id = /^\d+$/.test(last) ? last : (query.get('id') ?? '0');
  const [deviceId, setDevice] = useState<string | null>(query.get('deviceId'));
  const { data: on, error } = usePoints(id, deviceId);
  useTabTitle(on ? String(on.model.modelName) : t(connectionModel.title));
  if (id === '0') return <NoneChosen of={connectionModel} />;
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这个连接模型', 'This connection model could not be read'])}</b>
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
  return <Points on={on} onDevice={setDevice} />;
}
