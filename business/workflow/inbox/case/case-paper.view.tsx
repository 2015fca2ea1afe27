import { type ReactElement, Suspense, lazy } from 'react';
import { captionOf } from '#kernel/language/caption.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { headOf } from '#kernel/web/detail/info/shown-once.ts';
import { DetailInfo } from '#kernel/web/detail/info/detail-info.tsx';
import '#kernel/web/detail/detail.css';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useAllPapers, useReadable } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import type { Amending } from './use-amending.view.tsx';
import type { TaskDetail } from './use-case.view.tsx';

const AmendPart = withControls(() => import('./amend-part.view.tsx').then((module) => module.AmendPart));

/** Return the amount of money of a paper, if it has one. */
function moneyOf(of: AnyPaper, row: WireRow): string | undefined {
  const [name] = (fieldsOf(of) as [string, Field][]).find(([, field]) => kindOf(field).isAmount) ?? [];
  return name && row[name] ? String(row[name]) : undefined;
}

/** The fields of a paper, displayed as on the detail page of that paper. */
function PaperRow({
  of: whole,
  row,
  detail,
  strip,
  amending,
}: {
  of: AnyPaper;
  row: WireRow;
  detail: TaskDetail;
  strip: ReactElement | undefined;
  amending: Amending;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const of = useReadable(whole);
  const state = of.lifecycle?.field;
  const money = moneyOf(of, row);
  const fields = of.fields as Readonly<Record<string, Field>>;
  const { hints } = headOf(of, row, language);
  return (
    <>
      <header className="case-about">
        <p>
          <b>{t(of.title)}</b> <span>{detail.process.starterName}</span>
          <span className="spring" />
          {money && <strong>{money}</strong>}
        </p>
        <p className="quiet">
          <span>{captionOf(of, row, language)}</span>
          {hints.map(({ name, labelled }) => (
            <span key={name}>
              {labelled && `${t(fields[name].label)} `}
              {cellOf(row, name, fields[name], language)}
            </span>
          ))}
          {state && cellOf(row, state, fields[state], language)}
        </p>
      </header>
      <Why detail={detail} />
      {strip}
      {amending.names.length > 0 && <AmendPart of={of} row={row} amending={amending} />}
      <DetailInfo
        of={of}
        row={row}
        without={new Set(amending.names)}
        lines={detail.lines as Readonly<Record<string, readonly WireRow[]>>}
      />
    </>
  );
}

/** Loaded on demand, because few tasks explain why they were assigned. */
const CaseWhy = lazy(() => import('./case-why.view.tsx'));

const Why = ({ detail: { why, paper } }: { detail: TaskDetail }): ReactElement | null =>
  why && (
    <Suspense fallback={null}>
      <CaseWhy why={why} paper={paper} />
    </Suspense>
  );

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Variables that the engine sets for itself, which are not shown to people. */
const OF_ENGINE: ReadonlySet<string> = new Set([
  'pass',
  'loopCounter',
  'nrOfInstances',
  'nrOfActiveInstances',
  'nrOfCompletedInstances',
]);

/** The variables of a process instance that is about no paper. */
function Variables({ detail, strip }: { detail: TaskDetail; strip: ReactElement | undefined }): ReactElement {
  const t = useT();
  const entries = Object.entries(detail.form.variables).filter(
    ([name, value]) => !OF_ENGINE.has(name) && plain(value) !== '',
  );
  return (
    <>
      <header className="case-about">
        <p>
          <b>{detail.process.processDefinitionName}</b> <span>{detail.process.starterName}</span>
        </p>
        <p className="quiet">{detail.process.title}</p>
      </header>
      <Why detail={detail} />
      {strip}
      <section className="detail-group">
        <h3>{t(['流程变量', 'Variables'])}</h3>
        {entries.length === 0 && (
          <p className="quiet">{t(['没有随流程提交的数据', 'Nothing came with this process'])}</p>
        )}
        <dl>
          {entries.map(([name, value]) => (
            <div key={name} data-wide={plain(value).length > 40}>
              <dt>{name}</dt>
              <dd>{plain(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** The paper that a process instance is about, as its reader may see it. */
export function CasePaper({
  detail,
  strip,
  amending,
}: {
  detail: TaskDetail;
  strip?: ReactElement;
  amending: Amending;
}): ReactElement {
  // Undefined until the room that defines the paper is loaded.
  const of = useAllPapers().find((one) => one.name === detail.paper);
  return (
    <div className="case-paper">
      {of && detail.row ? (
        <PaperRow of={of} row={detail.row as WireRow} detail={detail} strip={strip} amending={amending} />
      ) : (
        <Variables detail={detail} strip={strip} />
      )}
    </div>
  );
}
