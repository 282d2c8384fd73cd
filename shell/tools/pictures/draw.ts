import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { palette } from '../../../kit/theme/palette.ts';
import { describePictures, sizeOf } from './output/catalogue.ts';
import { packIco } from './output/ico.ts';
import { toAvif, toJpeg, toPng, toWebp } from './output/raster.ts';
import { drawPictures, type Picture } from './pictures.ts';
import { titled } from './scene.ts';
import { brandMark, sharingPicture } from './scenes/marks.ts';

// Draws every picture of the site anew: `npm run pictures`, or `npm run pictures -- home clients` for those whose names
// begin so. Its results are committed.
const chosen = process.argv.slice(2);
const isChosen = (name: string) => chosen.length === 0 || chosen.some((start) => name.startsWith(start));

const publicFolder = path.join(import.meta.dirname, '../../public');
const claim = ['Find the customers', 'you cannot see yet'];

async function write(file: string, content: string | Buffer): Promise<void> {
  const target = path.join(publicFolder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}

async function writePicture({ name, source, widths, asSvg }: Picture): Promise<void> {
  const base = `attached_assets/${name}`;
  if (asSvg) await write(`${base}.svg`, source);
  else await write(`${path.basename(name)}.jpg`, await toJpeg(source, sizeOf(source).width));
  for (const width of widths) {
    await write(`${base}-${width}.avif`, await toAvif(source, width));
    await write(`${base}-${width}.webp`, await toWebp(source, width));
  }
}

async function writeIcons(brand: string): Promise<void> {
  const icon = (size: number, bleed: boolean) => toPng(brandMark(size, { bleed }), size);
  const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await icon(size, false) })));
  await write('favicon.ico', packIco(small));
  await write('favicon.svg', titled(brandMark(36), brand));
  await write('apple-touch-icon.png', await icon(180, true));
  await write('icon-192.png', await icon(192, true));
  await write('icon-512.png', await icon(512, true));
  await write('site.webmanifest', `${JSON.stringify(webManifest(brand), null, 2)}\n`);
}

function webManifest(brand: string) {
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  return {
    name: brand,
    short_name: brand,
    start_url: '/',
    display: 'browser',
    theme_color: palette.ink,
    background_color: palette.paper,
    icons: [192, 512].flatMap((size) => [
      { ...icon(size), purpose: 'any' },
      { ...icon(size), purpose: 'maskable' },
    ]),
  };
}

const site: { brand: string } = JSON.parse(await readFile(path.join(import.meta.dirname, '../../site.json'), 'utf8'));
const pictures = drawPictures();
const drawn = pictures.filter(({ name }) => isChosen(name));
for (const picture of drawn) await writePicture(picture);
if (isChosen('icons')) await writeIcons(site.brand);
if (isChosen('sharing'))
  await write('attached_assets/sharing/home.png', await toPng(sharingPicture(site.brand, claim), 1200));
const catalogue = `${JSON.stringify(describePictures(pictures), null, 2)}\n`;
await writeFile(path.join(import.meta.dirname, 'catalogue.json'), catalogue);
console.log(`${drawn.length} pictures drawn${chosen.length === 0 ? ', the icons and the sharing picture, too' : ''}.`);
