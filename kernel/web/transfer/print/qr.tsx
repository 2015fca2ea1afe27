import { QRCode } from 'antd';
import type { ReactElement } from 'react';

/** A square that phones read, black on white whatever the theme. */
export const Qr = ({ value, size = 84 }: { value: string; size?: number }): ReactElement => <QRCode value={value} type="svg" size={size} bordered={false} color="#000" bgColor="#fff" errorLevel="M" marginSize={0} />;
