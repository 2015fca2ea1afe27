import { QRCode } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/words.ts';

/** A QR code, always black on white, because phones read it best. */
export function Qr({ value, size = 84 }: { value: string; size?: number }): ReactElement {
  const t = useT();
  return (
    <QRCode
      aria-label={t(['二维码', 'QR code'])}
      value={value}
      type="svg"
      size={size}
      bordered={false}
      color="#000"
      bgColor="#fff"
      errorLevel="M"
      marginSize={0}
    />
  );
}
