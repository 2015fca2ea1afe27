import { FilePlus2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { homeLink } from '#business/customers/service-file/home-link.rules.ts';
import { chainLink } from './chain-link.rules.ts';
import { OpenHere } from '../home/open-here.view.tsx';
import { payersFace } from '../cover/payers.view.tsx';
import { caseBand } from '../timeline/band/case-band.view.tsx';
import { orderPlace } from '../home/order-places.view.tsx';
import { registration } from './registration.paper.ts';

/** Link to the page that creates and dispatches an order. */
function TakeOne(): ReactElement | null {
  const t = useT();
  return useMay(registration)('submit') ? (
    <Link className="button plain" to="/maintenance/registrationform/addForm">
      <FilePlus2 size={15} aria-hidden />
      {t(['登记并派工', 'Take and dispatch'])}
    </Link>
  ) : null;
}

export default screen(registration, {
  band: caseBand(registration),
  formNote: OpenHere,
  details: { coverFees: payersFace(registration) },
  detailAside: ({ row }) => <FilledPlace of={orderPlace} given={{ orderId: row.id }} />,
  toolbar: TakeOne,
  links: [
    chainLink((row) => row.id),
    homeLink((row) => row.registerMainId),
    {
      icon: 'pencil',
      label: ['整页修改', 'Change on a page'],
      to: (row) =>
        ['registered', 'waiting', 'dispatched', 'inService', 'finished'].includes(row.registerStatus)
          ? `/maintenance/registrationform/edit?id=${row.id}`
          : null,
    },
  ],
});
