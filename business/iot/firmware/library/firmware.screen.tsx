import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { UpgradeLook } from '../targets/upgrade-look.view.tsx';
import { VersionBars } from '../versions/version-bars.view.tsx';
import { NewUpgrade } from '../page/new-upgrade.view.tsx';
import { firmware } from './firmware.paper.ts';

/** Devices that qualify for this firmware, and the versions that the devices of its model have. */
function Qualified({ row }: { row: Row<typeof firmware> }): ReactElement {
  const t = useT();
  const mayUse = row.firmwareStatus === 'released';
  return (
    <>
      {row.firmwareStatus !== 'revoked' && (
        <section className="fw-part" data-part="qualified">
          <h3>
            {t(['可升', 'Who qualifies'])}
            <span className="spring" />
            {mayUse && <NewUpgrade start={{ firmwareId: row.id, taskName: taskNameOf(row) }} small />}
          </h3>
          <UpgradeLook sent={{ firmwareId: row.id, scopeType: 'all' }} />
        </section>
      )}
      <VersionBars modelId={row.modelId} moduleCode={row.moduleCode} here={row.firmwareVersion} />
    </>
  );
}

const taskNameOf = ({ firmwareName, firmwareVersion }: Row<typeof firmware>): string =>
  `${firmwareName} ${firmwareVersion}`.slice(0, 60);

/** The library of firmware, with the devices that qualify for each version. */
export default screen(firmware, { detailAside: Qualified });
