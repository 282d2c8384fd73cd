import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon, type IconShape } from '../ui/index.ts';
import * as icons from './index.ts';

describe('the icons', () => {
  for (const [name, shape] of Object.entries<IconShape>(icons)) {
    it(`draws ${name}`, () => {
      expect(renderToStaticMarkup(<Icon shape={shape} />)).toMatch(
        /<(path|circle|rect|line|polygon|polyline|ellipse) /,
      );
    });
  }

  it('is decoration without a label and an image with one', () => {
    expect(renderToStaticMarkup(<Icon shape={icons.phoneIcon} />)).toContain('aria-hidden="true"');
    expect(renderToStaticMarkup(<Icon shape={icons.phoneIcon} label="Phone" />)).toContain('aria-label="Phone"');
  });

  it('keeps its line at 1.5 px whatever its size', () => {
    expect(renderToStaticMarkup(<Icon shape={icons.phoneIcon} size={48} />)).toContain('stroke-width="0.75"');
  });
});
