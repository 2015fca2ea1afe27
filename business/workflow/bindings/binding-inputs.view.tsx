import type { ReactElement } from 'react';
import { type InputFace, asString } from '#kernel/fields/faces.view.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { ConditionBuilder } from '../designer/conditions/condition-builder.view.tsx';
import { FlowConditionWords } from '../designer/conditions/condition-words.view.tsx';
import { factChoices } from '../designer/conditions/field-choices.rules.ts';
import '../designer/panel/panel.css';
import { managerList } from '../deploy/manager.calls.ts';

/** A choice of one code, shown by its label. A stored code that is no longer offered is listed as the code itself. */
function Codes({
  face: { id, value, onChange, onBlur, disabled, invalid, describedBy },
  items,
}: {
  face: InputFace;
  items: readonly { readonly key: string; readonly label: string }[];
}): ReactElement {
  const code = asString(value);
  const known = code === '' || items.some(({ key }) => key === code) ? items : [...items, { key: code, label: code }];
  return (
    <ChoiceBox
      id={id}
      look="plain-input"
      value={code}
      items={known}
      onChange={onChange}
      onLeave={onBlur}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
    />
  );
}

/** The papers that a process may govern, by their titles. */
export function BoundPaper(face: InputFace): ReactElement {
  const t = useT();
  const papers = useAllPapers().filter(({ lifecycle }) => lifecycle?.governed);
  return <Codes face={face} items={papers.map(({ name, title }) => ({ key: name, label: t(title) }))} />;
}

/** The processes that are deployed, by their names. */
export function BoundProcess(face: InputFace): ReactElement {
  const { data } = useCall(managerList, { current: 1, size: 200 }, { quiet: true, retry: false });
  const items = (data?.records ?? []).map(({ key, name }) => ({ key, label: `${name} ${key}` }));
  return <Codes face={face} items={items} />;
}

/** The title of a paper, or its name if this page does not know the paper. */
export function PaperTitle({ name }: { name: string }): ReactElement {
  const t = useT();
  const of = useAllPapers().find((one) => one.name === name);
  return <>{of ? t(of.title) : name}</>;
}

/** Return the fields of a paper that the condition of a binding may compare. */
const useFacts = (name: string): ReturnType<typeof factChoices> =>
  factChoices(useAllPapers().filter((one) => one.name === name));

/** The input for the condition of a binding, built from the fields of its paper. */
export function BoundCondition({ value, values, onChange }: InputFace): ReactElement {
  return (
    <ConditionBuilder
      value={asString(value)}
      choices={useFacts(asString(values.paperName))}
      onKeep={(text) => onChange(text || null)}
    />
  );
}

/** The condition of a binding in words; without one it applies to all rows. */
export function BoundWhen({ text, paperName }: { text: string; paperName: string }): ReactElement {
  const t = useT();
  const facts = useFacts(paperName);
  return text ? <FlowConditionWords text={text} choices={facts} /> : <>{t(['全部', 'All'])}</>;
}
