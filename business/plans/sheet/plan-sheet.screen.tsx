import type { ReactElement } from 'react';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { asText } from '#kernel/language/values.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { SheetLines } from '#kernel/web/import-export/print/sheet-lines.tsx';
import { Sheets } from '#kernel/web/import-export/print/sheets.tsx';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { type PlanSheet, planSheet } from './plan-sheet.calls.ts';

const OF_SCHEME = ['occurrenceNo', 'planDate', 'windowFrom', 'windowTo', 'content', 'planStatus', 'doneDate'];
const OF_TEAM = [
  'planDate',
  'customerName',
  'phone',
  'schemeName',
  'content',
  'stdMinutes',
  'planStatus',
  'expectDate',
];

/** The head of a sheet: its company, and the contract or the team with its month. */
function SheetHead({ of, team, month }: { of: PlanSheet; team: string; month: string }): ReactElement {
  const t = useT();
  const { scheme } = of;
  return (
    <header className="sheet-head">
      <div>
        <h2>{t(['保养计划表', 'Planned visits'])}</h2>
        <p>{of.company}</p>
      </div>
      <p>
        {scheme ? (
          <>
            <KeyWord of={schemeName} value={asText(scheme.schemeName)} /> {scheme.schemeNo}
            <br />
            {scheme.customerName} {of.homes[0]?.address}
            <br />
            {t([`${scheme.startDate} 至 ${scheme.endDate}`, `${scheme.startDate} to ${scheme.endDate}`])}
          </>
        ) : (
          <>
            <KeyWord of={customerServiceTeam} value={team} /> {month}
            <br />
            {t([`${of.visits.length} 次`, `${of.visits.length} visits`])}
          </>
        )}
      </p>
    </header>
  );
}

/** The planned visits of a contract (`…/scheme/<id>`), or of a team in a month (`…/team/<team>_<yyyy-MM>`), as a sheet. */
export default function PlanSheetScreen(): ReactElement {
  const t = useT();
  const [kind, last] = useTabPath().split('/').slice(-2);
  const [team = '', month = ''] = kind === 'team' ? last.split('_') : [];
  const { data, error } = useCall(
    planSheet,
    kind === 'team' ? { team: team as KeyOf<typeof customerServiceTeam>, month } : { schemeId: last },
    {
      of: 'list',
      quiet: true,
    },
  );
  const title = `${t(['保养计划表', 'Planned visits'])} ${data?.scheme?.schemeNo ?? month}`.trim();
  useTabTitle(title);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有可打印的计划', 'There is no plan to print'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data) return <div aria-busy="true" />;
  const addressOf = new Map(data.homes.map((one) => [one.id, one.address]));
  return (
    <Sheets title={title} size={kind === 'team' ? 'A4 landscape' : 'A4'} count={() => Promise.resolve()}>
      <article className="sheet">
        <SheetHead of={data} team={team} month={month} />
        <SheetLines
          of={planOccurrence}
          rows={data.visits}
          names={kind === 'team' ? OF_TEAM : OF_SCHEME}
          {...(kind === 'team' && {
            before: {
              label: ['地址', 'Address'] as const,
              text: (row) => addressOf.get(String(row.registerMainId ?? '')) ?? '',
            },
          })}
        >
          <p>{t(['客户签字：', 'Signature: '])}</p>
        </SheetLines>
        {data.total > data.visits.length && (
          <p>
            {t([
              `还有 ${data.total - data.visits.length} 次没有打印`,
              `${data.total - data.visits.length} more visits are not printed`,
            ])}
          </p>
        )}
      </article>
    </Sheets>
  );
}
