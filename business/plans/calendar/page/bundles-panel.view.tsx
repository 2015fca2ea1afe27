import { FilePlus2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { schemeName } from '#business/contracts/dictionaries.ts';
import type { planBundles } from '../plan-calendar.calls.ts';

export type Bundles = CallAnswer<typeof planBundles>;
export type TripBundle = Bundles[number];

/** Return the key of a trip: its estate, team and day. */
export const bundleKey = ({ premisesId, team, day }: TripBundle): string => `${premisesId} ${team} ${day}`;
/** Return the planned visits of trips. */
export const idsOfTrips = (bundles: readonly TripBundle[]): string[] =>
  bundles.flatMap(({ homes }) => homes.flatMap(({ ids }) => ids));
const homesOf = (bundles: readonly TripBundle[]): number => bundles.reduce((sum, { homes }) => sum + homes.length, 0);

interface Shown {
  readonly bundles: Bundles | undefined;
  readonly ticked: ReadonlySet<string>;
  readonly tick: (key: string) => void;
  readonly mayRegister: boolean;
  readonly busy: boolean;
  readonly register: () => void;
}

/** Trips that serve several homes of an estate on one day, ticked ones to be registered in one act. */
export function BundlesPanel({ bundles, ticked, tick, mayRegister, busy, register }: Shown): ReactElement {
  const t = useT();
  const chosen = bundles?.filter((one) => ticked.has(bundleKey(one))) ?? [];
  const [visits, orders] = [idsOfTrips(chosen).length, homesOf(chosen)];
  return (
    <section className="plan-trips">
      <header>
        <h2>{t(['顺路合并', 'Trips together'])}</h2>
        <span className="quiet">
          {t(['同楼盘、窗口都含那一天，每趟不超过 6 户', 'one estate and day, at most 6 homes'])}
        </span>
        <span className="spring" />
        {bundles && (
          <b>
            {t([
              `${idsOfTrips(bundles).length} 次，${homesOf(bundles)} 户`,
              `${idsOfTrips(bundles).length} visits, ${homesOf(bundles)} homes`,
            ])}
          </b>
        )}
      </header>
      <div className="plan-trip-list">
        {bundles === undefined && <i className="skeleton" style={{ width: '60%' }} />}
        {bundles?.length === 0 && (
          <p className="quiet">
            {t(['近期没有两户能同一天去的楼盘', 'No estate has two homes that can be served on one day soon'])}
          </p>
        )}
        {bundles?.map((bundle) => {
          const key = bundleKey(bundle);
          return (
            <div key={key} className="plan-trip">
              <label>
                <input type="checkbox" checked={ticked.has(key)} onChange={() => tick(key)} />
                <b>{bundle.premises}</b>
                <span className="quiet">
                  {t([
                    `${bundle.homes.length} 户 ${idsOfTrips([bundle]).length} 次 → ${bundle.homes.length} 单`,
                    `${bundle.homes.length} homes, ${idsOfTrips([bundle]).length} visits → ${bundle.homes.length} orders`,
                  ])}
                </span>
                <span className="spring" />
                <span className="quiet">{t([`${bundle.minutes} 分`, `${bundle.minutes} min`])}</span>
                <span>{bundle.day.slice(5)}</span>
              </label>
              {bundle.homes.map((home) => (
                <p key={home.registerMainId}>
                  <span>{home.customerName}</span>
                  <span className="quiet">{home.address}</span>
                  <span>
                    {home.content || home.schemes.map((name) => <KeyWord key={name} of={schemeName} value={name} />)}
                  </span>
                  <span className="quiet">
                    {shortMoment(home.from)}–{shortMoment(home.to)}
                  </span>
                  <span>{t([`${home.minutes} 分`, `${home.minutes} min`])}</span>
                </p>
              ))}
            </div>
          );
        })}
      </div>
      {mayRegister && (
        <footer>
          <button type="button" className="button strong" disabled={visits === 0 || busy} onClick={register}>
            <FilePlus2 size={15} aria-hidden />{' '}
            {t([`登记 ${visits} 次为 ${orders} 单`, `Register ${visits} visits as ${orders} orders`])} <kbd>Enter</kbd>
          </button>
          <span className="quiet">
            {t([`每户一单，少 ${visits - orders} 单`, `one order a home, ${visits - orders} fewer`])}
          </span>
        </footer>
      )}
    </section>
  );
}
