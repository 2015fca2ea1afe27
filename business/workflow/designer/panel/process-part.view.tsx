import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useElement } from './element-editor.view.tsx';
import { TextInput } from './inputs.view.tsx';
import { GoverningPart } from './governing-part.view.tsx';

/** The inputs of the process itself: its name and its description. */
export function ProcessSection(): ReactElement {
  const t = useT();
  const { bo, update, drawing } = useElement();
  const [documentation] = (bo.get('documentation') as readonly { readonly text?: string }[] | undefined) ?? [];
  return (
    <>
      <TextInput
        label={t(['流程标识', 'Process key'])}
        mono
        value={bo.id}
        onKeep={(id) => {
          if (/^[A-Za-z_][\w.-]*$/.test(id.trim())) update({ id: id.trim() });
        }}
        help={t(['字母开头；同一标识的部署互为版本', 'Begins with a letter; deployments of one key are its versions'])}
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
      {bo.$type === 'bpmn:Process' && <GoverningPart />}
      <p className="quiet">{t(['点一个节点或连线，在这里设置', 'Choose a node or a flow to set it up here'])}</p>
    </>
  );
}
