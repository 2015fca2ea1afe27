import Big from 'big.js';
import { CircleCheck, CircleX, Hourglass, MessageCircleQuestion } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { queueStep, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import type { ScreenPlace } from '#kernel/web/registry/places.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { consentPlace } from '#business/completion/finish/finish-places.view.tsx';
import { FormBlock } from '#business/completion/finish/parts.view.tsx';
import { type VisitConsent, askConsent, readConsent } from '../consent/consent.calls.ts';

/** Polling interval in ms while the customer has a question to answer, and otherwise. */
const SOON_MS = 5000;
const LATER_MS = 30_000;

const ICONS = { asked: Hourglass, agreed: CircleCheck, refused: CircleX, replaced: CircleX } as const;

/** Return the state of a question in words. */
function stateWords({ state, total, askTime, answerTime, codeSent }: VisitConsent): Label {
  const at = shortMoment((state === 'asked' ? askTime : answerTime) ?? '');
  switch (state) {
    case 'agreed':
      return [`客户 ${at} 同意了 ¥${total}`, `The customer agreed to ¥${total}, ${at}`];
    case 'refused':
      return [`客户 ${at} 不同意 ¥${total}`, `The customer did not agree to ¥${total}, ${at}`];
    case 'asked':
      return codeSent
        ? [`¥${total}：客户正在填验证码`, `¥${total}: the customer types the code`]
        : [`¥${total} 已发给客户（${at}），等答复`, `¥${total} was sent at ${at}: no answer yet`];
    default:
      return [`¥${total} 的询问已作废`, `The question about ¥${total} is over`];
  }
}

type Asked = typeof consentPlace extends ScreenPlace<infer P> ? P : never;

/** The question to the customer about the price, and the live answer. */
export default function AskConsent({ visit, draft, put, sums, sent }: Asked): ReactElement | null {
  const t = useT();
  const [told, setTold] = useState('');
  const [words, setWords] = useState<string | null>(null);
  const waits = useOutbox((state) =>
    state.steps.some((step) => step.matter === visit.id && step.name === 'consent' && step.state === 'waiting'),
  );
  const { data: answer } = useCall(
    readConsent,
    { visitId: visit.id },
    { of: 'row', quiet: true, refetchInterval: told === 'asked' || waits ? SOON_MS : LATER_MS },
  );
  const data = answer?.consent;
  const state = data?.state ?? '';
  useEffect(() => setTold(state), [state]);
  useEffect(() => {
    // A signature of the customer's page replaces none that was drawn here.
    if (data?.signLink && !draft.sign && !draft.signLink)
      put({ acceptBy: 'sign', signLink: data.signLink, signedTotal: data.total });
  }, [data?.signLink]);
  if (new Big(sums.due).lte(0) && !data) return null;
  const isCovered = data?.state === 'agreed' && new Big(sums.due).lte(data.total);
  const isAsked = data?.state === 'asked' && data.total === sums.due;
  const ask = (): void => {
    const { body, files, facts } = sent();
    void queueStep({
      matter: visit.id,
      name: 'consent',
      path: askConsent.path,
      body: {
        ...body,
        draft: true,
        words: (words ?? draft.maintenanceContent).trim().slice(0, 200),
      },
      files,
      facts: { ...facts, due: sums.due },
      loose: true,
    });
  };
  const Icon = ICONS[(data?.state ?? 'asked') as keyof typeof ICONS];
  return (
    <FormBlock at="fees" title={t(['客户确认费用', 'Price and customer'])}>
      {data && (
        <p className="day-warning" role="status">
          <Icon size={20} aria-hidden />
          {t(stateWords(data))}
        </p>
      )}
      {data?.state === 'agreed' && !isCovered && (
        <p className="day-warning" role="alert">
          {t([
            `现在应收 ¥${sums.due}，高于客户同意的金额：请再确认一次或重新签名`,
            `¥${sums.due} is above the agreed sum: ask again, or let the customer sign again`,
          ])}
        </p>
      )}
      {!isCovered && !isAsked && new Big(sums.due).gt(0) && (
        <>
          <label className="day-field">
            <span>{t(['对客户说明', 'Words to the customer'])}</span>
            <input
              maxLength={200}
              value={words ?? draft.maintenanceContent.slice(0, 200)}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <button type="button" className="day-button" disabled={waits} onClick={ask}>
            <MessageCircleQuestion size={20} aria-hidden />
            {waits
              ? t(['正在发送…', 'Being sent…'])
              : t([`请客户确认费用 ¥${sums.due}`, `Ask the customer to agree to ¥${sums.due}`])}
          </button>
        </>
      )}
    </FormBlock>
  );
}
