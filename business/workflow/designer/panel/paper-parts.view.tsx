import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { inputNames } from '#kernel/web/form/groups.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { useElement } from './element-editor.view.tsx';
import { paperFieldsOf } from '../conditions/field-choices.rules.ts';
import { ChoiceInput, PanelRow, TextInput } from './inputs.view.tsx';

type FieldRight = 'read' | 'edit' | 'hide';

/** Return the definitions of the papers that the process may use. */
export function usePapers(): readonly AnyPaper[] {
  const { papers } = useElement();
  return useAllPapers().filter(({ name }) => papers.includes(name));
}

/** The inputs for the form of a task, and for the fields that its handler may edit. */
export function FormPart(): ReactElement {
  const t = useT();
  const { said, say, json, sayJson } = useElement();
  const papers = usePapers();
  const choices = paperFieldsOf(papers, (paper) => inputNames(paper));
  const fields = Object.entries(json<Record<string, FieldRight>>('fields', {}));
  const keep = (next: readonly (readonly [string, FieldRight])[]): void =>
    sayJson('fields', next.length ? Object.fromEntries(next) : null);
  const rights = [
    { key: 'read', label: t(['只读', 'Read']) },
    { key: 'edit', label: t(['可改', 'Edit']) },
    { key: 'hide', label: t(['隐藏', 'Hidden']) },
  ];
  const rest = choices.filter(({ name }) => !fields.some(([one]) => one === name));
  return (
    <>
      <TextInput
        label={t(['表单标识', 'Form key'])}
        mono
        value={said('formKey')}
        onKeep={(text) => say('formKey', text.trim())}
        help={t(['留空则显示单据本身', 'Empty: the document itself'])}
      />
      <PanelRow
        label={t(['字段权限', 'Rights of fields'])}
        help={t([
          `可改的字段随决定一起保存，没有列出的只读；单据：${papers.map(({ title }) => title[0]).join('、') || '无'}`,
          `What may be edited is saved with the decision, all else is read; documents: ${papers.map(({ title }) => title[1]).join(', ') || 'none'}`,
        ])}
      >
        {fields.map(([name, right], at) => {
          const choice = choices.find((one) => one.name === name);
          const label = choice ? t(choice.label) : name;
          return (
            <div key={name} className="design-field">
              <span className={choice ? undefined : 'mono'} title={name}>
                {label}
              </span>
              <ChoiceBox
                label={t([`${label}的权限`, `Right of ${label}`])}
                value={right}
                items={rights.filter(({ key }) => key !== 'edit' || !choice || choice.isInput || right === 'edit')}
                onChange={(next) => keep(fields.map((one, index) => (index === at ? [name, next as FieldRight] : one)))}
              />
              <button
                type="button"
                className="icon-button small"
                aria-label={t([`去掉${label}`, `Remove ${label}`])}
                onClick={() => keep(fields.filter((_, index) => index !== at))}
              >
                <X size={14} aria-hidden />
              </button>
            </div>
          );
        })}
        {rest.length > 0 && (
          <ChoiceBox
            label={t(['加字段', 'Add a field'])}
            value=""
            items={[
              { key: '', label: t(['加字段…', 'Add a field…']) },
              ...rest.map(({ name, label }) => ({ key: name, label: t(label) })),
            ]}
            onChange={(name) => {
              const choice = rest.find((one) => one.name === name);
              if (choice) keep([...fields, [name, choice.isInput ? 'edit' : 'hide']]);
            }}
          />
        )}
      </PanelRow>
    </>
  );
}

/**
 * Return the four common verbs of governed papers with labels: those of the papers of this process if they agree,
 * otherwise general ones.
 */
function useVerbs(): readonly (readonly [key: string, label: string])[] {
  const t = useT();
  const papers = usePapers();
  const words = (verb: 'start' | 'approve' | 'reject' | 'withdraw', usual: Label): Label => {
    const labels = papers.flatMap(({ lifecycle }) => {
      const life = lifecycle;
      return life?.governed ? [life.actions[life.governed[verb]].label] : [];
    });
    return labels.length > 0 && labels.every((one) => one[0] === labels[0][0]) ? labels[0] : usual;
  };
  return [
    ['', t(['不动单据', 'Nothing'])],
    ['start', t(words('start', ['送审', 'Send for judgement']))],
    ['approve', t(words('approve', ['批准', 'Approve']))],
    ['reject', t(words('reject', ['驳回', 'Reject']))],
    ['withdraw', t(words('withdraw', ['撤回', 'Take back']))],
  ];
}

/**
 * Inputs for the verbs that a node runs on the governed paper when it is reached or done, and for the notes of the
 * node.
 */
export function MorePart(): ReactElement {
  const t = useT();
  const { bo, said, say, update, drawing } = useElement();
  const [documentation] = (bo.get('documentation') as readonly { readonly text?: string }[] | undefined) ?? [];
  const verbs = useVerbs();
  return (
    <>
      <ChoiceInput
        label={t(['走到时', 'When reached'])}
        value={said('onEnter')}
        items={verbs}
        onChange={(verb) => say('onEnter', verb)}
        help={t(['对绑定的单据做的动作', 'What is done to the bound document'])}
      />
      <ChoiceInput
        label={t(['办完时', 'When done'])}
        value={said('onComplete')}
        items={verbs}
        onChange={(verb) => say('onComplete', verb)}
      />
      <TextInput
        label={t(['说明', 'Notes'])}
        lines={3}
        value={documentation?.text ?? ''}
        onKeep={(text) =>
          update({
            documentation: text.trim() ? [drawing.get('bpmnFactory').create('bpmn:Documentation', { text })] : [],
          })
        }
      />
    </>
  );
}
