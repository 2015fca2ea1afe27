import { type ReactElement, useState } from 'react';
import type { Field } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { batchFacts } from '../work/work.calls.ts';
import { type InboxLine, taskDueWords } from './inbox-lines.rules.ts';

type Facts = CallAnswer<typeof batchFacts>[number];

/** Return whether a field holds a number of conflicts above 0, which is shown in a warning colour. */
const isConflict = (name: string, value: unknown): boolean => name === 'conflictCount' && Number(value) > 0;

/** Show the facts of one task, field by field. */
function FactCells({ facts }: { facts: Facts }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const of = useAllPapers().find((one) => one.name === facts.paper);
  const fields = (of?.fields ?? {}) as Readonly<Record<string, Field>>;
  const row = facts.row as WireRow | null;
  const names = row ? facts.fields.filter((name) => fields[name]) : [];
  const hasAmount = names.some((name) => kindOf(fields[name]).isAmount);
  return (
    <dl className="batch-facts">
      {names.map((name) => (
        <div key={name} data-worry={isConflict(name, row![name]) || undefined}>
          <dt>{t(fields[name].label)}</dt>
          <dd>{cellOf(row!, name, fields[name], language) || '—'}</dd>
        </div>
      ))}
      {facts.days && !names.includes('days') && (
        <div>
          <dt>{t(['工作日', 'Working days'])}</dt>
          <dd>{facts.days}</dd>
        </div>
      )}
      {facts.money && !hasAmount && (
        <div>
          <dt>{t(['金额', 'Amount'])}</dt>
          <dd>{facts.money}</dd>
        </div>
      )}
    </dl>
  );
}

function Line({
  line: { flow },
  facts,
  isChosen,
  isGone,
  onChoose,
}: {
  line: InboxLine;
  facts: Facts | undefined;
  isChosen: boolean;
  isGone: boolean;
  onChoose: (on: boolean) => void;
}): ReactElement {
  const t = useT();
  const dueTime = facts?.dueTime ?? flow.dueTime;
  const due = taskDueWords(dueTime, sinceMoment(dueTime || flow.createTime), today());
  return (
    <li data-gone={isGone || undefined}>
      <label className="tick">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isGone}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <b>{flow.processDefinitionName}</b> {flow.starterName}
        <span className="quiet">{flow.title}</span>
        <span className="spring" />
        {due && (
          <span className="inbox-due" data-tone={due.tone}>
            {t(due.words)}
          </span>
        )}
      </label>
      {isGone && <p className="quiet">{t(['任务已由他人处理', 'Somebody else has done this task'])}</p>}
      {facts && <FactCells facts={facts} />}
      {!facts && !isGone && <i className="skeleton" style={{ width: '70%' }} />}
    </li>
  );
}

/** A dialog with the facts of several tasks side by side, which approves the selected ones. */
export function BatchApproval({
  lines,
  onClose,
  onApprove,
}: {
  lines: readonly InboxLine[];
  onClose: () => void;
  onApprove: (lines: readonly InboxLine[]) => Promise<void>;
}): ReactElement {
  const t = useT();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { data, error } = useCall(
    batchFacts,
    { taskIds: lines.map(({ flow }) => flow.taskId) },
    { quiet: true, retry: false },
  );
  const factsOf = (line: InboxLine): Facts | undefined => data?.find((one) => one.taskId === line.flow.taskId);
  const isGone = (line: InboxLine): boolean => data !== undefined && !factsOf(line);
  const chosen = lines.filter((one) => !left.has(one.key) && !isGone(one));
  const go = (): void => {
    if (busy || !data || chosen.length === 0) return;
    setBusy(true);
    void onApprove(chosen).finally(() => setBusy(false));
  };
  const choose = (key: string, on: boolean): void => {
    const next = new Set(left);
    if (on) next.delete(key);
    else next.add(key);
    setLeft(next);
  };
  return (
    <Dialog
      title={t([`同意这 ${chosen.length} 张？`, `Approve these ${chosen.length}?`])}
      width={680}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['同意', 'Approve'], typing: true, run: go }]}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button
            type="button"
            className="button strong"
            data-autofocus
            disabled={busy || !data || chosen.length === 0}
            onClick={go}
          >
            {t([`同意 ${chosen.length} 张`, `Approve ${chosen.length}`])} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      {error && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <ul className="batch-lines">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            facts={factsOf(line)}
            isGone={isGone(line)}
            isChosen={!left.has(line.key) && !isGone(line)}
            onChoose={(on) => choose(line.key, on)}
          />
        ))}
      </ul>
    </Dialog>
  );
}
