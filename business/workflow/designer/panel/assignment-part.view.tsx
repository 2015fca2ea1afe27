import { CircleCheck, Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import type { Assignment, AssignmentRule } from '../../engine/model/assignment.rules.ts';
import { starterPolicyOf } from '../../engine/model/of-starter.rules.ts';
import { saidBy } from '../canvas/element-values.rules.ts';
import { PLAIN_ASSIGNMENT, assignmentSaidBy } from '../canvas/assignment-said.rules.ts';
import {
  EMPTY_WORDS,
  MODE_WORDS,
  REPEAT_WORDS,
  RULE_WORDS,
  STARTER_WORDS,
  needOf,
  paperOfRule,
} from './assignment-words.rules.ts';
import { useElement } from './element-editor.view.tsx';
import { ChoiceInput, PanelRow, SegmentsInput, TextInput } from './inputs.view.tsx';
import { RoleValues, RowValues } from './people-values.view.tsx';

/** The inputs of one assignment rule: its type, and what that type needs. */
function Rule({
  rule,
  onChange,
  onRemove,
}: {
  rule: AssignmentRule;
  onChange: (rule: AssignmentRule) => void;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  const [, words] = RULE_WORDS.find(([type]) => type === rule.type) ?? [rule.type, [rule.type, rule.type] as Label];
  const label = t(words);
  const need = needOf(rule.type);
  const values = rule.values ?? [];
  const change = (next: readonly string[]): void => onChange({ ...rule, values: next });
  return (
    <div className="design-rule">
      <header>
        <b>{label}</b>
        <button
          type="button"
          className="icon-button small"
          aria-label={t([`去掉 ${label}`, `Remove ${label}`])}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </button>
      </header>
      {need === 'people' && (
        <RowValues paper={paperOfRule(rule.type)} label={label} values={values} onChange={change} />
      )}
      {need === 'roles' && <RoleValues label={label} values={values} onChange={change} />}
      {need === 'level' && (
        <TextInput
          label={t(['级数', 'Levels'])}
          type="number"
          value={String(rule.level ?? 1)}
          onKeep={(text) => onChange({ ...rule, level: Math.min(20, Math.max(1, Math.round(Number(text)) || 1)) })}
        />
      )}
      {need === 'field' && (
        <TextInput
          label={t(['流程变量', 'Variable'])}
          mono
          value={rule.field ?? ''}
          onKeep={(field) => onChange({ ...rule, field: field.trim() })}
        />
      )}
      {need === 'text' && (
        <TextInput
          label={t(['取值，逗号分隔', 'Values, by commas'])}
          mono
          value={values.join(', ')}
          onKeep={(text) =>
            change(
              text
                .split(/[,，]/)
                .map((one) => one.trim())
                .filter(Boolean),
            )
          }
        />
      )}
    </div>
  );
}

/** The people who would get the task if the reader started an instance now. */
function Example(): ReactElement | null {
  const t = useT();
  const { example } = useElement();
  if (!example?.people.length) return null;
  const people = example.people.join(t(['、', ', ']));
  return (
    <p className="design-example">
      <CircleCheck size={15} aria-hidden />
      {t([`照现在的人：${example.starter}发起 → ${people}`, `As things are: ${example.starter} starts → ${people}`])}
    </p>
  );
}

/** Return the variables that hold the starter in a drawing. */
function useInitiators(): readonly string[] {
  const { drawing } = useElement();
  const events = drawing
    .get('elementRegistry')
    .getAll()
    .filter(({ businessObject }) => businessObject?.$type === 'bpmn:StartEvent');
  return ['startUserId', ...events.map(({ businessObject }) => saidBy(businessObject, 'initiator')).filter(Boolean)];
}

/** The people of a task: rules, mode, and the policies for no people and for the starter. */
export function AssignmentPart(): ReactElement {
  const t = useT();
  const { bo, sayJson } = useElement();
  const assignment = assignmentSaidBy(bo);
  const initiators = useInitiators();
  const change = (part: Partial<Assignment>): void =>
    sayJson('assignment', { ...assignment, ...part }, PLAIN_ASSIGNMENT);
  const words = <K extends string>(of: readonly (readonly [K, Label])[]): readonly (readonly [K, string])[] =>
    of.map(([key, label]) => [key, t(label)] as const);
  return (
    <>
      <SegmentsInput
        label={t(['怎么办', 'How'])}
        value={assignment.mode}
        items={words(MODE_WORDS)}
        onChange={(mode) => change({ mode, ...(mode === 'ratio' && !assignment.ratio && { ratio: 0.5 }) })}
      />
      {assignment.mode === 'ratio' && (
        <TextInput
          label={t(['通过比例（%）', 'Share that passes (%)'])}
          type="number"
          value={String(Math.round((assignment.ratio ?? 0.5) * 100))}
          onKeep={(text) => change({ ratio: Math.min(100, Math.max(1, Number(text) || 50)) / 100 })}
        />
      )}
      {(assignment.mode === 'ratio' || assignment.mode === 'all') && (
        <ChoiceInput
          label={t(['有人驳回时', 'When somebody rejects'])}
          value={assignment.reject ?? 'veto'}
          items={[
            ['veto', t(['一票否决', 'One rejection decides'])],
            ['ratio', t(['够不到比例才否决', 'Only when the share cannot be reached'])],
          ]}
          onChange={(reject) => change({ reject: reject as 'veto' | 'ratio' })}
        />
      )}
      <PanelRow label={t(['由谁', 'By whom'])}>
        {assignment.by.map((rule, at) => (
          <Rule
            key={`${at} ${rule.type}`}
            rule={rule}
            onChange={(next) => change({ by: assignment.by.map((one, index) => (index === at ? next : one)) })}
            onRemove={() => change({ by: assignment.by.filter((_, index) => index !== at) })}
          />
        ))}
        <span className="design-add">
          <Plus size={14} aria-hidden />
          <ChoiceBox
            label={t(['加一种', 'Add'])}
            value=""
            items={words(RULE_WORDS).map(([key, label]) => ({ key, label }))}
            onChange={(type) => change({ by: [...assignment.by, { type: type as AssignmentRule['type'] }] })}
          />
        </span>
      </PanelRow>
      <Example />
      <div className="design-pair">
        <ChoiceInput
          label={t(['没有人时', 'When nobody'])}
          value={assignment.empty ?? 'admin'}
          items={words(EMPTY_WORDS)}
          onChange={(empty) => change({ empty: empty as Assignment['empty'] })}
        />
        <ChoiceInput
          label={t(['就是发起人时', 'When it is the starter'])}
          value={starterPolicyOf(assignment, initiators)}
          items={words(STARTER_WORDS)}
          onChange={(policy) => change({ sameAsStarter: policy as Assignment['sameAsStarter'] })}
        />
        <ChoiceInput
          label={t(['前面办过', 'When they passed before'])}
          value={assignment.repeat ?? 'none'}
          items={words(REPEAT_WORDS)}
          onChange={(repeat) => change({ repeat: repeat as Assignment['repeat'] })}
        />
      </div>
      {assignment.empty === 'user' && (
        <PanelRow label={t(['没有人时交给', 'Given to'])}>
          <RowValues
            paper="user"
            label={t(['没有人时交给', 'Given to'])}
            values={assignment.emptyUser ? [assignment.emptyUser] : []}
            onChange={(ids) => change({ emptyUser: ids.at(-1) ?? '' })}
          />
        </PanelRow>
      )}
    </>
  );
}
