import { describe, expect, it } from '@jest/globals';
import * as lucide from 'lucide-react';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon, type IconShape } from '../ui/index.ts';
import * as icons from './index.ts';

const inside = (markup: string) => markup.replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** `arrowRightIcon` is Lucide's `ArrowRight`. */
function originalOf(name: string): ComponentType {
  const original = Reflect.get(lucide, name.charAt(0).toUpperCase() + name.slice(1).replace(/Icon$/, ''));
  if (!original) throw new Error(`Lucide has no icon for ${name}`);
  return original;
}

describe('the icons', () => {
  for (const [name, shape] of Object.entries<IconShape>(icons)) {
    it(`draws ${name} as Lucide does`, () => {
      const ours = renderToStaticMarkup(<Icon shape={shape} />);
      expect(inside(ours)).toBe(inside(renderToStaticMarkup(createElement(originalOf(name)))));
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
