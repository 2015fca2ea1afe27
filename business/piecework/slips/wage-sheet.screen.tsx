import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { screen } from '#kernel/web/registry/screens.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { wageSheet } from '../wages/wage-sheet.paper.ts';

/** Return the month before that of today, whose wages are being paid. */
function lastMonth(): string {
  const [year, month] = today().split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** Link to all payslips of the filtered period, else of last month. */
function PrintPeriod(): ReactElement {
  const t = useT();
  const [query] = useSearchParams();
  const period = /^\d{4}-\d\d$/.test(query.get('wagePeriod') ?? '') ? query.get('wagePeriod') : lastMonth();
  return (
    <Link className="button plain" to={`/maintenance/wages/slips/${period}`}>
      <Printer size={15} aria-hidden /> {t([`打印工资条 ${period}`, `Print payslips ${period}`])}
    </Link>
  );
}

export default screen(wageSheet, { toolbar: PrintPeriod, printAt: (row) => `/maintenance/wages/slips/${row.id}` });
