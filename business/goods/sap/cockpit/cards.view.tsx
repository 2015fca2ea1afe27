import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ShownDifference, ComparisonResult } from './cockpit.calls.ts';
import { Guess, NextStepOf, isZeroQuantity } from './difference-row.view.tsx';
import {
  byWarehouse,
  differenceKey,
  plainQuantity,
  sharedWords,
  signedQuantity,
  signedAmount,
  warehouseName,
} from './shown.rules.ts';
import type { Steps } from './use-cockpit.view.tsx';

function Card({ row, steps }: { row: ShownDifference; steps: Steps }): ReactElement {
  const t = useT();
  const theirs = row.isInSap ? plainQuantity(row.sap) : t(['无', 'none']);
  return (
    <li data-row={differenceKey(row)}>
      <p>
        <b>{row.itemName || row.itemCode}</b>
        <span className="spring" />
        <b className="sapc-delta" data-less={row.delta.startsWith('-') || undefined}>
          {signedQuantity(row.delta)}
        </b>
      </p>
      <p className="quiet">
        <span className="mono">{row.itemCode}</span> · {t(['我方', 'Ours'])} {plainQuantity(row.ours)} · SAP {theirs}
        {!isZeroQuantity(row.inFlight) && ` · ${t(['在途', 'In flight'])} ${signedQuantity(row.inFlight)}`}
        {row.amount !== undefined && ` · ${signedAmount(row.amount)} ${t(['元', 'CNY'])}`}
      </p>
      <p>
        <Guess row={row} />
      </p>
      <NextStepOf row={row} steps={steps} />
    </li>
  );
}

/** The differences as cards by warehouse, for a phone. */
export function DifferenceCards({ found, steps }: { found: ComparisonResult; steps: Steps }): ReactElement {
  const t = useT();
  return (
    <div className="sapc-cards">
      {byWarehouse(found).map(({ warehouse, rows }) => (
        <section key={warehouse.whsCode} data-warehouse={warehouse.whsCode}>
          <h2>
            {t(warehouseName(warehouse))}{' '}
            <small className="quiet">
              {[
                t(sharedWords(warehouse)),
                t([`比对 ${grouped(warehouse.compared)} 项`, `${grouped(warehouse.compared)} compared`]),
              ]
                .filter(Boolean)
                .join(t(['，', ', ']))}
            </small>
          </h2>
          <ul>
            {rows.map((row) => (
              <Card key={differenceKey(row)} row={row} steps={steps} />
            ))}
          </ul>
        </section>
      ))}
      {found.levelled.length > 0 && (
        <p className="quiet sapc-more">
          {t([
            `另有 ${found.figures.levelled} 项在途抵平，不用管`,
            `${found.figures.levelled} more are levelled by rows in flight`,
          ])}
        </p>
      )}
    </div>
  );
}
