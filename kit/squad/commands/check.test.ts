/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { describeRules } from './check.ts';

const report = { id: '1.0.0-0a1b2c3d', findings: [], checked: ['needs', 'budget'], unchecked: ['render', 'browser'] };
const rules = 'Checked here: needs, budget. Checked by the site when the release goes live: render, browser.';
const site = 'https://staging.example';

it('names the rules that were checked and those that only the site checks', () => {
  expect(describeRules(site, report).text).toBe(`1.0.0-0a1b2c3d passes. ${rules}`);
});

it('names them also when a rule is broken', () => {
  const findings = [{ rule: 'budget', problem: 'Too heavy.', remedy: 'Make it smaller.' }];
  expect(() => describeRules(site, { ...report, findings })).toThrow(
    `${site} would refuse 1.0.0-0a1b2c3d:\n  budget: Too heavy.\n    Make it smaller.\n${rules}`,
  );
});
