import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { CallAnswer, SentRow } from '#kernel/language/calls/call.ts';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { dayFromNow, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { criteria } from '../standards/match.rules.ts';
import type { pieceStandard } from '../standards/piece-standard.paper.ts';
import { type SimulationAnswer, pricesToSimulate, simulatePrices } from '../wages/wage-period.calls.ts';
import { movedBy, triedOf } from './period.rules.ts';

type Price = CallAnswer<typeof pricesToSimulate>[number];

const QUARTER_DAYS = 92;
const MAX_MONTHS = 36;
const AMOUNT = /^\d{1,8}(\.\d{1,4})?$/;
const PERCENT = /^-?\d{1,2}(\.\d{1,2})?$/;

/** Return the part of a price that a simulation needs: its values and criteria, without dates. */
const sentOf = (one: Price): SentRow<typeof pieceStandard> =>
  Object.fromEntries(
    (['pieceworkProcessId', 'standardName', 'unitPrice', 'minQty', 'tierRule', 'difficultyCoef', ...criteria] as const)
      .filter((name) => one[name] !== null && one[name] !== '' && one[name] !== undefined)
      .map((name) => [name, one[name]]),
  );

const plainPrice = (price: string): string => price.replace(/(\.\d\d)0+$/, '$1');

function usePrices(): { published: Price[]; drafts: Price[]; all: Price[] } {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', 'pieceStandard', 'prices', language],
    queryFn: ({ signal }) => askCall(pricesToSimulate, {}, { signal }),
  });
  const all = (data ?? []).filter(
    (one) => one.publishStatus === 'draft' || !one.effectiveTo || String(one.effectiveTo) >= today(),
  );
  return {
    all,
    published: all.filter((one) => one.publishStatus === 'published'),
    drafts: all.filter((one) => one.publishStatus === 'draft'),
  };
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly percent: string;
  readonly withDrafts: boolean;
}

interface MonthsProps {
  readonly asked: Asked;
  /** The number of drafts that may be included. */
  readonly drafts: number;
  readonly onChange: (part: Partial<Asked>) => void;
}

/** Return the months that may be simulated, the latest first. */
function monthsBack(): { key: string; label: string }[] {
  const [year, month] = today().split('-').map(Number);
  return Array.from({ length: MAX_MONTHS }, (_, back) => {
    const at = year * 12 + month - 1 - back;
    const key = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    return { key, label: key };
  });
}

function Months({ asked, drafts, onChange }: MonthsProps): ReactElement {
  const t = useT();
  const months = monthsBack();
  return (
    <div className="cockpit-asked">
      <div>
        {t(['从', 'From'])}
        <ChoiceBox
          label={t(['从', 'From'])}
          value={asked.from}
          items={months}
          onChange={(from) => onChange({ from })}
        />
      </div>
      <div>
        {t(['到', 'to'])}
        <ChoiceBox label={t(['到', 'To'])} value={asked.to} items={months} onChange={(to) => onChange({ to })} />
      </div>
      {drafts > 0 && (
        <label className="tick">
          <input
            type="checkbox"
            checked={asked.withDrafts}
            onChange={(event) => onChange({ withDrafts: event.target.checked })}
          />
          {t([`带上 ${drafts} 个草案`, `with ${drafts} drafts`])}
        </label>
      )}
    </div>
  );
}

/** The new price that was typed for each price, by its id. */
type Fresh = Readonly<Record<string, string>>;

interface PriceTableProps {
  readonly prices: readonly Price[];
  readonly fresh: Fresh;
  readonly onChange: (fresh: Fresh) => void;
}

function PriceTable({ prices, fresh, onChange }: PriceTableProps): ReactElement {
  const t = useT();
  return (
    <table className="cockpit-price-list">
      <thead>
        <tr>
          <th scope="col">{t(['工序', 'Process'])}</th>
          <th scope="col">{t(['适用', 'For'])}</th>
          <th scope="col">{t(['现价', 'Now'])}</th>
          <th scope="col">{t(['新价', 'New'])}</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((one) => (
          <tr key={one.id}>
            <td>{one._names?.pieceworkProcessId ?? String(one.standardName)}</td>
            <td className="quiet">
              {[
                ...criteria.filter((name) => one[name]).map((name) => one._names?.[name] ?? ''),
                ...(Array.isArray(one.tierRule) && one.tierRule.length ? [t(['阶梯价不变', 'tiers stay'])] : []),
              ].join(' · ') || t(['不限', 'any'])}
            </td>
            <td className="end">{inGroups(plainPrice(one.unitPrice))}</td>
            <td>
              <input
                className="plain-input"
                inputMode="decimal"
                aria-label={t([
                  `新价：${one._names?.pieceworkProcessId ?? ''}`,
                  `New price: ${one._names?.pieceworkProcessId ?? ''}`,
                ])}
                value={fresh[one.id] ?? ''}
                placeholder={plainPrice(one.unitPrice)}
                onChange={(event) => onChange({ ...fresh, [one.id]: event.target.value })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Choose the prices and the months of a simulation. */
export function PriceDialog({
  onClose,
  onResult,
}: {
  onClose: () => void;
  onResult: (result: SimulationAnswer) => void;
}): ReactElement {
  const t = useT();
  const { all, published, drafts } = usePrices();
  const [fresh, setFresh] = useState<Fresh>({});
  const [asked, setAsked] = useState<Asked>({
    from: dayFromNow(-QUARTER_DAYS).slice(0, 7),
    to: today().slice(0, 7),
    text: '',
    percent: '',
    withDrafts: true,
  });
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Asked>): void => setAsked({ ...asked, ...part });
  const named = (one: Price): string =>
    `${one._names?.pieceworkProcessId ?? ''} ${String(one.standardName ?? '')} ${String(one.standardNo ?? '')}`;
  const shown = published.filter((one) => named(one).includes(asked.text.trim()));
  const moveAll = (): void => {
    if (PERCENT.test(asked.percent))
      setFresh({
        ...fresh,
        ...Object.fromEntries(shown.map((one) => [one.id, movedBy(one.unitPrice, asked.percent)])),
      });
  };
  async function go(): Promise<void> {
    const typed = Object.fromEntries(Object.entries(fresh).filter(([, price]) => price.trim() !== ''));
    if (Object.values(typed).some((price) => !AMOUNT.test(price))) {
      setSaid(t(['单价须为不小于 0 的数字，最多四位小数', 'A price is a number from 0 on with at most four decimals']));
      return;
    }
    const standards = triedOf(all, typed, asked.withDrafts).map(sentOf);
    if (standards.length === 0) {
      setSaid(t(['请先改一个单价', 'Change a price first']));
      return;
    }
    setBusy(true);
    try {
      onResult(await askCall(simulatePrices, { from: asked.from, to: asked.to, standards }, { quiet: true }));
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setSaid(error.fields[0]?.msg ?? error.message);
      setBusy(false);
    }
  }
  const foot = (
    <>
      <span className="quiet">{t(['只算不改，不发布', 'Only simulated, not published'])}</span>
      <span className="spring" />
      <DialogButtons onClose={onClose} disabled={busy} onClick={() => void go()}>
        {busy ? t(['正在算…', 'Trying…']) : t(['试算', 'Try'])} <kbd>Ctrl ⏎</kbd>
      </DialogButtons>
    </>
  );
  return (
    <Dialog
      title={t(['试算价目', 'Prices to try'])}
      width={680}
      onClose={onClose}
      foot={foot}
      keys={[{ keys: 'Ctrl+Enter', label: ['试算', 'Try'], typing: true, run: () => void go() }]}
    >
      <div className="cockpit-prices">
        <Months asked={asked} drafts={drafts.length} onChange={set} />
        <div className="cockpit-asked">
          <input
            className="plain-input"
            placeholder={t(['工序、标准', 'Process, price'])}
            aria-label={t(['查找价目', 'Find a price'])}
            data-autofocus
            value={asked.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <label>
            {t(['所列调整 %', 'All listed by %'])}
            <input
              className="plain-input"
              inputMode="decimal"
              size={5}
              value={asked.percent}
              onChange={(event) => set({ percent: event.target.value })}
            />
          </label>
          <button type="button" className="button" disabled={!PERCENT.test(asked.percent)} onClick={moveAll}>
            {t(['套用', 'Apply'])}
          </button>
        </div>
        <PriceTable prices={shown} fresh={fresh} onChange={setFresh} />
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}
