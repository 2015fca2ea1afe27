import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { type PushPreview, type TriedRow, pushPreview } from '../rule/push-rule.calls.ts';
import type { TriedRule } from './push-words.rules.ts';

function Message({
  message,
  document,
}: {
  message: PushPreview['messages'][number];
  document: PushPreview['document'];
}): ReactElement {
  const t = useT();
  return (
    <article className="push-message">
      <header>
        <KeyWord of={pushChannel} value={message.channel} />{' '}
        <span className="quiet" translate="no">
          {message.templateName}
        </span>
        <span className="quiet">
          {t([
            `${message.characters} 字${message.channel === 'sms' ? `，按 ${message.parts} 条计` : ''}`,
            `${message.characters} characters${message.channel === 'sms' ? `, ${message.parts} parts` : ''}`,
          ])}
        </span>
      </header>
      <p translate="no">
        {message.pieces.map((one, at) =>
          one.variable ? <mark key={at}>{one.text}</mark> : <span key={at}>{one.text}</span>,
        )}
      </p>
      {message.unknown.length ? (
        <p className="push-fault">
          {t([
            `“${document[0]}”没有变量 ${message.unknown.join('、')}，不能保存`,
            `“${document[1]}” has no ${message.unknown.join(', ')}: it cannot be saved`,
          ])}
        </p>
      ) : null}
      {message.empty.length ? (
        <p className="push-fault">
          {t([`没有值：${message.empty.join('、')}，这位不发`, `No value: ${message.empty.join(', ')}; not sent`])}
        </p>
      ) : null}
      {message.needsAddress ? (
        <p className="push-fault">
          {t(['链接须先设置对外地址（PUBLIC_URL）', 'The link needs the public address (PUBLIC_URL)'])}
        </p>
      ) : null}
    </article>
  );
}

/** The text that a customer would read over each channel, with values or with the variables. */
export function MessagePreview({
  rule,
  person,
}: {
  rule: TriedRule;
  person: TriedRow | undefined;
}): ReactElement | null {
  const t = useT();
  const [isFilled, setFilled] = useState(true);
  const { pushScene, channels, templateIds } = rule;
  const targetId = isFilled ? person?.targetId : undefined;
  const { data } = useCall(
    pushPreview,
    { pushScene, channels, templateIds, targetId },
    { of: 'row', quiet: true, retry: false, keepsEarlier: true, enabled: Boolean(templateIds?.length) },
  );
  if (!data?.messages.length) return null;
  return (
    <div className="push-preview">
      <header>
        <h3>
          {person ? (
            <>
              <span translate="no">{person.customerName}</span>
              {t(['会读到', ' reads'])}
            </>
          ) : (
            t(['内容', 'Message'])
          )}
        </h3>
        <button type="button" className="button plain" aria-pressed={!isFilled} onClick={() => setFilled(!isFilled)}>
          {isFilled ? t(['带变量', 'With variables']) : t(['填好的', 'Filled in'])}
        </button>
      </header>
      <div className="push-messages">
        {data.messages.map((message) => (
          <Message key={message.channel} message={message} document={data.document} />
        ))}
      </div>
    </div>
  );
}
