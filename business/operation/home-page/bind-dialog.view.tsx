import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { InPlaceOf, type Replaced } from './in-place-of.view.tsx';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { type HomeNow, bindByMac } from '../households/household.calls.ts';
import { household } from '../households/household.paper.ts';
import { poolPage } from '../devices/device-list.calls.ts';

/** Return the texts that are not empty. */
const filledIn = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/**
 * Dialog that binds a device to the home: one from the pool, or any by its MAC. A device of another home needs a
 * reason.
 */
export function BindDialog({ now, onClose }: { now: HomeNow; onClose: () => void }): ReactElement {
  const t = useT();
  const [mac, setMac] = useState('');
  const [roomId, setRoom] = useState('');
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [replaced, setReplaced] = useState<Replaced>({ replacesId: '', oldEnd: '', newStart: '' });
  const [wrong, setWrong] = useState<{ readonly words: string; readonly isElsewhere: boolean } | null>(null);
  const [isSending, setSending] = useState(false);
  const { data: pool } = useQuery({
    queryKey: ['list', 'powerOnDevice', 'waiting'],
    queryFn: () => askCall(poolPage, { size: 50, bindStatus: 'unbound' } as never),
  });
  const rooms = now.rooms.filter((room) => room.groupId);
  const bind = async (): Promise<void> => {
    setSending(true);
    try {
      const done = await askCall(
        bindByMac,
        { householdId: now.home.id, mac, ...filledIn({ roomId, name, reason, ...replaced }) },
        { quiet: true },
      );
      toast.good(t([`已绑定 ${done.deviceName}`, `${done.deviceName} is bound`]));
      void refresh(household.name);
      void refresh(device.name);
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong({ words: error.message, isElsewhere: error.reason === 'operation.boundElsewhere' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t(['绑定设备', 'Bind a device'])}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['绑定', 'Bind'], typing: true, run: () => void bind() }]}
      foot={
        <>
          <span className="spring" />
          <DialogButtons
            onClose={onClose}
            disabled={!mac.trim() || isSending}
            title={mac.trim() ? undefined : t(['先输入或选择 MAC', 'Enter or choose a MAC first'])}
            onClick={() => void bind()}
          >
            {t(['绑定', 'Bind'])}
          </DialogButtons>
        </>
      }
    >
      <div className="now-bind">
        {(pool?.records.length ?? 0) > 0 && (
          <fieldset>
            <legend className="quiet">{t(['上电等待的设备', 'Devices that wait'])}</legend>
            {pool!.records.map((one) => (
              <button
                key={one.id}
                type="button"
                className="now-waiting"
                aria-pressed={mac === one.mac}
                onClick={() => setMac(String(one.mac))}
              >
                <span className="mono">{one.mac}</span>
                <span>{one.modelText}</span>
                <small className="quiet">{one.signal !== undefined && `${one.signal} dBm`}</small>
              </button>
            ))}
          </fieldset>
        )}
        <label>
          <span>{t(['MAC地址', 'MAC'])}</span>
          <input
            className="plain-input mono"
            value={mac}
            maxLength={17}
            placeholder="A4:CF:12:34:56:78"
            aria-invalid={wrong !== null || undefined}
            onChange={(event) => {
              setMac(event.target.value);
              setWrong(null);
            }}
          />
        </label>
        <label htmlFor="bind-room">
          <span>{t(['房间', 'Room'])}</span>
          <ChoiceBox
            id="bind-room"
            label={t(['房间', 'Room'])}
            value={roomId}
            items={[
              { key: '', label: t(['以后再放', 'Later']) },
              ...rooms.map((room) => ({ key: room.groupId, label: room.roomName })),
            ]}
            onChange={setRoom}
          />
        </label>
        <label>
          <span>{t(['名称', 'Name'])}</span>
          <input
            className="plain-input"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <InPlaceOf now={now} value={replaced} onChange={setReplaced} />
        {wrong?.isElsewhere && (
          <label>
            <span>{t(['改绑原因', 'Why it moves'])}</span>
            <input
              className="plain-input"
              value={reason}
              maxLength={200}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
        {wrong && (
          <p className="now-wrong" role="alert">
            {wrong.words}
          </p>
        )}
      </div>
    </Dialog>
  );
}
