import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig, optimize } from 'svgo';
import { palette } from '../../kit/theme/palette.ts';
import { repositoryRoot } from '../run/run-command.ts';

const publicFolder = path.join(repositoryRoot, 'shell/public');
const config = await loadConfig(path.join(repositoryRoot, 'svgo.config.mjs'));
const drawings = globSync('**/*.svg', { cwd: publicFolder });

const widthAndHeight = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the drawings of the site', () => {
  // A browser runs no script of an <img>, but a visitor can also open the drawing by its URL.
  it.each(drawings)(
    '%s is tidy (npx svgo shell/public/<file>), says what it shows, runs no script and loads no other file',
    async (file) => {
      const source = readFileSync(path.join(publicFolder, file), 'utf8');
      expect(optimize(source, config).data).toBe(source);
      expect(source).toMatch(/^<svg[^>]* viewBox="[^"]+">\s*<title>[^<]+<\/title>/);
      expect(source).not.toMatch(/<script|<foreignObject|<image|href="(?!#)|\son\w+=|@import/i);
      expect([...source.matchAll(/url\((.*?)\)/g)].every(([, target]) => target?.startsWith('#'))).toBe(true);
    },
  );
});

describe('the icons', () => {
  it('are listed in the web manifest with files that exist, in the colours of the theme', () => {
    const manifest = JSON.parse(readFileSync(path.join(publicFolder, 'site.webmanifest'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'Beaconfield', theme_color: palette.ink });
    expect(manifest.icons).not.toHaveLength(0);
    for (const { src, sizes } of manifest.icons) {
      expect(widthAndHeight(readFileSync(path.join(publicFolder, src))).join('x')).toBe(sizes);
    }
  });

  it('in favicon.ico are complete PNGs', () => {
    const icon = readFileSync(path.join(publicFolder, 'favicon.ico'));
    const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
    expect(entries.map((entry) => icon.readUInt8(entry))).toEqual([16, 32, 48]);
    for (const entry of entries) {
      const start = icon.readUInt32LE(entry + 12);
      const png = icon.subarray(start, start + icon.readUInt32LE(entry + 8));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.subarray(-8, -4).toString()).toBe('IEND');
      expect(widthAndHeight(png)[0]).toBe(icon.readUInt8(entry));
    }
  });
});
