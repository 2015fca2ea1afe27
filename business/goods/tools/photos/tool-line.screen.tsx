import { screen } from '#kernel/web/registry/screens.ts';
import { toolLine } from '../tool-line.paper.ts';
import { LinePhotos } from './tool-photo.view.tsx';

export default screen(toolLine, {
  columns: {
    outPhoto: (row) => <LinePhotos line={row} when="out" />,
    returnPhoto: (row) => <LinePhotos line={row} when="return" />,
  },
});
