import { describe, expect, it } from '@jest/globals';
import { readQualities } from './bench-qualities.ts';
import type { LighthouseResult } from './lighthouse.ts';

const site = 'http://localhost:3000';

interface ConsoleError {
  description: string;
  sourceLocation: { url: string };
}

/** Builds the result of a page whose only problem is its console. */
function buildResult(errors: readonly ConsoleError[]): LighthouseResult {
  return {
    audits: {
      'errors-in-console': {
        title: 'Browser errors were logged to the console',
        score: errors.length === 0 ? 1 : 0,
        details: { items: [...errors] },
      },
    },
    categories: {
      'best-practices': { score: errors.length === 0 ? 1 : 0.96, auditRefs: [{ id: 'errors-in-console', weight: 1 }] },
    },
  };
}

const ofProvider = {
  description: '[voice] Error: The voice widget could not be loaded from https://cdn.example/widget.js',
  sourceLocation: { url: `${site}/shell/main.js` },
};
const ofSite = { description: 'TypeError: x is undefined', sourceLocation: { url: `${site}/shell/main.js` } };

describe('the qualities of a page', () => {
  it('ignore that the measured browser cannot reach the voice provider', () => {
    const { scores, faults } = readQualities('/', buildResult([ofProvider]), { isHidden: false, site });
    expect(scores[1]).toBe(100);
    expect(faults).toEqual([]);
  });

  it('count an error of the page itself, also together with one of the provider', () => {
    const { scores, faults } = readQualities('/', buildResult([ofProvider, ofSite]), { isHidden: false, site });
    expect(scores[1]).toBe(96);
    expect(faults).toEqual(['/: Browser errors were logged to the console']);
  });
});
