import { PackageCheck, ScanBarcode, Store, Truck } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { minuteWords } from '#kernel/language/days.ts';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { RECEIVE_STEP } from './goods-steps.rules.ts';
import { toReceive } from './goods-steps.rules.ts';
import type { ComingGoods, OwnGoods } from './own-goods.calls.ts';
import { firstCounts, countedPieces } from './receiving.rules.ts';
import { ReceiveSheet } from './receive-sheet.view.tsx';

/** Are the goods under way, so that their receiver confirms them? Those at the counter are received by the hand-over. */
const isUnderWay = (of: ComingGoods): boolean => of.state === 'transmitted';

const receive = (shipments: readonly ComingGoods[]): void =>
  openSheet((close) => <ReceiveSheet shipments={shipments} onClose={close} />);

function titleOf({ lines, ...of }: ComingGoods): Label {
  const n = lines.length;
  if (!isUnderWay({ lines, ...of })) return [`柜台自提 ${n} 行`, `At the counter: ${counted(n, 'line')}`];
  const first = lines[0]?.itemName ?? '';
  return n > 1 ? [`${first}等 ${n} 行`, `${first} and ${n - 1} more`] : [first, first];
}

/** The state of goods: at the counter, to be received, or received on this phone only. */
function StateMark({ of, isSaved }: { of: ComingGoods; isSaved: boolean }): ReactElement {
  const t = useT();
  if (!isUnderWay(of)) return <span className="pill blue">{t(['可以领取', 'Ready'])}</span>;
  return isSaved ? (
    <span className="pill amber">{t(['签收待发送', 'To be sent'])}</span>
  ) : (
    <span className="pill violet">{t(['待你签收', 'To receive'])}</span>
  );
}

/** One shipment; goods under way open the receipt. */
function Row({ of, isSaved }: { of: ComingGoods; isSaved: boolean }): ReactElement {
  const t = useT();
  const { arrived, all } = countedPieces([of], firstCounts([of]));
  const Icon = isUnderWay(of) ? Truck : Store;
  const facts = [of.shipmentNo, of.carrier, of.trackingNo, of.since && t(minuteWords(of.since))];
  return (
    <li className="day-line-row goods-row">
      <button type="button" className="day-open" disabled={!isUnderWay(of)} onClick={() => receive([of])}>
        <Icon size={22} aria-hidden />
        <span>
          <b>{t(titleOf(of))}</b>
          <small>{facts.filter(Boolean).join(' · ')}</small>
        </span>
      </button>
      <span className="end">
        {isUnderWay(of) && <b>{t([`收 ${arrived} / ${all}`, `${arrived} of ${all}`])}</b>}
        <StateMark of={of} isSaved={isSaved} />
      </span>
    </li>
  );
}

/** Shipments that wait at the counter or are under way. */
export function ComingSection({ id, goods }: { id: string; goods: OwnGoods }): ReactElement {
  const t = useT();
  const steps = useOutbox((state) => state.steps);
  const saved = new Set(
    steps.filter((step) => step.name === RECEIVE_STEP && step.state === 'waiting').map((step) => String(step.body.id)),
  );
  const open = toReceive(goods);
  const shown = goods.coming.filter((one) => open.includes(one) || saved.has(one.id));
  const underWay = open.filter(isUnderWay);
  return (
    <section id={id} className="goods-section">
      <h2 className="day-caption">
        <span>{t(['待收', 'To receive'])}</span>
      </h2>
      <div className="day-card">
        {shown.length === 0 && (
          <p className="goods-none">
            <PackageCheck size={20} aria-hidden /> {t(['没有待收的物料', 'Nothing to receive'])}
          </p>
        )}
        <ul className="day-rows">
          {shown.map((one) => (
            <Row key={one.id} of={one} isSaved={saved.has(one.id)} />
          ))}
        </ul>
        {underWay.length > 0 && (
          <p className="goods-act">
            <button type="button" className="day-button strong big" onClick={() => receive(underWay)}>
              <ScanBarcode size={22} aria-hidden />
              {t(['扫码签收', 'Scan to receive'])}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}
