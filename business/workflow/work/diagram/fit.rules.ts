/** A rectangle in units of a diagram, or a size in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const EDGE = 20;
/** Height in pixels that is left free at the bottom for the logo of the viewer. */
const LOGO = 40;
const LARGEST = 1.4;

/** Return the view that shows a whole diagram, clear of the logo and of tools at the left (`left`, pixels). */
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

/** Return the view that centres one node at its natural size. */
export function fitNode(node: Box, room: Pick<Box, 'width' | 'height'>): Box {
  return {
    x: node.x + node.width / 2 - room.width / 2,
    y: node.y + node.height / 2 - (room.height - LOGO) / 2,
    width: room.width,
    height: room.height,
  };
}
