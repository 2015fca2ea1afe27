import sharp from 'sharp';

/** Convert a drawing (SVG) into a JPEG, as a camera would store it. */
export const drawnPicture = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
