import { Pencil } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { dmdDirection } from '../dictionaries.ts';
import { tryMapping } from '../model-mapping.calls.ts';
import { modelMapping } from '../model-mapping.paper.ts';
import type { MappingEditProps } from './mapping-edit.view.tsx';
import { pointValueWords, rawOf, stepLabels } from './points-page.rules.ts';
import type { PointsOnPage, Read } from './use-points.view.tsx';

type Tried = CallAnswer<typeof tryMapping>;

/** Tries a mapping with a raw value: the value after each of its rules. */
function TryMapping({ mapping, read }: { mapping: WireRow; read: Read | undefined }): ReactElement {
  const t = useT();
  const [raw, setRaw] = useState('');
  const [tried, setTried] = useState<Tried | string | null>(null);
  const typed = raw === '' && read ? pointValueWords(read.value) : raw;
  const run = async (): Promise<void> => {
    try {
      setTried(await askCall(tryMapping, { raw: rawOf(typed), id: mapping.id }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTried(error.message);
    }
  };
  return (
    <form
      className="points-try"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <input
        className="plain-input mono"
        aria-label={t(['原始值', 'Raw value'])}
        placeholder={read ? pointValueWords(read.value) : t(['原始值', 'Raw value'])}
        value={raw}
        onChange={(event) => setRaw(event.target.value)}
      />
      <button type="submit" className="button" disabled={typed === ''}>
        {t(['试算', 'Try'])} <kbd>Enter</kbd>
      </button>
      {typeof tried === 'string' && (
        <p className="model-wrong" role="alert">
          {tried}
        </p>
      )}
      {tried && typeof tried !== 'string' && (
        <ol role="status">
          {tried.steps.map((step, at) => (
            <li key={at}>
              <span>{t(stepLabels[step.rule] ?? [step.rule, step.rule])}</span>
              <b className="mono">{pointValueWords(step.value)}</b>
            </li>
          ))}
          <li>
            <span>{t(['结果', 'Result'])}</span>
            <b className="mono">{tried.value === null ? t(['没有值', 'No value']) : pointValueWords(tried.value)}</b>
          </li>
        </ol>
      )}
    </form>
  );
}

const MappingEdit = withControls<MappingEditProps>(async () => (await import('./mapping-edit.view.tsx')).MappingEdit);

export interface MappingsProps {
  readonly on: PointsOnPage;
  readonly point: WireRow | undefined;
  /** Id of the mapping that is edited; `new`: a new one; null: none. */ readonly mapping: string | null;
  readonly onMapping: (id: string | null) => void;
}

/** The mappings of the chosen point, each with a test. They are edited in place. */
export function Mappings({ on, point, mapping, onMapping }: MappingsProps): ReactElement {
  const t = useT();
  const may = useMay(modelMapping);
  const done = (isSaved: boolean): void => {
    onMapping(null);
    if (isSaved) void refresh(modelMapping.name);
    document.querySelector<HTMLElement>('.points-table tr[aria-selected=true]')?.focus();
  };
  const mine = on.mappings.filter((one) => point && one.pointId === point.id);
  const read = on.reads.reads.find((one) => one.code === point?.pointCode);
  return (
    <section>
      <header className="model-part">
        <h2>{t(['数据映射', 'Mapping'])}</h2>
        {point && <span className="mono quiet">{String(point.pointCode)}</span>}
        <span className="spring" />
        <Link className="link" to={`/iot/dmdConfig?connectionModelId=${on.model.id}`}>
          {t(['全部', 'All'])} {on.mappings.length}
        </Link>
        {point && may('add') && (
          <button type="button" className="button" onClick={() => onMapping('new')}>
            {t(['映射', 'Mapping'])} <kbd>M</kbd>
          </button>
        )}
      </header>
      {point && mapping === 'new' && (
        <MappingEdit
          key={point.id}
          id={null}
          start={{
            ...{ connectionModelId: on.model.id, pointId: point.id, modelId: on.mappings[0]?.modelId ?? null },
            direction: point.rw === 'r' ? 'up' : 'both',
          }}
          onDone={done}
        />
      )}
      {point && mine.length === 0 && mapping === null && (
        <p className="quiet">
          {t([
            `没有映射：点位编码就是属性 ${String(point.pointCode)}`,
            `No mapping: the code is the property ${String(point.pointCode)}`,
          ])}
        </p>
      )}
      <ul>
        {mine.map((one) => (
          <li key={one.id} data-off={one.enabled === false || undefined}>
            <b>{one._names?.attributeId ?? String(one.attributeId)}</b>{' '}
            <KeyWord of={dmdDirection} value={String(one.direction)} />
            <small className="quiet">
              {one._names?.modelId ?? ''}
              {one.enabled === false && t(['，已停用', ', disabled'])}
            </small>
            {may('edit') && mapping !== one.id && (
              <button
                type="button"
                className="icon-button"
                onClick={() => onMapping(one.id)}
                aria-label={t(['修改映射', 'Edit the mapping'])}
              >
                <Pencil size={14} aria-hidden />
              </button>
            )}
            {mapping === one.id && <MappingEdit id={one.id} start={{}} onDone={done} />}
            <TryMapping key={`${one.id} ${point?.id ?? ''}`} mapping={one} read={read} />
          </li>
        ))}
      </ul>
    </section>
  );
}
