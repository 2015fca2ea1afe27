import { FilePlus2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { chainLink } from '#business/intake/registration/chain-link.rules.ts';
import { payersFace } from '#business/intake/cover/payers.view.tsx';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';
import { completion } from './completion.paper.ts';

/** The link to the page on which the office writes a completion. */
function WriteOne(): ReactElement | null {
  const t = useT();
  return useMay(completion)('submit') ? (
    <Link className="button plain" to="/maintenance/ascompletionregistration/addForm">
      <FilePlus2 size={15} aria-hidden />
      {t(['代登记完工', 'Write for a technician'])}
    </Link>
  ) : null;
}

export default screen(completion, {
  band: caseBand(completion),
  details: { coverFees: payersFace(completion) },
  toolbar: WriteOne,
  links: [
    chainLink((row) => row.registrationFormId),
    {
      icon: 'file-text',
      label: ['继续登记', 'Go on writing'],
      to: (row) =>
        row.completeStatus === 'draft' || row.completeStatus === 'refill'
          ? `/maintenance/ascompletionregistration/addForm?dispatchListId=${row.dispatchListId}`
          : null,
    },
  ],
  printAt: (row) => `/maintenance/print/completion/${row.id}`,
});
