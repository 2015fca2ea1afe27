import { useState } from 'react';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { mayDo } from '#kernel/web/registry/rows.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type ActionRunner, useActing } from '#kernel/web/actions/actions.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';
import { sapFlow } from '../sap-flow.paper.ts';
import type { ShownDifference, ComparisonResult, DifferenceStep } from './cockpit.calls.ts';
import { byWarehouse, differenceKey } from './shown.rules.ts';

/** Actions of the page on rows of the queue and on shipments. */
export interface Steps {
  readonly may: (kind: DifferenceStep['kind']) => boolean;
  readonly take: (next: DifferenceStep) => void;
  readonly retry: (ids: readonly string[]) => void;
  readonly skip: (ids: readonly string[]) => void;
  readonly mayRetry: boolean;
  readonly maySkip: boolean;
  readonly runners: readonly ActionRunner[];
}

/** Return the actions of the page. `onDone` reads it again; changed rows of the queue are read again by themselves. */
export function useDifferenceSteps(onDone: () => void): Steps {
  const t = useT();
  const flows = useActing(sapFlow);
  const shipments = useActing(materialShipment, onDone);
  const [mayFlow, mayShip] = [useMay(sapFlow), useMay(materialShipment)];
  const run = (of: AnyPaper, runner: ActionRunner, verb: string, ids: readonly string[]): void => {
    const action = of.lifecycle?.actions[verb];
    if (!action || !ids.length) return;
    void Promise.all(ids.map((id) => fetchRow(of, id)))
      .then((rows) => {
        const able = rows.filter((row) => mayDo(row, verb));
        if (able.length) runner.run([verb, action], able);
        else toast.bad(t(['现在不能办理', 'Not possible now']));
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
  };
  const retry = (ids: readonly string[]): void => run(sapFlow, flows, 'retry', ids);
  return {
    may: (kind) => (kind === 'retry' ? mayFlow('retry') : kind !== 'push' || mayShip('sendOutPush')),
    take: ({ kind, ids }) => (kind === 'retry' ? retry(ids) : run(materialShipment, shipments, 'sendOutPush', ids)),
    retry,
    skip: (ids) => run(sapFlow, flows, 'skip', ids),
    mayRetry: mayFlow('retry'),
    maySkip: mayFlow('skip'),
    runners: [flows, shipments],
  };
}

/** The cursor, the selection and what is unfolded. */
export interface RowCursor {
  readonly here: ShownDifference | undefined;
  readonly open: string | null;
  readonly chosen: ReadonlySet<string>;
  readonly selected: readonly ShownDifference[];
  readonly adoptable: readonly ShownDifference[];
  readonly isLevelledShown: boolean;
  readonly go: (key: string) => void;
  readonly toggle: (row: ShownDifference) => void;
  readonly toggleAll: () => void;
  readonly toggleOpen: (row: ShownDifference) => void;
  readonly toggleLevelled: () => void;
  readonly clear: () => void;
}

const flip = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((one) => one !== key)) : new Set([...set, key]);

/** Return the cursor and the selection over what was found. */
export function useHand(found: ComparisonResult | undefined): RowCursor {
  const [key, go] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isLevelledShown, showLevelled] = useState(false);
  const differing = found ? byWarehouse(found).flatMap((one) => one.rows) : [];
  const rows = [...differing, ...(isLevelledShown && found ? found.levelled : [])];
  const here = rows.find((row) => differenceKey(row) === key) ?? rows[0];
  const adoptable = differing.filter((row) => row.adopt === 'yes');
  const selected = adoptable.filter((row) => chosen.has(differenceKey(row)));
  const step = (by: number) => () => {
    const at = here ? rows.indexOf(here) : -1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    go(differenceKey(next));
    document.querySelector(`[data-row="${CSS.escape(differenceKey(next))}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const toggle = (row: ShownDifference): void => {
    if (row.adopt === 'yes') setChosen((now) => flip(now, differenceKey(row)));
  };
  const openAt = (row: ShownDifference | undefined): void => setOpen(row ? differenceKey(row) : null);
  useKeys([
    { keys: 'ArrowDown', label: ['下一行', 'Next row'], silent: true, run: step(1) },
    { keys: 'ArrowUp', label: ['上一行', 'Row before'], silent: true, run: step(-1) },
    { keys: 'ArrowRight', label: ['看依据', 'Show the evidence'], run: () => openAt(here) },
    { keys: 'ArrowLeft', label: ['收起依据', 'Hide the evidence'], run: () => openAt(undefined) },
    { keys: 'Space', label: ['选中', 'Select'], run: () => here && toggle(here) },
  ]);
  return {
    ...{ here, open, chosen, selected, adoptable, isLevelledShown, go, toggle },
    toggleAll: () =>
      setChosen(selected.length === adoptable.length ? new Set() : new Set(adoptable.map(differenceKey))),
    toggleOpen: (row) => setOpen((now) => (now === differenceKey(row) ? null : differenceKey(row))),
    toggleLevelled: () => showLevelled((now) => !now),
    clear: () => setChosen(new Set()),
  };
}
