import { describe, expect, it } from '@jest/globals';
import type { GateRule } from './gate-rule.ts';
import { runGate } from './gate-rule.ts';

/** A rule that says what it does, and ends when its turn comes. */
function buildRule(id: string, overrides: Partial<GateRule<string[]>> = {}): GateRule<string[]> {
  return {
    id,
    says: id,
    async check(said) {
      said.push(`${id} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      said.push(`${id} ends`);
      return [];
    },
    ...overrides,
  };
}

const fault = { problem: 'It is broken.', remedy: 'Mend it.' };
const refusing = { check: async () => [fault] };

describe('runGate', () => {
  it('asks rules side by side', async () => {
    const said: string[] = [];
    await runGate(said, [buildRule('render'), buildRule('size')]);
    expect(said.slice(0, 2)).toEqual(['render begins', 'size begins']);
  });

  it('begins nothing behind a rule that stops it before that has passed', async () => {
    const said: string[] = [];
    await runGate(said, [buildRule('signature', { stopsGate: true }), buildRule('render')]);
    expect(said.slice(0, 3)).toEqual(['signature begins', 'signature ends', 'render begins']);
    said.length = 0;
    const findings = await runGate(said, [
      buildRule('signature', { stopsGate: true, ...refusing }),
      buildRule('render'),
    ]);
    expect(findings).toEqual([{ rule: 'signature', ...fault }]);
    expect(said).toEqual([]);
  });

  it('gives findings in the order of the rules, and of all of them', async () => {
    const late = { check: () => new Promise<[typeof fault]>((resolve) => setTimeout(resolve, 20, [fault])) };
    const findings = await runGate([], [buildRule('late', late), buildRule('early', refusing)]);
    expect(findings.map(({ rule }) => rule)).toEqual(['late', 'early']);
  });

  it('leaves no rule at work when one breaks', async () => {
    const said: string[] = [];
    const breaking = buildRule('breaking', { check: async () => Promise.reject(new Error('no disk')) });
    const slow = buildRule('slow');
    await expect(runGate(said, [breaking, slow])).rejects.toThrow('no disk');
    expect(said).toEqual(['slow begins', 'slow ends']);
    // Nor does it end the process, while a later one is waited for.
    await expect(runGate(said, [breaking, buildRule('signature', { stopsGate: true })])).rejects.toThrow('no disk');
  });
});
