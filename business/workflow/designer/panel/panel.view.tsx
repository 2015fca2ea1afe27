import { type ReactElement, type ReactNode, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { typeOfElement } from '../canvas/modeler-parts.rules.ts';
import { PALETTE_WORDS } from '../canvas/palette-words.rules.ts';
import type { EditedDrawing } from '../canvas/use-modeler.view.tsx';
import type { Checks } from '../checks/use-checks.view.tsx';
import { AssignmentPart } from './assignment-part.view.tsx';
import { EditorPlace, useElement } from './element-editor.view.tsx';
import { FlowPart, GatewayPart } from './flow-part.view.tsx';
import { TextInput } from './inputs.view.tsx';
import { NextNodes } from './next-nodes.view.tsx';
import { CallPart, EndPart, EventPart, ScriptPart, ServicePart } from './node-parts.view.tsx';
import { ProcessSection } from './process-part.view.tsx';
import { FormPart, MorePart } from './paper-parts.view.tsx';
import { StartPart } from './start-part.view.tsx';
import { ButtonsPart, DuePart } from './task-parts.view.tsx';

/** DOM id of the first input of the panel, which Enter on the canvas focuses. */
export const NAME_FIELD = 'design-element-name';

type Tab = readonly [key: string, label: Label, Part: () => ReactElement | null];

const MORE: Tab = ['more', ['更多', 'More'], MorePart];
const one = (label: Label, Part: () => ReactElement | null): readonly Tab[] => [['own', label, Part], MORE];

const TABS: Readonly<Record<string, readonly Tab[]>> = {
  process: [['own', ['流程', 'Process'], ProcessSection]],
  collaboration: [['own', ['流程', 'Process'], ProcessSection]],
  userTask: [
    ['own', ['谁来办', 'Who'], AssignmentPart],
    ['due', ['期限', 'Due'], DuePart],
    ['form', ['表单', 'Form'], FormPart],
    ['buttons', ['按钮', 'Buttons'], ButtonsPart],
    MORE,
  ],
  serviceTask: one(['服务', 'Service'], ServicePart),
  businessRuleTask: one(['服务', 'Service'], ServicePart),
  sendTask: one(['服务', 'Service'], ServicePart),
  scriptTask: one(['脚本', 'Script'], ScriptPart),
  callActivity: one(['调用', 'Call'], CallPart),
  sequenceFlow: [['own', ['条件', 'Condition'], FlowPart]],
  exclusiveGateway: one(['出口', 'Ways out'], GatewayPart),
  inclusiveGateway: one(['出口', 'Ways out'], GatewayPart),
  endEvent: one(['结果', 'Outcome'], EndAndEvent),
  startEvent: one(['开始', 'Start'], StartAndEvent),
  intermediateCatchEvent: one(['事件', 'Event'], EventPart),
  intermediateThrowEvent: one(['事件', 'Event'], EventPart),
  boundaryEvent: one(['事件', 'Event'], EventPart),
};

function EndAndEvent(): ReactElement {
  return (
    <>
      <EndPart />
      <EventPart />
    </>
  );
}

function StartAndEvent(): ReactElement {
  return (
    <>
      <StartPart />
      <EventPart />
    </>
  );
}

/** Return the label of a BPMN type, the same as in the palette. */
function useTypeWord(type: string): string {
  const t = useT();
  const en = type.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  const name = `${en.charAt(0).toUpperCase()}${en.slice(1)}`;
  return t([PALETTE_WORDS[name] ?? (type === 'process' ? '流程' : name), name]);
}

function Tabs({ tabs }: { tabs: readonly Tab[] }): ReactElement {
  const t = useT();
  const [key, setKey] = useState(tabs[0][0]);
  const [, , Part] = tabs.find(([one]) => one === key) ?? tabs[0];
  return (
    <>
      {tabs.length > 1 && (
        <div className="design-tabs" role="tablist">
          {tabs.map(([name, label]) => (
            <button key={name} type="button" role="tab" aria-selected={name === key} onClick={() => setKey(name)}>
              {t(label)}
            </button>
          ))}
        </div>
      )}
      <div className="design-part" role="tabpanel">
        <Part />
      </div>
    </>
  );
}

function Name(): ReactElement {
  const t = useT();
  const { bo, update } = useElement();
  return (
    <TextInput
      id={NAME_FIELD}
      label={t(['名称', 'Name'])}
      value={bo.name ?? ''}
      onKeep={(name) => update({ name: name.trim() || undefined })}
    />
  );
}

/** The form of the selected element, with labels for people who design approvals. */
export function Panel({
  edited,
  checks,
  foot,
  onAppend,
}: {
  edited: EditedDrawing;
  checks: Checks;
  foot: ReactNode;
  onAppend: () => void;
}): ReactElement {
  const t = useT();
  const { drawing, selected } = edited;
  const type = selected ? typeOfElement(selected) : '';
  const word = useTypeWord(type);
  if (!drawing || !selected)
    return (
      <aside className="design-panel" aria-label={t(['属性', 'Properties'])}>
        <p className="quiet design-part">{t(['选了几个元素', 'Several elements are chosen'])}</p>
      </aside>
    );
  const played = checks.run?.tasks.find(({ nodeId }) => nodeId === selected.id);
  const editor = {
    drawing,
    element: selected,
    bo: selected.businessObject,
    services: checks.checked?.services ?? [],
    processes: checks.checked?.processes ?? [],
    papers: checks.checked?.papers ?? [],
    governable: checks.checked?.governable ?? [],
    example: played && checks.run ? { starter: checks.run.starter, people: played.people } : null,
  };
  return (
    <aside className="design-panel" aria-label={t(['属性', 'Properties'])} key={selected.id}>
      <EditorPlace.Provider value={editor}>
        <header>
          <b>{selected.businessObject.name || word}</b>
          <small className="mono quiet">{selected.businessObject.name ? word : selected.id}</small>
        </header>
        <div className="design-scroll">
          <div className="design-part">
            <Name />
          </div>
          <Tabs tabs={TABS[type] ?? [MORE]} />
        </div>
        <NextNodes drawing={drawing} element={selected} onAppend={onAppend} />
      </EditorPlace.Provider>
      <footer>{foot}</footer>
    </aside>
  );
}
