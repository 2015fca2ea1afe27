import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { Search, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { wageStatus } from '../dictionaries.ts';
import {
  type SheetColumnName,
  type Outlier,
  changeOf,
  sheetColumns,
  isZero,
  periodSumsOf,
  worryFirst,
} from './period.rules.ts';
import { wageDifference, wageDifferenceWords } from '../wages/sheet/difference.rules.ts';
import type { PeriodTotal } from '../wages/totals/totals.calls.ts';
import type { Cockpit } from './use-period.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

const heads: Readonly<Record<SheetColumnName, Label>> = {
  baseAmount: ['底薪', 'Base pay'],
  pieceAmount: ['计件', 'Piecework'],
  allowanceAmount: ['补贴', 'Allowances'],
  marketingAmount: ['营销', 'Sales'],
  bonusAmount: ['奖励', 'Bonus'],
  penaltyAmount: ['扣款', 'Deductions'],
  carryAmount: ['结转', 'Carried'],
  minWageTopUp: ['补足', 'Top-up'],
  totalAmount: ['应发合计', 'Gross'],
};

/** The column that is highlighted for each kind of unusual sheet. */
const odd: Readonly<Record<Outlier['kind'], SheetColumnName>> = {
  piece: 'pieceAmount',
  capped: 'carryAmount',
  minimum: 'minWageTopUp',
  carried: 'carryAmount',
};

/** An amount; zero is shown as a dash. */
function Amount({ value, amber, bold }: { value: string; amber?: boolean; bold?: boolean }): ReactElement {
  if (isZero(value)) return <td className="end quiet">—</td>;
  const words = inGroups(value).replace('-', '−');
  return <td className={`end${amber ? ' amber' : ''}`}>{bold ? <b>{words}</b> : words}</td>;
}

interface RowProps {
  readonly row: PeriodTotal;
  readonly before: PeriodTotal | undefined;
  readonly outliers: readonly Outlier[];
  readonly team: string;
}

function Row({ row, before, outliers, team }: RowProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const state = wageStatus.items[row.wageStatus as keyof typeof wageStatus.items] as
    readonly [string, string, string] | undefined;
  const amber = new Set(outliers.map((one) => odd[one.kind]));
  const change = changeOf(row.totalAmount, before?.totalAmount);
  return (
    <tr data-technician={row.technicianId} data-state={row.wageStatus}>
      <th scope="row">
        {row.wageSheetId ? (
          <Link to={`/maintenance/wages/total?id=${row.wageSheetId}`}>{row.technicianName}</Link>
        ) : (
          row.technicianName
        )}{' '}
        <small className="quiet">{team}</small>
      </th>
      {sheetColumns.slice(0, 2).map((column) => (
        <Amount key={column} value={row[column] ?? ''} amber={amber.has(column)} />
      ))}
      <td className="end">{row.pieceCount || <span className="quiet">—</span>}</td>
      {sheetColumns.slice(2).map((column) => (
        <Amount key={column} value={row[column] ?? ''} amber={amber.has(column)} bold={column === 'totalAmount'} />
      ))}
      <td className={`end${amber.has('pieceAmount') ? ' amber' : ' quiet'}`}>
        {change ?? (before ? '—' : t(['上月无', 'new']))}
      </td>
      <td>
        {state ? (
          <span className={`pill ${state[2]}`}>{state[language === 'en' ? 1 : 0]}</span>
        ) : (
          <span className="quiet">{t(['预览', 'Preview'])}</span>
        )}
      </td>
    </tr>
  );
}

interface Narrowed {
  readonly text: string;
  readonly team: string;
  readonly state: string;
  readonly worry: boolean;
}

function Filters({
  value,
  onChange,
  teams,
}: {
  value: Narrowed;
  onChange: (part: Partial<Narrowed>) => void;
  teams: readonly (readonly [string, string])[];
}): ReactElement {
  const t = useT();
  const states = useDictionary(wageStatus);
  return (
    <div className="cockpit-filters">
      <label className="keyword">
        <Search size={14} aria-hidden />
        <input
          value={value.text}
          placeholder={t(['技师、班组', 'Name, team'])}
          aria-label={t(['查找技师', 'Find a technician'])}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <div className="cockpit-choice">
        <ChoiceBox
          label={t(['班组', 'Team'])}
          value={value.team}
          items={[{ key: '', label: t(['全部班组', 'All teams']) }, ...teams.map(([key, label]) => ({ key, label }))]}
          onChange={(team) => onChange({ team })}
        />
      </div>
      <div className="cockpit-choice">
        <ChoiceBox
          label={t(['状态', 'State'])}
          value={value.state}
          items={[
            { key: '', label: t(['全部状态', 'All states']) },
            ...states.map((one) => ({ key: one.key, label: one.label })),
          ]}
          onChange={(state) => onChange({ state })}
        />
      </div>
      <button
        type="button"
        className="cockpit-worry"
        aria-pressed={value.worry}
        onClick={() => onChange({ worry: !value.worry })}
      >
        {t(['异常优先', 'Issues first'])}
        {value.worry && <X size={13} aria-hidden />}
      </button>
      <span className="spring" />
      <span className="quiet">{t(['单位 元', 'in CNY'])}</span>
    </div>
  );
}

/** All sheets of the period with their columns; the last row sums all people, whatever the filter. */
export function SheetTable({ cockpit }: { cockpit: Cockpit }): ReactElement {
  const t = useT();
  const [narrowed, setNarrowed] = useState<Narrowed>({ text: '', team: '', state: '', worry: true });
  const names = new Map(useDictionary(customerServiceTeam).map((one) => [one.key, one.label]));
  const teamOf = ({ customerServiceTeam: team }: PeriodTotal): string => names.get(team ?? '') ?? team ?? '';
  const all = cockpit.rows ?? [];
  const fits = (row: PeriodTotal): boolean =>
    (!narrowed.text || `${row.technicianName}${teamOf(row)}`.includes(narrowed.text.trim())) &&
    (!narrowed.team || row.customerServiceTeam === narrowed.team) &&
    (!narrowed.state || row.wageStatus === narrowed.state);
  const some = all.filter(fits);
  const rows = narrowed.worry ? worryFirst(some, new Set(cockpit.outliers.map((one) => one.row.technicianId))) : some;
  const before = new Map(cockpit.lastMonth.map((row) => [row.technicianId, row]));
  const sums = periodSumsOf(all);
  const lastSums = cockpit.lastMonth.length ? periodSumsOf(cockpit.lastMonth) : undefined;
  const lastLabel = cockpit.lastMonth[0]?.wagePeriod ?? '';
  const teams = [...new Set(all.flatMap((row) => row.customerServiceTeam || []))].map(
    (key) => [key, names.get(key) ?? key] as const,
  );
  return (
    <section className="cockpit-sheets" aria-label={t(['工资单', 'Payslips'])}>
      <Filters value={narrowed} onChange={(part) => setNarrowed({ ...narrowed, ...part })} teams={teams} />
      <div
        className="cockpit-table"
        tabIndex={0}
        role="region"
        aria-label={t(['工资单表', 'Table of payslips'])}
        aria-busy={!cockpit.rows}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t(['技师', 'Technician'])}</th>
              {sheetColumns.slice(0, 2).map((column) => (
                <th key={column} scope="col">
                  {t(heads[column])}
                </th>
              ))}
              <th scope="col">{t(['单数', 'Pieces'])}</th>
              {sheetColumns.slice(2).map((column) => (
                <th key={column} scope="col">
                  {t(heads[column])}
                </th>
              ))}
              <th scope="col">{t(['较上月', 'Change'])}</th>
              <th scope="col">{t(['状态', 'State'])}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.technicianId}
                row={row}
                before={before.get(row.technicianId)}
                outliers={cockpit.outliers.filter((one) => one.row.technicianId === row.technicianId)}
                team={teamOf(row)}
              />
            ))}
            {!cockpit.rows &&
              [0, 1, 2, 3].map((at) => (
                <tr key={at}>
                  <td colSpan={13}>
                    <i className="skeleton" style={{ width: 300 }} />
                  </td>
                </tr>
              ))}
            {cockpit.rows && rows.length === 0 && (
              <tr>
                <td colSpan={13} className="quiet">
                  {all.length
                    ? t(['没有符合的技师', 'Nobody fits'])
                    : t(['本期还没有工资明细', 'No pay lines in this period yet'])}
                </td>
              </tr>
            )}
          </tbody>
          {all.length > 0 && (
            <tfoot>
              <tr>
                <th scope="row">{t([`${all.length} 人`, counted(all.length, 'person', 'people')])}</th>
                {sheetColumns.slice(0, 2).map((column) => (
                  <Amount key={column} value={sums[column]} />
                ))}
                <td className="end">{sums.pieceCount}</td>
                {sheetColumns.slice(2).map((column) => (
                  <Amount key={column} value={sums[column]} bold={column === 'totalAmount'} />
                ))}
                <td className="end">{changeOf(sums.totalAmount, lastSums?.totalAmount) ?? '—'}</td>
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {lastSums && all.length > 0 && (
        <p className="cockpit-difference quiet">
          {t(wageDifferenceWords(wageDifference(sums, lastSums), [lastLabel, lastLabel], inGroups))}
        </p>
      )}
    </section>
  );
}
