import { screen } from '#kernel/web/registry/screens.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { NewFrameButton } from './new-frame.view.tsx';
import './painter.css';

export default screen(connectConfig, {
  toolbar: NewFrameButton,
  links: [
    { icon: 'sliders-horizontal', label: ['画报文', 'Paint the frame'], to: (row) => `/iot/connectConfig/${row.id}` },
  ],
});
