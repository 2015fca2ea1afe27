import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { stepsOf } from '#kernel/language/exact.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { ShownDifference } from './cockpit.calls.ts';
import { Evidence } from './evidence.view.tsx';
import { GUESS_WORDS } from '../comparing/guess-words.rules.ts';
import {
  NEXT_WORDS,
  NOT_ADOPTABLE,
  differenceKey,
  plainQuantity,
  signedQuantity,
  signedAmount,
} from './shown.rules.ts';
import type { RowCursor, Steps } from './use-cockpit.view.tsx';

/** The one step that helps: an action here, or a link to the page that helps. */
export function NextStepOf({ row, steps }: { row: ShownDifference; steps: Steps }): ReactElement | null {
  const t = useT();
  const { next } = row;
  if (!next) return null;
  const words = t(NEXT_WORDS[next.kind]);
  if (next.to)
    return (
      <Link className="sapc-next" to={next.to}>
        {words}
      </Link>
    );
  if (!steps.may(next.kind)) return <span className="quiet">{words}</span>;
  return (
    <button type="button" className="link sapc-next" onClick={() => steps.take(next)}>
      {words}
    </button>
  );
}

/** The likely cause as a chip, and its sentence. */
export function Guess({ row }: { row: ShownDifference }): ReactElement {
  const t = useT();
  return (
    <span className="sapc-guess" title={t(row.sentence)}>
      <b data-guess={row.guess}>{t(GUESS_WORDS[row.guess])}</b> {t(row.sentence)}
    </span>
  );
}

export const isZeroQuantity = (qty: string): boolean => stepsOf(qty, QTY) === 0n;

interface RowProps {
  readonly row: ShownDifference;
  readonly hand: RowCursor;
  readonly steps: Steps;
  readonly hasAmounts: boolean;
}

/** The cells with quantities. */
export function Quantities({ row, hasAmounts }: Pick<RowProps, 'row' | 'hasAmounts'>): ReactElement {
  const t = useT();
  return (
    <>
      <td className="end">{plainQuantity(row.ours)}</td>
      <td className="end">
        {row.isInSap ? plainQuantity(row.sap) : <span className="quiet">{t(['无', 'none'])}</span>}
      </td>
      <td className="end">
        {isZeroQuantity(row.inFlight) ? <span className="quiet">—</span> : signedQuantity(row.inFlight)}
      </td>
      <td className="end">
        <b className="sapc-delta" data-less={row.delta.startsWith('-') || undefined}>
          {signedQuantity(row.delta)}
        </b>
      </td>
      {hasAmounts && <td className="end">{row.amount === undefined ? '' : signedAmount(row.amount)}</td>}
    </>
  );
}

function Tick({ row, hand }: Pick<RowProps, 'row' | 'hand'>): ReactElement {
  const t = useT();
  const why = row.adopt === 'yes' ? '' : t(NOT_ADOPTABLE[row.adopt]);
  return (
    <span className="tick" title={why || undefined}>
      <input
        type="checkbox"
        aria-label={`${t(['选中', 'Select'])} ${row.itemName || row.itemCode}${why && ` · ${why}`}`}
        disabled={row.adopt !== 'yes'}
        checked={hand.chosen.has(differenceKey(row)) && row.adopt === 'yes'}
        onFocus={() => hand.go(differenceKey(row))}
        onChange={() => hand.toggle(row)}
      />
    </span>
  );
}

/** A difference: its quantities, the likely cause, and the next step; below it the evidence. */
export function DifferenceRow({
  row,
  hand,
  steps,
  hasAmounts,
  mayAdopt,
}: RowProps & { readonly mayAdopt: boolean }): ReactElement {
  const t = useT();
  const key = differenceKey(row);
  const isOpen = hand.open === key;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <tr
        data-row={key}
        data-chosen={hand.chosen.has(key) || undefined}
        aria-current={(hand.here && differenceKey(hand.here) === key) || undefined}
        onClick={() => hand.go(key)}
      >
        <td className="sapc-tick">{mayAdopt && <Tick row={row} hand={hand} />}</td>
        <td className="sapc-item">
          <button
            type="button"
            aria-expanded={isOpen}
            title={t(['依据', 'Evidence'])}
            onClick={() => hand.toggleOpen(row)}
          >
            <Chevron size={14} aria-hidden />
            {row.itemName || t(['不认识的料号', 'Unknown material'])} <span className="mono quiet">{row.itemCode}</span>
          </button>
        </td>
        <Quantities row={row} hasAmounts={hasAmounts} />
        <td className="sapc-why">
          <span>
            <Guess row={row} />
            <NextStepOf row={row} steps={steps} />
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr className="sapc-evidence">
          <td />
          <td colSpan={hasAmounts ? 7 : 6}>
            <Evidence row={row} />
          </td>
        </tr>
      )}
    </>
  );
}
