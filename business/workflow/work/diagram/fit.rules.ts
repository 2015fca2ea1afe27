/** A rectangle in units of a diagram, or a size in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const EDGE = 20;
/** Height that is left free at the bottom, where the logo of the viewer stands. */
const LOGO = 40;
const LARGEST = 1.4;

/** The part of a diagram to show, so that all of it is in sight and nothing of it lies under the logo or the tools at the left (pixels). */
export function fitAll(content: Box, room: Pick<Box, 'width' | 'height'>, left = 0): Box {
  const inner = {
    width: Math.max(1, room.width - left - 2 * EDGE),
    height: Math.max(1, room.height - 2 * EDGE - LOGO),
  };
  const scale = Math.min(LARGEST, inner.width / Math.max(1, content.width), inner.height / Math.max(1, content.height));
  const [width, height] = [room.width / scale, room.height / scale];
  return {
    x: content.x - (width + left / scale - content.width) / 2,
    y: content.y - (height - LOGO / scale - content.height) / 2,
    width,
    height,
  };
}

/** The part of a diagram around one node, as large as its words are read. */
export function fitNode(node: Box, room: Pick<Box, 'width' | 'height'>): Box {
  return {
    x: node.x + node.width / 2 - room.width / 2,
    y: node.y + node.height / 2 - (room.height - LOGO) / 2,
    width: room.width,
    height: room.height,
  };
}
