import { Repeat2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { materialApply } from '../../apply/material-apply.paper.ts';
import { documentStatus } from '../../dictionaries.ts';
import { materialShipment } from '../material-shipment.paper.ts';
import { makeRelay, relayOffer } from './relay.calls.ts';

const shipmentAt = (id: string): string => `${menuOf(materialShipment).path}?id=${id}`;

/** A button that makes the draft of a relay. A second press opens the draft that exists. */
export function RelayButton({
  applyId,
  label,
  look,
  onMade,
}: {
  applyId: string;
  label: Label;
  /** CSS class. */ look: string;
  onMade?: () => void;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await askCall(makeRelay, { materialApplyId: applyId });
      refresh(materialShipment.name);
      refresh(materialApply.name);
      toast.good(
        made.isNew
          ? t([`已写转交草稿 ${made.shipmentNo}`, `Draft ${made.shipmentNo} of the relay is written`])
          : t([`已有转交 ${made.shipmentNo}`, `The relay ${made.shipmentNo} exists`]),
        { label: t(['看单', 'Open']), run: () => void navigate(shipmentAt(made.id)) },
      );
      onMade?.();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={look} disabled={isBusy} onClick={() => void make()}>
      {t(label)}
    </button>
  );
}

/** In the detail of a released request that lacks goods: the van that has them, and the relays that exist. */
export function RelayNote({ row }: { row: WireRow }): ReactElement | null {
  const t = useT();
  const mayRelay = useMay(materialShipment)('add');
  const isOpen = row.documentStatus === 'published' || row.documentStatus === 'partShipped';
  const { data, refetch } = useCall(
    relayOffer,
    { materialApplyId: row.id },
    { enabled: mayRelay && isOpen, quiet: true },
  );
  if (!data || (!data.van && data.open.length === 0)) return null;
  const words = (data.van?.lines ?? []).map(({ itemName, qty }) => `${itemName} ×${Number(qty)}`);
  return (
    <section className="detail-group" data-relay>
      <h3>
        <Repeat2 size={16} aria-hidden /> {t(['转交', 'Relay'])}
      </h3>
      {data.open.map((one) => (
        <p key={one.id}>
          <Link className="mono" to={shipmentAt(one.id)}>
            {one.shipmentNo}
          </Link>{' '}
          {t([`${one.vanOf}的车`, `van of ${one.vanOf}`])} <KeyPill of={documentStatus} value={one.documentStatus} />
        </p>
      ))}
      {data.van && (
        <p>
          {t([
            `${data.van.vanOf}车上有：${words.join('、')} `,
            `The van of ${data.van.vanOf} has ${words.join(', ')} `,
          ])}
          <RelayButton
            applyId={row.id}
            label={['写转交草稿', 'Draft a relay']}
            look="button"
            onMade={() => void refetch()}
          />
        </p>
      )}
    </section>
  );
}
