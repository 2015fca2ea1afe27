import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { connectConfig } from '../config/connect-config.paper.ts';
import { NewFrameButton } from './new-frame.view.tsx';
import './painter.css';

/** Password field for a new access secret. Left empty, it does not change the secret. */
const AccessSecret = withControls(() =>
  import('#kernel/fields/secret/secret-input.view.tsx').then((module) => module.secretInput.Input),
);

export default screen(connectConfig, {
  inputs: { accessSecret: AccessSecret },
  toolbar: NewFrameButton,
  links: [
    { icon: 'sliders-horizontal', label: ['画报文', 'Paint the frame'], to: (row) => `/iot/connectConfig/${row.id}` },
  ],
});
