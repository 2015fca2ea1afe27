import { useQuery } from '@tanstack/react-query';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { managerDiff, type ProcessVersion } from '../../deploy/versions.calls.ts';
import { type DrawingChange, compareDrawings } from '../../engine/diff/compare-drawings.rules.ts';
import { anjuModdle } from '../../engine/model/anju-moddle.rules.ts';
import { modelView } from '../../work/process.calls.ts';
import type { Drawing } from '../canvas/modeler-parts.rules.ts';
import { fit } from '../canvas/use-modeler.view.tsx';
import { attributeWord } from './attribute-words.rules.ts';

/** Value of a compared side (`from` or `to`) for the edited drawing; other values are ids of versions. */
export const DRAFT_SIDE = 'draft';

interface Difference {
  readonly fromXml: string;
  readonly toXml: string;
  readonly changes: readonly DrawingChange[];
}

/** Return the difference between a version and another one or the edited drawing; undefined while it loads. */
export function useDifference(from: string, to: string, draft: string): Difference | undefined {
  const { data } = useQuery({
    queryKey: ['list', 'processModel', 'difference', from, to, to === DRAFT_SIDE ? draft : ''],
    enabled: from !== '' && to !== '' && from !== to && (to !== DRAFT_SIDE || draft !== ''),
    queryFn: async ({ signal }): Promise<Difference> => {
      if (to !== DRAFT_SIDE) return askCall(managerDiff, { fromId: from, toId: to }, { signal });
      const { xml } = await askCall(modelView, { processDefinitionId: from }, { signal });
      return { fromXml: xml, toXml: draft, changes: await compareDrawings(xml, draft) };
    },
  });
  return data;
}

const KINDS: Readonly<Record<DrawingChange['kind'], Label>> = {
  added: ['新增', 'Added'],
  removed: ['删除', 'Removed'],
  changed: ['修改', 'Changed'],
  moved: ['移动', 'Moved'],
};

const TONES = { added: 'green', removed: 'red', changed: 'amber', moved: 'violet' } as const;

/** One of the two compared drawings, with its differences marked. */
function Side({
  xml,
  changes,
  label,
  chosen,
}: {
  xml: string;
  changes: readonly DrawingChange[];
  label: string;
  chosen: string;
}): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<Drawing | null>(null);
  useEffect(() => {
    const viewer = new NavigatedViewer({
      container: must(box.current, 'box'),
      moddleExtensions: { anju: anjuModdle },
    }) as unknown as Drawing;
    let isLeft = false;
    void viewer.importXML(xml).then(() => {
      if (isLeft) return;
      shown.current = viewer;
      for (const { id, kind } of changes)
        if (viewer.get('elementRegistry').get(id)) viewer.get('canvas').addMarker(id, `diff-${kind}`);
      fit(viewer);
    });
    return () => {
      isLeft = true;
      shown.current = null;
      viewer.destroy();
    };
  }, [xml, changes]);
  useEffect(() => {
    const drawing = shown.current;
    if (!chosen || !drawing?.get('elementRegistry').get(chosen)) return undefined;
    drawing.get('canvas').scrollToElement(chosen, 60);
    drawing.get('canvas').addMarker(chosen, 'diff-chosen');
    return () => {
      if (shown.current === drawing) drawing.get('canvas').removeMarker(chosen, 'diff-chosen');
    };
  }, [chosen]);
  return (
    <figure className="design-side">
      <figcaption>{label}</figcaption>
      <div ref={box} className="design-canvas diagram" role="img" aria-label={label} />
    </figure>
  );
}

/** Two versions side by side, and their differences as a list. */
export function DifferenceView({
  versions,
  draft,
  from,
  onFrom,
}: {
  versions: readonly ProcessVersion[];
  draft: string;
  from: string;
  onFrom: (id: string) => void;
}): ReactElement {
  const t = useT();
  const [to, setTo] = useState(DRAFT_SIDE);
  const [chosen, choose] = useState('');
  const difference = useDifference(from, to, draft);
  const items = versions.map((one) => ({ key: one.id, label: `v${one.version}` }));
  const draftLabel = t(['正在画的图', 'The drawing here']);
  const nameOf = (id: string): string => items.find(({ key }) => key === id)?.label ?? draftLabel;
  if (!versions.length)
    return (
      <p className="design-none quiet">
        {t(['还没有部署过的版本可以对比', 'There is no deployed version to compare with'])}
      </p>
    );
  return (
    <div className="design-difference">
      <header>
        <ChoiceBox label={t(['旧版本', 'From'])} value={from} items={items} onChange={onFrom} />
        <span>→</span>
        <ChoiceBox
          label={t(['新版本', 'To'])}
          value={to}
          items={[{ key: DRAFT_SIDE, label: draftLabel }, ...items]}
          onChange={setTo}
        />
        {difference && (
          <small className="quiet">
            {t([`${difference.changes.length} 处不同`, `${difference.changes.length} differences`])}
          </small>
        )}
      </header>
      {difference && (
        <>
          <Side xml={difference.fromXml} changes={difference.changes} label={nameOf(from)} chosen={chosen} />
          <Side xml={difference.toXml} changes={difference.changes} label={nameOf(to)} chosen={chosen} />
          <ul aria-label={t(['差异', 'Differences'])}>
            {difference.changes.map((one) => (
              <li key={one.id} data-chosen={one.id === chosen}>
                <button type="button" onClick={() => choose(one.id)}>
                  <span className={`pill ${TONES[one.kind]}`}>{t(KINDS[one.kind])}</span>
                  <b>{one.name || one.id}</b>
                </button>
                {one.attributes.map(({ name, before, after }) => (
                  <small key={name}>
                    {t(attributeWord(name))}
                    <del>{before || t(['（空）', '(empty)'])}</del>
                    <ins>{after || t(['（空）', '(empty)'])}</ins>
                  </small>
                ))}
              </li>
            ))}
            {difference.changes.length === 0 && <li className="quiet">{t(['没有差别', 'Nothing differs'])}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
