import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { registration } from '../registration/registration.paper.ts';
import { readPayers } from './payers.calls.ts';
import './payers.css';

/** A small table of the fees: kind, payer, amount, reason. */
function Payers({ of, id }: { of: AnyPaper; id: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['row', registration.name, 'payers', of.name, id, language],
    queryFn: ({ signal }) => askCall(readPayers, { paper: of.name, id }, { signal, quiet: true }),
  });
  if (!data) return <i className="skeleton payers-wait" />;
  const reasoned = data.some((one) => one.why);
  const known = data.some((one) => one.amount !== null);
  return (
    <table className="payers">
      <thead>
        <tr>
          <th scope="col">{t(['费用', 'Fee'])}</th>
          <th scope="col">{t(['谁付', 'Paid by'])}</th>
          {known && (
            <th scope="col" className="end">
              {t(['金额', 'Amount'])}
            </th>
          )}
          {reasoned && <th scope="col">{t(['为什么', 'Why'])}</th>}
        </tr>
      </thead>
      <tbody>
        {data.map((one, at) => (
          <tr key={at}>
            <td>{t(one.fee)}</td>
            <td>{one.payer}</td>
            {known && <td className="end">{one.amount && inGroups(one.amount)}</td>}
            {reasoned && <td className="quiet">{one.why}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Return the view that replaces the raw field of payers in the detail of a paper, by a table of the order's payers. */
export const payersFace =
  (of: AnyPaper) =>
  (row: { readonly id: string }): ReactNode => <Payers of={of} id={row.id} />;
