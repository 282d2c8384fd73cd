import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon } from '../ui/index.ts';
import { Phone } from './index.ts';

describe('an icon', () => {
  it('is a drawing: decoration without a label and an image with one', () => {
    expect(renderToStaticMarkup(<Icon shape={Phone} />)).toMatch(/^<svg aria-hidden="true" .*><path d=".+".*<\/svg>$/);
    expect(renderToStaticMarkup(<Icon shape={Phone} label="Phone" />)).toContain('aria-label="Phone"');
  });

  it('keeps its line at 1.5 px whatever its size', () => {
    expect(renderToStaticMarkup(<Icon shape={Phone} size={48} />)).toContain('stroke-width="0.75"');
  });
});
