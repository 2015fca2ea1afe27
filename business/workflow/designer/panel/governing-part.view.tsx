import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { type StarterKind, startersOf, withStarters } from '../../engine/model/starters.rules.ts';
import { useCategories } from '../use-categories.view.tsx';
import { useElement } from './element-editor.view.tsx';
import { ChoiceInput, PanelRow } from './inputs.view.tsx';
import { RoleValues, RowValues } from './people-values.view.tsx';

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The papers that the process governs; if none is named, those that the company binds to it. */
function Papers(): ReactElement {
  const t = useT();
  const { said, say, governable } = useElement();
  const all = useAllPapers().filter(({ name }) => governable.includes(name));
  const names = listOf(said('papers'));
  const titleOf = (name: string): string => {
    const paper = all.find((one) => one.name === name);
    return paper ? t(paper.title) : name;
  };
  return (
    <PanelRow
      label={t(['管哪些单据', 'Documents that it governs'])}
      help={
        names.length
          ? t(['只由这些单据发起', 'Only these documents start it'])
          : t(['不限：按绑定', 'Any: as they are bound'])
      }
    >
      <div className="design-values">
        {names.map((name) => (
          <span key={name} className="design-chip">
            {titleOf(name)}
            <button
              type="button"
              aria-label={t([`去掉 ${titleOf(name)}`, `Remove ${titleOf(name)}`])}
              onClick={() => say('papers', names.filter((one) => one !== name).join(', '))}
            >
              <X size={13} aria-hidden />
            </button>
          </span>
        ))}
        <ChoiceBox
          label={t(['加单据', 'Add a document'])}
          value=""
          items={[
            { key: '', label: t(['加单据…', 'Add a document…']) },
            ...all
              .filter(({ name }) => !names.includes(name))
              .map(({ name, title }) => ({ key: name, label: t(title) })),
          ]}
          onChange={(name) => name && say('papers', [...names, name].join(', '))}
        />
      </div>
    </PanelRow>
  );
}

const KINDS: readonly (readonly [StarterKind, Label])[] = [
  ['role', ['可发起的角色', 'Roles that may start it']],
  ['dept', ['可发起的部门（含下级）', 'Departments that may start it, with those below']],
  ['user', ['可发起的人员', 'People who may start it']],
];

/** People who may start the process; if none is named, all staff. */
function Starters(): ReactElement {
  const t = useT();
  const { said, say } = useElement();
  const keys = listOf(said('starters'));
  const keep = (kind: StarterKind) => (values: readonly string[]) =>
    say('starters', withStarters(keys, kind, values).join(', '));
  return (
    <>
      {KINDS.map(([kind, words]) => (
        <PanelRow key={kind} label={t(words)}>
          {kind === 'role' ? (
            <RoleValues label={t(words)} values={startersOf(keys, kind)} onChange={keep(kind)} />
          ) : (
            <RowValues paper={kind} label={t(words)} values={startersOf(keys, kind)} onChange={keep(kind)} />
          )}
        </PanelRow>
      ))}
      <p className="quiet">
        {keys.length
          ? t(['只有上面这些人可以发起', 'Only these people start it'])
          : t(['没有限定：全体员工都可以发起', 'Not limited: all staff may start it'])}
      </p>
    </>
  );
}

/** The papers of the process, and the people who may start it. */
export function GoverningPart(): ReactElement {
  const t = useT();
  const { said, say } = useElement();
  const categories = useCategories();
  return (
    <>
      <ChoiceInput
        label={t(['流程分类', 'Category'])}
        value={said('category')}
        items={[
          ['', t(['部署时选', 'Chosen when it is deployed'])],
          ...categories.map(({ key, label }) => [key, label] as const),
        ]}
        onChange={(category) => say('category', category)}
      />
      <Papers />
      <Starters />
    </>
  );
}
