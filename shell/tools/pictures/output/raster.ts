import sharp from 'sharp';

/** Pixels at twice the wanted width, then halved: edges stay as smooth as a browser draws them. */
function pixels(source: string, width: number) {
  const size = /width="(\d+)"/.exec(source)?.[1];
  if (!size) throw new Error('The SVG does not say its width.');
  return sharp(Buffer.from(source), { density: Math.min(2400, (72 * width * 2) / Number(size)) }).resize({ width });
}

export function toAvif(source: string, width: number): Promise<Buffer> {
  // Full colour resolution: flat shapes bleed along their edges otherwise.
  return pixels(source, width).avif({ quality: 58, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer();
}

export function toWebp(source: string, width: number): Promise<Buffer> {
  return pixels(source, width).webp({ nearLossless: true, quality: 40, effort: 6 }).toBuffer();
}

export function toJpeg(source: string, width: number): Promise<Buffer> {
  return pixels(source, width).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

export function toPng(source: string, width: number): Promise<Buffer> {
  return pixels(source, width).png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
}
