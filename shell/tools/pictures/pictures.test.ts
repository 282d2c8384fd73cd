import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { palette } from '../../../kit/theme/palette.ts';
import { type Catalogue, describePictures } from './output/catalogue.ts';
import { packIco } from './output/ico.ts';
import { drawPictures } from './pictures.ts';

const publicFolder = path.join(import.meta.dirname, '../../public');
const pictures = drawPictures();
const catalogue: Catalogue = JSON.parse(readFileSync(path.join(import.meta.dirname, 'catalogue.json'), 'utf8'));
const entries = Object.entries(catalogue);

function filesOf(sources = ''): string[] {
  return sources
    .split(', ')
    .filter(Boolean)
    .map((source) => source.split(' ')[0] ?? '');
}

describe('the pictures of the site', () => {
  it('are listed in the catalogue as they are drawn', () => {
    expect(catalogue).toEqual(describePictures(pictures));
  });

  it('are committed as the sources draw them today', () => {
    for (const { name, source, asSvg } of pictures) {
      if (asSvg) expect(readFileSync(path.join(publicFolder, `attached_assets/${name}.svg`), 'utf8')).toBe(source);
    }
  });

  it.each(entries)('%s has every file it names, and says what it shows', (_, { src, avif, webp, alt }) => {
    for (const file of [src, ...filesOf(avif), ...filesOf(webp)]) {
      expect(statSync(path.join(publicFolder, file)).size).toBeGreaterThan(0);
    }
    expect(alt.length).toBeGreaterThan(10);
  });

  it('weigh less than 3 MB together', () => {
    const files = readdirSync(publicFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const weight = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
    expect(weight).toBeLessThan(3_000_000);
  });

  it('keep their clip path to themselves and load nothing from elsewhere', () => {
    for (const { source } of pictures) {
      expect(source).not.toMatch(/href|<script|<image|<text|NaN|undefined/);
      expect([...source.matchAll(/url\((.*?)\)/g)].every(([, target]) => target === '#b')).toBe(true);
    }
  });
});

describe('the icons', () => {
  it('are listed in the web manifest with files that exist, in the colours of the theme', () => {
    const manifest = JSON.parse(readFileSync(path.join(publicFolder, 'site.webmanifest'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'Beaconfield', theme_color: palette.ink });
    for (const { src, sizes } of manifest.icons) {
      const png = readFileSync(path.join(publicFolder, src));
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  });

  it('in favicon.ico point at whole PNGs', () => {
    const icon = readFileSync(path.join(publicFolder, 'favicon.ico'));
    const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
    expect(entries.map((entry) => icon.readUInt8(entry))).toEqual([16, 32, 48]);
    for (const entry of entries) {
      const start = icon.readUInt32LE(entry + 12);
      const png = icon.subarray(start, start + icon.readUInt32LE(entry + 8));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.readUInt32BE(16)).toBe(icon.readUInt8(entry));
      expect(png.subarray(-8, -4).toString()).toBe('IEND');
    }
  });

  it('write 256 as 0, as the format has it', () => {
    expect(packIco([{ size: 256, png: Buffer.from('x') }]).readUInt8(6)).toBe(0);
  });
});
