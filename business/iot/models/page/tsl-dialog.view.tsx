import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { modelAttribute } from '../model-attribute.paper.ts';
import { importTsl } from '../thing-model.calls.ts';
import { thingModel } from '../thing-model.paper.ts';

type Tried = CallAnswer<typeof importTsl>;

/** Imports a thing model from TSL JSON: first a comparison, then, after confirmation, the write. */
export function TslDialog({ modelId, onClose }: { modelId: string; onClose: () => void }): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const [wrong, setWrong] = useState('');
  const send = async (dry: boolean): Promise<void> => {
    setWrong('');
    let tsl: unknown;
    try {
      tsl = JSON.parse(text);
    } catch {
      setWrong(t(['不是 JSON', 'It is no JSON']));
      return;
    }
    try {
      const answer = await askCall(importTsl, { tsl, modelId, dry }, { quiet: true });
      if (dry) {
        setTried(answer);
        return;
      }
      toast.good(t([`已写入 ${answer.attributes} 项功能`, `${answer.attributes} attributes written`]));
      void refresh(modelAttribute.name);
      void refresh(thingModel.name);
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong(error.message);
    }
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setText(await file.text());
    setTried(null);
  };
  return (
    <Dialog
      title={t(['导入 TSL', 'Import TSL'])}
      width={640}
      onClose={onClose}
      foot={
        <>
          <span className="spring" />
          <DialogButtons
            onClose={onClose}
            disabled={!text.trim()}
            title={text.trim() ? undefined : t(['先选文件或粘贴', 'Choose a file or paste it first'])}
            onClick={() => void send(tried === null)}
          >
            {tried ? t(['写入', 'Write it']) : t(['比较', 'Compare'])}
          </DialogButtons>
        </>
      }
    >
      <div className="model-tsl">
        <label className="button">
          {t(['选择文件', 'Choose a file'])}
          <input
            type="file"
            accept="application/json,.json"
            className="sr-only"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </label>
        <textarea
          className="plain-input mono"
          rows={10}
          aria-label="TSL JSON"
          placeholder='{"properties":[…],"events":[…],"services":[…]}'
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTried(null);
          }}
        />
        {wrong && (
          <p className="model-wrong" role="alert">
            {wrong}
          </p>
        )}
        {tried && (
          <div role="status">
            <b>
              {t([
                `${tried.attributes} 项功能，${tried.differences.length} 处不同`,
                `${tried.attributes} attributes, ${tried.differences.length} differ`,
              ])}
            </b>
            <ul>
              {tried.differences.slice(0, 30).map((one) => (
                <li key={one.identifier} data-breaking={one.isBreaking}>
                  <em className="model-mark">
                    {t(
                      one.change === 'added'
                        ? ['新增', 'New']
                        : one.change === 'removed'
                          ? ['删除', 'Removed']
                          : ['改', 'Changed'],
                    )}
                  </em>{' '}
                  <span className="mono">{one.identifier}</span> {one.fields.map((field) => field.field).join(', ')}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
