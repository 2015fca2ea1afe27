import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { counterPapers, counterRecords } from './scan.calls.ts';
import { readDraft } from './scan-draft.view.tsx';
import type { ScanVerdict } from './rules/verdict.rules.ts';
import { ScanCamera, ScanField } from './scan-field.view.tsx';
import { useTones } from './use-tones.view.tsx';
import { VerdictBand } from './verdict-band.view.tsx';

type Waiting = CallAnswer<typeof counterPapers>[number];

const NOTHING = ['', ''] as const;

/** Return the verdict on a code that opens no paper. */
function notOpened(code: string, found: readonly Waiting[]): ScanVerdict {
  const [one] = found;
  const state = one?._names?.documentStatus ?? '';
  return {
    tone: one ? 'short' : 'wrong',
    head: one
      ? [`${one.shipmentNo} ${state}，不能移交`, `${one.shipmentNo} cannot be handed over: ${state}`]
      : ['没有待移交的单', 'Nothing waits to be handed over'],
    text: one ? NOTHING : [code, code],
    next: ['扫发料单、领料单或工牌', 'Scan a shipment, a request or a badge'],
  };
}

/** Shipments that a code opens, or the address `to` of another record; else the verdict on the code. */
interface Opened {
  readonly ids: readonly string[];
  readonly to: string | null;
  readonly verdict: ScanVerdict;
}

/** Return what a code opens, or the verdict on a code that opens nothing. */
export async function papersFor(code: string): Promise<Opened> {
  try {
    const found = await askCall(counterPapers, { code }, { quiet: true });
    const ids = found.filter((one) => one.documentStatus === 'approved').map((one) => one.id);
    const [record] = found.length ? [] : await askCall(counterRecords, { code }, { quiet: true });
    return { ids, to: record?.to ?? null, verdict: notOpened(code, found) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const verdict: ScanVerdict = { tone: 'wrong', head: [error.message, error.message], text: NOTHING, next: NOTHING };
    return { ids: [], to: null, verdict };
  }
}

function Row({ of, isHere, onOpen }: { of: Waiting; isHere: boolean; onOpen: () => void }): ReactElement {
  const t = useT();
  const scans = readDraft(of.id).state.log.filter((one) => one.before !== null).length;
  return (
    <tr data-paper={of.id} aria-current={isHere || undefined} onClick={onOpen}>
      <td>
        <button type="button" className="link mono" onClick={onOpen}>
          {of.shipmentNo}
        </button>
      </td>
      <td>{of._names?.technicianId}</td>
      <td className="mono quiet">{of.applyNos}</td>
      <td className="end">{quantityText(String(of.totalQty ?? '0'))}</td>
      <td>{of._names?.shipWay ?? t(['自提', 'Pick-up'])}</td>
      <td className="quiet">{of.approvalTime ? shortMoment(of.approvalTime) : ''}</td>
      <td>{scans > 0 && <span className="pill blue">{t([`扫了 ${scans} 次`, `${scans} scans`])}</span>}</td>
    </tr>
  );
}

/** The page without a paper: the field waits for one, and below it is what waits at the counter. */
export function CounterPapers({
  start,
  onOpen,
}: {
  start: ScanVerdict;
  onOpen: (ids: readonly string[]) => void;
}): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const navigate = useNavigate();
  const { data: papers = [], isLoading } = useCall(counterPapers, {});
  const [verdict, setVerdict] = useState(start);
  const tones = useTones();
  const open = async (code: string): Promise<void> => {
    const found = await papersFor(code);
    tones.play(found.ids.length || found.to ? 'good' : 'wrong');
    if (found.ids.length) onOpen(found.ids);
    else if (found.to) void navigate(found.to);
    else setVerdict(found.verdict);
  };
  const [at, setAt] = useState(0);
  const step = (by: number) => () => setAt((now) => Math.max(0, Math.min(papers.length - 1, now + by)));
  useKeys([
    { keys: 'ArrowDown', label: ['下一张单', 'Next document'], typing: true, run: step(1) },
    { keys: 'ArrowUp', label: ['上一张单', 'Document before'], typing: true, run: step(-1) },
    {
      keys: 'F2 Enter',
      label: ['打开这张单', 'Open this document'],
      typing: true,
      run: () => papers[at] && onOpen([papers[at].id]),
    },
  ]);
  const label = t(['扫发料单、领料单或工牌', 'Scan a shipment, a request or a badge']);
  return (
    <div className="scan-page" data-start="true">
      <header className="page-head">
        <h1>{t(['扫码移交', 'Hand over by scanning'])}</h1>
        <span className="quiet">{t([`${papers.length} 张待移交`, `${papers.length} wait`])}</span>
        <span className="spring" />
        {tones.element}
      </header>
      <div className="scan-top">
        {isPhone && <ScanCamera onScan={(text) => void open(text)} label={label} />}
        <ScanField label={label} isFocused={!isPhone} onScan={(text) => void open(text)} />
        <VerdictBand verdict={verdict} />
      </div>
      <div
        className="scan-lines"
        tabIndex={0}
        role="region"
        aria-label={t(['待移交的单', 'Documents that wait'])}
        aria-busy={isLoading}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t(['发料单', 'Shipment'])}</th>
              <th scope="col">{t(['领料人', 'Technician'])}</th>
              <th scope="col">{t(['领料单', 'Requests'])}</th>
              <th scope="col" className="end">
                {t(['数量', 'Quantity'])}
              </th>
              <th scope="col">{t(['交付', 'Delivery'])}</th>
              <th scope="col">{t(['审批于', 'Approved'])}</th>
              <th scope="col">{t(['进度', 'Progress'])}</th>
            </tr>
          </thead>
          <tbody>
            {papers.map((one, index) => (
              <Row key={one.id} of={one} isHere={index === at} onOpen={() => onOpen([one.id])} />
            ))}
          </tbody>
        </table>
        {!isLoading && papers.length === 0 && (
          <p className="table-empty">
            <b>{t(['没有待移交的单', 'Nothing waits to be handed over'])}</b>
          </p>
        )}
      </div>
    </div>
  );
}
