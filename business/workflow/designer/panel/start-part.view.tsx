import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { inputNames } from '#kernel/web/form/groups.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useElement } from './element-editor.view.tsx';
import { paperFieldsOf } from '../conditions/field-choices.rules.ts';
import { PanelRow, TextInput } from './inputs.view.tsx';
import { usePapers } from './paper-parts.view.tsx';

const isName = (text: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text);

/** The names of the variables that the starter may send with the start. */
function StartFields(): ReactElement {
  const t = useT();
  const { json, sayJson } = useElement();
  const choices = paperFieldsOf(usePapers(), (paper) => inputNames(paper)).filter(({ isInput }) => isInput);
  const fields = json<Record<string, string>>('fields', {});
  const names = Object.keys(fields).filter((name) => fields[name] === 'edit');
  const keep = (next: readonly string[]): void => {
    const others = Object.entries(fields).filter(([, right]) => right !== 'edit');
    const all = [...others, ...next.map((name) => [name, 'edit'] as const)];
    sayJson('fields', all.length ? Object.fromEntries(all) : null);
  };
  const add = (name: string): void => {
    if (isName(name) && !names.includes(name)) keep([...names, name]);
  };
  const wordOf = (name: string): string => {
    const choice = choices.find((one) => one.name === name);
    return choice ? t(choice.label) : name;
  };
  return (
    <PanelRow
      label={t(['发起时可填', 'Asked for at the start'])}
      help={t([
        '发起时只收这里列出的变量，其他一律拒绝；没有列出则什么都不用填',
        'A start takes the variables listed here and refuses others; with none listed it asks for nothing',
      ])}
    >
      <div className="design-values">
        {names.map((name) => (
          <span key={name} className="design-chip" title={name}>
            {wordOf(name)}
            <button
              type="button"
              aria-label={t([`去掉 ${wordOf(name)}`, `Remove ${wordOf(name)}`])}
              onClick={() => keep(names.filter((one) => one !== name))}
            >
              <X size={13} aria-hidden />
            </button>
          </span>
        ))}
        <ChoiceBox
          label={t(['加单据字段', 'Add a field of a document'])}
          value=""
          items={[
            { key: '', label: t(['加单据字段…', 'Add a field of a document…']) },
            ...choices
              .filter(({ name }) => !names.includes(name))
              .map(({ name, label }) => ({ key: name, label: t(label) })),
          ]}
          onChange={add}
        />
      </div>
      <TextInput label={t(['加变量', 'Add a variable'])} mono value="" onKeep={(text) => add(text.trim())} clears />
    </PanelRow>
  );
}

/** The inputs of a start event: the variable that holds the starter, and the fields of the start form. */
export function StartPart(): ReactElement {
  const t = useT();
  const { said, say } = useElement();
  return (
    <>
      <StartFields />
      <TextInput
        label={t(['发起人存入变量', 'Variable of who starts'])}
        mono
        value={said('initiator')}
        onKeep={(text) => say('initiator', text.trim())}
      />
    </>
  );
}
