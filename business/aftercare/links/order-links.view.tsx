import { Copy, Link2Off } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT, words } from '#kernel/web/i18n/words.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { makeLink, readLinks, revokeLinks } from './links.calls.ts';

/** The links for the customer of an order: whether the newest was opened, a fresh one, and their revocation. */
export default function CustomerLinks({ orderId }: { readonly orderId: string }): ReactElement | null {
  const t = useT();
  const may = useMay(registration)('submit');
  const { data, refetch } = useCall(readLinks, { id: orderId }, { of: 'row', quiet: true });
  const [busy, setBusy] = useState(false);
  if (!data || (data.links.length === 0 && (!data.hasAddress || !may))) return null;
  const living = data.links.filter((one) => one.isLiving);
  const newest = living[0] ?? data.links[0];
  const opened = living.map((one) => one.seen ?? '').reduce((one, other) => (one > other ? one : other), '');
  const run = (work: () => Promise<unknown>): void => {
    if (busy) return;
    setBusy(true);
    void work()
      .then(() => refetch())
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const copy = async (): Promise<void> => {
    const { address } = await askCall(makeLink, { id: orderId });
    await navigator.clipboard.writeText(address);
    toast.good(words(['已复制，可以发给客户', 'Copied: send it to the customer']));
  };
  return (
    <section
      style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 12px', marginBottom: 12 }}
      aria-label={t(['客户链接', 'Link for the customer'])}
    >
      <strong>{t(['客户链接', 'Link for the customer'])}</strong>
      <span className="quiet">
        {newest === undefined
          ? t(['还没有发过', 'none yet'])
          : living.length === 0
            ? t(['都已作废或到期', 'all revoked or ended'])
            : t([`${shortMoment(newest.created)} 发出`, `made ${shortMoment(newest.created)}`])}
        {living.length > 0 &&
          ` · ${t(opened ? [`${shortMoment(opened)} 打开过`, `opened ${shortMoment(opened)}`] : ['还没有打开', 'not opened yet'])}`}
      </span>
      {may && data.hasAddress && (
        <button type="button" className="button plain" disabled={busy} onClick={() => run(copy)}>
          <Copy size={15} aria-hidden />
          {t(['复制新链接', 'Copy a fresh link'])}
        </button>
      )}
      {may && living.length > 0 && (
        <button
          type="button"
          className="button plain"
          disabled={busy}
          onClick={() => run(() => askCall(revokeLinks, { id: orderId }))}
        >
          <Link2Off size={15} aria-hidden />
          {t(['作废', 'Revoke'])}
        </button>
      )}
    </section>
  );
}
