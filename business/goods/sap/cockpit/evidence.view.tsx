import type { ReactElement } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { Label } from '#kernel/language/label.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { sapStatus } from '../../dictionaries.ts';
import { type OwnMove, evidenceCall } from '../sap-flow.calls.ts';
import { type EvidencePair, paired } from '../comparing/evidence.rules.ts';
import type { ShownDifference } from './cockpit.calls.ts';
import { NEXT_HINTS, signedQuantity } from './shown.rules.ts';

const SHOWN = 8;

/** The state of our row for SAP in words. */
function flowWords({ flow }: OwnMove): Label {
  if (!flow) return ['不推送', 'not sent'];
  if (flow.state === 'nightly') return ['夜里合并推送', 'summed up and sent at night'];
  const [zh, en] = sapStatus.items[flow.state as keyof typeof sapStatus.items];
  return flow.tries ? [`${zh}，试了 ${flow.tries} 次`, `${en}, ${flow.tries} tries`] : [zh, en];
}

function Pair({ pair: { day, ours, sap } }: { pair: EvidencePair }): ReactElement {
  const t = useT();
  const isOpen = ours?.flow !== null && ours?.flow?.state !== 'pushed';
  return (
    <tr>
      <td>{shortMoment(ours?.at ?? day)}</td>
      <td className="mono">{ours?.billNo || ours?.no}</td>
      <td>
        {ours && (
          <>
            {t(ours.kind)} {ours.who} <b>{signedQuantity(ours.qty)}</b>{' '}
            <span className={isOpen && ours.flow?.state === 'failed' ? 'sapc-red' : 'quiet'}>{t(flowWords(ours))}</span>
          </>
        )}
      </td>
      <td className={sap ? 'sapc-green' : 'quiet'}>
        {sap ? (
          <>
            <span className="mono">{sap.docNum}</span> <b>{signedQuantity(sap.qty)}</b>
          </>
        ) : (
          t(['没有', 'none'])
        )}
      </td>
    </tr>
  );
}

/** The last equal night, and the movements of both sides since then beside each other. */
export function Evidence({ row }: { row: ShownDifference }): ReactElement {
  const t = useT();
  const { data, error } = useCall(evidenceCall, { whsCode: row.whsCode, itemCode: row.itemCode }, { quiet: true });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <i className="skeleton" style={{ width: 240 }} />;
  const pairs = paired(data.ours, data.sap);
  const qty = data.equalQty === null ? '' : quantityText(data.equalQty);
  return (
    <div className="sapc-proof">
      <div>
        <h3>
          {data.since
            ? t([
                `最后一次一致 ${data.since.slice(5)}${qty && `，两边都是 ${qty}`}`,
                `Equal for the last time on ${shortMoment(data.since, 'en')}${qty && `, ${qty} on both sides`}`,
              ])
            : t(['从未一致过', 'Never equal so far'])}
        </h3>
        <p>{t(row.sentence)}</p>
        {row.next && <p className="sapc-green">{t(NEXT_HINTS[row.next.kind])}</p>}
        {!data.answers && (
          <p className="sapc-amber">
            {t(['SAP 没有应答，缺它的流水', 'SAP does not answer: its movements are missing'])}
          </p>
        )}
      </div>
      {pairs.length === 0 ? (
        <p className="quiet">{t(['之后两边都没有流水', 'Nothing moved on either side since then'])}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t(['何时', 'When'])}</th>
              <th>{t(['单据', 'Document'])}</th>
              <th>{t(['我方记', 'Ours'])}</th>
              <th>{t(['SAP 记', 'SAP'])}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.slice(-SHOWN).map((pair, at) => (
              <Pair key={`${pair.day} ${at}`} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
