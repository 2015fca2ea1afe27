import { lastOf } from '#kernel/language/must.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Sheets, Strip } from '#kernel/web/import-export/print/sheets.tsx';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { wageLineType } from '../dictionaries.ts';
import { sheetParts } from '../wages/sheet/difference.rules.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';
import { type ByItem, type ByProcess, type SlipRow, countSlips, printSlips } from './slips.calls.ts';
import './slips.css';
import { inGroups } from '#kernel/fields/decimal.view.tsx';

const isNothing = (amount: unknown): boolean =>
  amount === null || amount === undefined || /^-?0+(\.0+)?$/.test(String(amount));

/** The payslip of one person: its parts, reasons of deductions, and a place to sign. */
function Slip({
  company,
  sheet,
  processes,
  items,
}: {
  company: string;
  sheet: SlipRow;
  processes: readonly ByProcess[];
  items: readonly ByItem[];
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const show = (name: string): React.ReactNode => {
    const field = wageSheet.fields[name as keyof typeof wageSheet.fields];
    return cellOf(sheet, name, field, language);
  };
  const words = (key: string): string => {
    const item = wageLineType.items[key as keyof typeof wageLineType.items];
    return item ? t([item[0], item[1]]) : key;
  };
  return (
    <Strip
      company={company}
      title={t(['工资条', 'Printed payslip'])}
      no={String(sheet.wageNo)}
      printed={sheet.printCount}
      lead={
        <>
          <b>{String(sheet.technicianName)}</b> <span>{show('customerServiceTeam')}</span>{' '}
          <span>{String(sheet.wagePeriod)}</span>
        </>
      }
    >
      <dl className="slip-sums">
        {sheetParts
          .filter((name) => !isNothing(sheet[name]))
          .map((name) => (
            <div key={name}>
              <dt>{t(wageSheet.fields[name].label)}</dt>
              <dd>{show(name)}</dd>
            </div>
          ))}
        <div className="slip-total">
          <dt>{t(wageSheet.fields.totalAmount.label)}</dt>
          <dd>{show('totalAmount')}</dd>
        </div>
      </dl>
      <div className="slip-tables">
        {processes.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>{t(['计件工序', 'Process'])}</th>
                <th className="end">{t(['次数', 'Count'])}</th>
                <th className="end">{t(['金额', 'Amount'])}</th>
              </tr>
            </thead>
            <tbody>
              {processes.map((one) => (
                <tr key={one.name}>
                  <td>{one.name}</td>
                  <td className="end">{one.count}</td>
                  <td className="end">{inGroups(one.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {items.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>{t(['其他项目', 'Other items'])}</th>
                <th className="end">{t(['笔数', 'Count'])}</th>
                <th className="end">{t(['金额', 'Amount'])}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <tr key={`${one.item} ${one.reason}`}>
                  <td>
                    {words(one.item)}
                    {one.reason && <small> {one.reason}</small>}
                  </td>
                  <td className="end">{one.count}</td>
                  <td className="end">{inGroups(one.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <p className="slip-sign">
        <span>{t(['本人确认签字', 'Signature'])}</span>
        <span>{t(['日期', 'Date'])}</span>
      </p>
    </Strip>
  );
}

/** Payslips, one per person: of one sheet, or of a whole period. */
export default function SlipsScreen(): ReactElement {
  const t = useT();
  const id = lastOf(useTabPath().split('/'));
  const key = ['list', wageSheet.name, 'slips', id, useLanguage()];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => askCall(printSlips, { id }, { signal, quiet: true }),
  });
  const title =
    `${data?.sheets.length === 1 ? String(data.sheets[0].wageNo) : String(data?.sheets[0]?.wagePeriod ?? '')} ${t(['工资条', 'Printed payslips'])}`.trim();
  useTabTitle(title);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有可打印的工资条', 'There is no payslip to print'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data) return <div aria-busy="true" />;
  const count = async (): Promise<void> => {
    await askCall(countSlips, { id });
    window.addEventListener(
      'afterprint',
      () => {
        void queryClient.invalidateQueries({ queryKey: key });
        refresh(wageSheet.name);
      },
      { once: true },
    );
  };
  return (
    <Sheets title={title} printed={Math.min(...data.sheets.map((one) => Number(one.printCount ?? 0)))} count={count}>
      {data.sheets.map((sheet) => (
        <Slip
          key={sheet.id}
          company={data.company}
          sheet={sheet}
          processes={data.processes.filter((one) => one.sheetId === sheet.id)}
          items={data.items.filter((one) => one.sheetId === sheet.id)}
        />
      ))}
    </Sheets>
  );
}
