import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { RankingRow } from '../ranking.calls.ts';
import { openOrder } from './rank-words.rules.ts';
import type { RankRepairs } from './use-repairs.view.tsx';

/** A request with its state; a link for those who may read requests. */
export function OrderLink({ order }: { order: NonNullable<RankingRow['order']> }): ReactElement {
  const may = useMay(repairForm)('view');
  const state = <Value of={repairForm} row={{ id: order.id, repairStatus: order.status }} name="repairStatus" />;
  return (
    <span className="rank-order">
      {may ? (
        <Link to={`/maintenance/asrepairform?id=${order.id}`} onClick={(event) => event.stopPropagation()}>
          {order.no}
        </Link>
      ) : (
        order.no
      )}{' '}
      {state}
    </span>
  );
}

/** The last cell of a row: its request, the answer to a press, or the button that makes a request. */
export function RowOrder({ row, repairs }: { row: RankingRow; repairs: RankRepairs }): ReactElement | null {
  const t = useT();
  const answer = repairs.answers.get(row.id);
  const open = openOrder(row);
  if (answer?.isBad) return <small className="rank-refused">{t(answer.words)}</small>;
  if (open) return <OrderLink order={open} />;
  return (
    <>
      {row.order && <OrderLink order={row.order} />}{' '}
      {repairs.may && (
        <button
          type="button"
          className="link"
          disabled={repairs.busy}
          onClick={(event) => {
            event.stopPropagation();
            repairs.make([row.id]);
          }}
        >
          {t(['报修', 'Repair'])}
        </button>
      )}
    </>
  );
}
