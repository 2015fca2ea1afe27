import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { findPaper } from '#kernel/web/registry/papers.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionEquipment } from '../completion/completion-equipment.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { FactsSection, Value } from '#kernel/web/detail/info/facts.tsx';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import { answerWords } from './review-case.rules.ts';
import type { ReviewCheck, ReviewCase, ReviewReason } from './review.calls.ts';
import { ReviewPhotos } from './photos.view.tsx';

/** The reasons to doubt a visit, each with its figures on one line. */
export function ReviewReasons({ reasons }: { reasons: readonly ReviewReason[] }): ReactElement {
  const t = useT();
  return (
    <section className="look-part">
      <h2>
        {t(['疑点', 'Issues'])} <small>{reasons.length}</small>
      </h2>
      {reasons.length === 0 && (
        <p className="quiet">
          {t(['照片、检查项、用时、里程、收款都相符', 'Photos, checks, time, mileage and money agree'])}
        </p>
      )}
      <ul className="look-reasons">
        {reasons.map((one, at) => (
          <li key={`${one.code} ${at}`} data-grave={one.grave === true}>
            <TriangleAlert size={15} aria-hidden />
            <b>{t(one.label)}</b>
            <span>{t(one.detail)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const marks: Readonly<
  Record<ReviewCheck['state'], { readonly tone: string; readonly words: readonly [string, string] }>
> = {
  good: { tone: 'green', words: ['正常', 'Good'] },
  off: { tone: 'red', words: ['异常', 'Off'] },
  missing: { tone: 'amber', words: ['未填', 'Missing'] },
  open: { tone: 'grey', words: ['选填', 'Optional'] },
};

function Checks({ checks }: { checks: readonly ReviewCheck[] }): ReactElement | null {
  const t = useT();
  if (checks.length === 0) return null;
  return (
    <section className="look-part">
      <h2>
        {t(['检查项', 'Check list'])} <small>{checks.length}</small>
      </h2>
      <table className="look-table">
        <tbody>
          {checks.map((one) => (
            <tr key={one.key}>
              <td>
                {one.label}
                {one.note && <small className="quiet"> {one.note}</small>}
              </td>
              <td className="quiet">{one.limits && `${one.limits} ${one.unit}`}</td>
              <td className="end">
                {t(answerWords(one.value))} {one.value && !one.limits ? one.unit : ''}
              </td>
              <td>
                <span className={`pill ${marks[one.state].tone}`}>{t(marks[one.state].words)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Machines({
  machines,
  supplies,
}: {
  machines: readonly AnyAnsweredRow[];
  supplies: readonly AnyAnsweredRow[];
}): ReactElement {
  const t = useT();
  return (
    <>
      {machines.length > 0 && (
        <section className="look-part">
          <h2>{t(completionEquipment.title)}</h2>
          <table className="look-table">
            <tbody>
              {machines.map((row) => (
                <tr key={row.id}>
                  <td>
                    {String(row.equipmentName)} <small className="mono">{String(row.serialNo ?? '')}</small>
                  </td>
                  <td>{row._names?.processId ?? ''}</td>
                  <td className="end">
                    <Value of={completionEquipment} row={row} name="qty" />
                  </td>
                  <td>
                    <Value of={completionEquipment} row={row} name="equipmentStatus" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {supplies.length > 0 && (
        <section className="look-part">
          <h2>{t(completionSupply.title)}</h2>
          <table className="look-table">
            <tbody>
              {supplies.map((row) => (
                <tr key={row.id}>
                  <td>{String(row.itemName)}</td>
                  <td>
                    <Value of={completionSupply} row={row} name="payer" />
                  </td>
                  <td className="end">
                    <Value of={completionSupply} row={row} name="qty" /> ×{' '}
                    <Value of={completionSupply} row={row} name="unitPrice" />
                  </td>
                  <td className="end">
                    <Value of={completionSupply} row={row} name="amount" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Money({
  done,
  charges,
  collects,
}: {
  done: AnyAnsweredRow;
  charges: readonly AnyAnsweredRow[];
  collects: readonly AnyAnsweredRow[];
}): ReactElement {
  const t = useT();
  // A room above defines this paper, so it is looked up by name.
  const collection = findPaper('collection');
  return (
    <section className="look-part">
      <h2>{t(['费用与收款', 'Fees and payment'])}</h2>
      <FactsSection
        of={completion}
        row={done}
        names={[
          'weibao',
          'coverFees',
          'coverExplain',
          'laborFee',
          'materialFee',
          'mileageFee',
          'otherFee',
          'discountAmount',
          'receivableAmount',
          'practicalAmount',
          'unpaidAmount',
          ...(Number(done.unpaidAmount ?? 0) > 0 ? ['unpaidReason' as const] : []),
        ]}
      />
      {charges.length > 0 && (
        <table className="look-table">
          <tbody>
            {charges.map((row) => (
              <tr key={row.id}>
                <td>
                  <Value of={completionCharge} row={row} name="chargeType" />
                </td>
                <td>{String(row.reason)}</td>
                <td>
                  <Value of={completionCharge} row={row} name="payer" />
                </td>
                <td>
                  <Value of={completionCharge} row={row} name="photos" />
                </td>
                <td className="end">
                  <Value of={completionCharge} row={row} name="amount" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {collection && collects.length > 0 && (
        <table className="look-table">
          <tbody>
            {collects.map((row) => (
              <tr key={row.id}>
                <td>
                  <Value of={collection} row={row} name="collectType" />
                </td>
                <td>{row._names?.paymentTypeId ?? ''}</td>
                <td className="end">
                  <Value of={collection} row={row} name="amount" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The left half of the review: requirement, photos, work, check list, machines and parts. */
export function ReviewWork({ look }: { look: ReviewCase }): ReactElement {
  const t = useT();
  const { completion: done, order } = look;
  return (
    <>
      {order && (
        <section className="look-part">
          <h2>{t(['要求', 'Requested'])}</h2>
          <p>{String(order.content ?? '')}</p>
          <FactsSection
            of={registration}
            row={order}
            names={['receiptsType', 'repairType', 'faultCategory', 'stdMinutes', 'promiseFrom', 'promiseTo']}
          />
        </section>
      )}
      <ReviewPhotos classes={look.classes} />
      {done && (
        <section className="look-part">
          <h2>{t(['处理', 'Work done'])}</h2>
          <p>{String(done.maintenanceContent ?? '')}</p>
          <FactsSection
            of={completion}
            row={done}
            names={['visitResult', 'faultCategory', 'faultCause', 'serviceMeasure', 'advice']}
          />
        </section>
      )}
      {!done && look.visit.resultNote ? (
        <section className="look-part">
          <h2>{t(['处理', 'Work done'])}</h2>
          <p>{String(look.visit.resultNote)}</p>
        </section>
      ) : null}
      <Checks checks={look.checks} />
      <Machines machines={look.machines} supplies={look.supplies} />
    </>
  );
}

/** The right half of the review: doubts, times, money, mileage, acceptance, crew and other visits. */
export function Figures({ look, reasons }: { look: ReviewCase; reasons: readonly ReviewReason[] }): ReactElement {
  const t = useT();
  const { completion: done } = look;
  return (
    <>
      <ReviewReasons reasons={reasons} />
      <section className="look-part">
        <h2>{t(['时间', 'Times'])}</h2>
        <FactsSection
          of={visit}
          row={look.visit}
          names={[
            'planStart',
            'appointFrom',
            'appointTo',
            'arriveTime',
            'arriveDistance',
            'finishTime',
            'travelMinutes',
            'workMinutes',
            'pauseMinutes',
          ]}
        />
      </section>
      {done && <Money done={done} charges={look.charges} collects={look.collects} />}
      {done?.mileageKm ? (
        <section className="look-part">
          <h2>{t(['里程', 'Mileage'])}</h2>
          <FactsSection
            of={completion}
            row={done}
            names={['mileageKm', 'mileageSystemKm', 'mileageStatus', 'mileageExplain']}
          />
        </section>
      ) : null}
      {done && (
        <section className="look-part">
          <h2>{t(['验收', 'Acceptance'])}</h2>
          <FactsSection of={completion} row={done} names={['signName', 'signRefused', 'finishCodeTime']} />
          {done.refusedProof && !done.signFile ? (
            <img
              className="look-sign"
              src={String(done.refusedProof)}
              alt={t(['拒签佐证', 'Proof that it was refused'])}
            />
          ) : null}
          {done.signFile ? (
            <img className="look-sign" src={String(done.signFile)} alt={t(['客户签名', 'Signature'])} />
          ) : null}
        </section>
      )}
      {look.crew.length > 0 && (
        <section className="look-part">
          <h2>{t(crewMember.title)}</h2>
          <table className="look-table">
            <tbody>
              {look.crew.map((row) => (
                <tr key={row.id}>
                  <td>{String(row.technicianName || row._names?.technicianId || '')}</td>
                  <td>
                    <Value of={crewMember} row={row} name="crewRole" />
                  </td>
                  <td className="end">
                    <Value of={crewMember} row={row} name="shareRatio" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {look.earlier.length > 0 && (
        <section className="look-part">
          <h2>{t(['另外几次上门', 'Other visits'])}</h2>
          <table className="look-table">
            <tbody>
              {look.earlier.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/maintenance/dispatchlist?id=${row.id}`} className="mono">
                      {String(row.taskNo)}
                    </Link>
                  </td>
                  <td>{row._names?.technicianId ?? ''}</td>
                  <td>
                    <Value of={visit} row={row} name="visitResult" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
