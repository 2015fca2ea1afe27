import { Check, CircleCheck } from 'lucide-react';
import { type ReactElement, type Ref, useState } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { pieceUnit } from '../dictionaries.ts';
import { piece } from '../pieces/piece.paper.ts';
import { criteria } from '../standards/match.rules.ts';
import type { CheckedPiece, CheckedLine } from '../pieces/audit/audit.calls.ts';
import { captionIn, textOf } from './row-text.rules.ts';
import { EditLine, type Editing } from './edit-line.view.tsx';
import { type LineGroup, lineGroupsOf, otherFactors, percent, plain, sharesOf, totalOfLines } from './lines.rules.ts';
import type { Audit } from './use-audit.view.tsx';

const factorNames: Readonly<Record<'qualityCoef' | 'timeCoef' | 'pieceRatio', Label>> = {
  qualityCoef: ['质量', 'quality'],
  timeCoef: ['时段', 'time'],
  pieceRatio: ['个人', 'personal'],
};
const OPEN = ['toAffirm', 'pending', 'returned'];

interface GroupProps {
  readonly group: LineGroup<CheckedLine>;
  readonly checked: CheckedPiece;
  readonly edits: readonly Editing['what'][];
  readonly onEdit: (editing: Editing) => void;
}

/** A figure that can be changed: a button with a dashed underline. */
function Figure({
  words,
  may,
  onEdit,
  label,
  manual,
}: {
  words: string;
  may: boolean;
  onEdit: () => void;
  label: string;
  manual?: boolean;
}): ReactElement {
  return may ? (
    <button
      type="button"
      className="audit-figure"
      data-manual={manual || undefined}
      aria-label={label}
      onClick={onEdit}
    >
      {words}
    </button>
  ) : (
    <span>{words}</span>
  );
}

function Process({ group, checked, edits, onEdit }: GroupProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [first] = group.lines;
  const process = checked.processes.find((one) => one.id === first.pieceworkProcessId);
  const standard = checked.standards.find((one) => one.id === first.standardId);
  const name = process ? textOf(process, 'processName') : captionIn(first, 'pieceworkProcessId');
  const unitKey = textOf(process, 'unit') as keyof typeof pieceUnit.items;
  const unit = pieceUnit.items[unitKey]?.[language === 'en' ? 1 : 0] ?? '';
  const scope = standard ? criteria.filter((one) => textOf(standard, one)).map((one) => captionIn(standard, one)) : [];
  const tiers = Array.isArray(standard?.tierRule) && standard.tierRule.length > 0;
  const edit = (what: Editing['what']) => () =>
    onEdit({
      what,
      group,
      title: what === 'shares' ? t([`分配比例：${name}`, `Shares: ${name}`]) : t([`调整：${name}`, `Correct: ${name}`]),
    });
  return (
    <section className="audit-process" data-process={textOf(process, 'processCode')}>
      <h3>
        <b>{name}</b>
        {standard && <span className="mono">{textOf(standard, 'standardNo')}</span>}
        <span className="spring" />
        <b>{inGroups(group.total)}</b>
      </h3>
      <p className={standard ? 'quiet' : 'amber'}>
        {standard
          ? [
              scope.length ? scope.join(' · ') : t(['不限条件', 'any job']),
              t([
                `${textOf(standard, 'effectiveFrom')} 起`,
                `from ${dayInWords(textOf(standard, 'effectiveFrom'), 'en')}`,
              ]),
              ...(tiers ? [t(['阶梯价', 'tiers'])] : []),
            ].join(' · ')
          : t(['没有匹配的计件标准，不能通过', 'No price fits: it cannot be passed'])}
      </p>
      {group.lines.map((line) => (
        <div key={line.id} className="audit-line">
          <span>{line.technicianName}</span>
          <span className="audit-sum">
            <Figure
              may={edits.includes('work')}
              manual={line.collectSource === 'manual'}
              words={plain(line.qty)}
              label={t([`改数量，现为 ${plain(line.qty)}`, `Change the quantity, now ${plain(line.qty)}`])}
              onEdit={edit('work')}
            />{' '}
            {unit}
            {line.unitPrice && (
              <>
                {' '}
                × {inGroups(line.unitPrice.replace(/(\.\d\d)0+$/, '$1'))} × {plain(line.difficultyCoef || '1')}
              </>
            )}{' '}
            ×{' '}
            <Figure
              may={edits.includes('shares')}
              words={percent(line.shareRatio)}
              label={t([
                `改占比，现为 ${percent(line.shareRatio)}`,
                `Change the share, now ${percent(line.shareRatio)}`,
              ])}
              onEdit={edit('shares')}
            />
            {otherFactors(line).map((factor) => (
              <span key={factor}>
                {' '}
                × {t(factorNames[factor])} {plain(line[factor])}
              </span>
            ))}
          </span>
          <span className="end">{inGroups(line.amount || '0.00')}</span>
        </div>
      ))}
      {first.manualReason && (
        <p className="quiet">
          {t(['人工调整：', 'By hand: '])}
          {first.manualReason}
        </p>
      )}
    </section>
  );
}

function Sums({ checked }: { checked: CheckedPiece }): ReactElement {
  const t = useT();
  const roleOf = (technicianId: string): string =>
    captionIn(
      checked.crew.find((one) => one.technicianId === technicianId && one.isCurrent),
      'crewRole',
    );
  const shares = sharesOf(checked.lines);
  const valueOf = (factor: keyof typeof factorNames): string => {
    const all = [...new Set(checked.lines.map((line) => plain(line[factor] || '1')))];
    return all.length === 1 ? all[0] : t(['各异', 'varies']);
  };
  return (
    <div className="audit-sums-foot">
      {shares.map((share) => (
        <p key={share.technicianId}>
          <span>
            {share.name} <small className="quiet">{roleOf(share.technicianId)}</small>
          </span>
          <span className="quiet">{share.parts.length > 1 && share.parts.map(inGroups).join(' + ')}</span>
          <span>{inGroups(share.total)}</span>
        </p>
      ))}
      <p className="audit-total">
        <span>{t(['合计', 'Total'])}</span>
        <span className="quiet">
          {(['qualityCoef', 'timeCoef', 'pieceRatio'] as const)
            .map((factor) => `${t(factorNames[factor])} ${valueOf(factor)}`)
            .join(' · ')}
        </span>
        <b>{inGroups(totalOfLines(checked.lines))}</b>
      </p>
    </div>
  );
}

function Verbs({ audit }: { audit: Audit }): ReactElement {
  const t = useT();
  const { step, may, run } = audit;
  const words: Readonly<Record<string, Label>> = {
    check: ['通过，看下一条', 'Pass, go to the next'],
    affirm: ['确认，看下一条', 'Confirm, go to the next'],
    submit: ['重新提交…', 'Submit again…'],
  };
  return (
    <footer className="audit-verbs">
      {step && (
        <button type="button" className="button strong" disabled={audit.busy} onClick={() => void audit.takeStep()}>
          <Check size={15} aria-hidden /> {t(words[step[0]] ?? step[1].label)} <kbd>A</kbd>
        </button>
      )}
      <div>
        {may('back') && (
          <button type="button" className="button" onClick={() => run('back')}>
            {t(['退回…', 'Send back…'])} <kbd>R</kbd>
          </button>
        )}
        {may('cancel') && (
          <button type="button" className="button danger" onClick={() => run('cancel')}>
            {t(['取消计件…', 'Cancel…'])} <kbd>X</kbd>
          </button>
        )}
        {may('revoke') && (
          <button type="button" className="button danger" onClick={() => run('revoke')}>
            {t(['撤销审核…', 'Revoke…'])}
          </button>
        )}
      </div>
      {audit.next && (
        <button type="button" className="audit-next" onClick={() => audit.open(must(audit.next, 'next').id)}>
          <CircleCheck size={14} aria-hidden /> {t(['下一条', 'Next'])}{' '}
          <span className="mono">{textOf(audit.next, 'pieceNo')}</span> {textOf(audit.next, 'customerName')}
          {audit.nextIsReady && t([' 已备好', ', ready'])}
        </button>
      )}
    </footer>
  );
}

/** The pay of the piece by process and person, with the calculation spelled out, and the actions. */
export function LinesPane({ audit, pane }: { audit: Audit; pane: Ref<HTMLElement> }): ReactElement {
  const t = useT();
  const may = useMay(piece);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { checked } = audit;
  if (!checked) return <aside className="audit-lines" />;
  const state = audit.judged.has(checked.piece.id) ? '' : textOf(checked.piece, 'pieceStatus');
  const edits: Editing['what'][] = [
    ...(may('updateContent') && OPEN.includes(state) ? ['work' as const] : []),
    ...(may('updateUser') && ((OPEN.includes(state) && may('updateContent')) || state === 'returned')
      ? ['shares' as const]
      : []),
  ];
  const changed = (): void => {
    for (const queryKey of [
      ['row', 'piece', 'audit', checked.piece.id],
      ['counts', 'piece'],
    ])
      void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <aside className="audit-lines" ref={pane} aria-label={t(['计件明细', 'Piecework lines'])}>
      <header>
        <h2>{t(['计件明细', 'Lines'])}</h2>
        <span className="quiet">
          {t(['数量 × 单价 × 难度 × 占比 = 金额', 'quantity × price × difficulty × share'])}
        </span>
      </header>
      <div
        className="audit-processes"
        key={checked.piece.id}
        tabIndex={0}
        role="region"
        aria-label={t(['工序', 'Processes'])}
      >
        {lineGroupsOf(checked.lines).map((group) => (
          <Process key={group.key} group={group} checked={checked} edits={edits} onEdit={setEditing} />
        ))}
        {checked.lines.length === 0 && <p className="audit-none">{t(['没有计件明细', 'No lines'])}</p>}
      </div>
      <Sums checked={checked} />
      <Verbs audit={audit} />
      {editing && (
        <EditLine {...editing} pieceId={checked.piece.id} onClose={() => setEditing(null)} onDone={changed} />
      )}
    </aside>
  );
}
