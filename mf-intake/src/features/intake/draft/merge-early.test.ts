/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { blankValues, blankVehicle, type WizardValues } from '../wizard-values.ts';
import { mergeChanges } from './draft.tsx';

const car = (year: string) => ({ ...blankVehicle, year });
const draft: WizardValues = {
  ...blankValues,
  fullName: 'Enzo Rossi',
  email: 'enzo@rossi.example',
  vehicles: [car('2022'), car('2023'), car('2024')],
  pages: ['Home', 'FAQ'],
  likedWebsites: ['one', '', 'three', 'four'],
};

describe('mergeChanges', () => {
  it('brings the whole draft back when nothing was typed meanwhile', () => {
    expect(mergeChanges(draft, blankValues, blankValues)).toEqual(draft);
  });

  it('lets what was typed before the script arrived win, field by field', () => {
    const current = { ...blankValues, email: 'new@rossi.example', likedWebsites: ['', 'two', ''] };
    expect(mergeChanges(draft, current, blankValues)).toEqual({
      ...draft,
      email: 'new@rossi.example',
      likedWebsites: ['one', 'two', 'three', 'four'],
    });
  });

  it('keeps every vehicle when the browser restored the first one on a reload', () => {
    const current = { ...blankValues, vehicles: [car('2025')] };
    expect(mergeChanges(draft, current, blankValues).vehicles).toEqual([car('2025'), car('2023'), car('2024')]);
  });

  it('adds early ticks to those of the draft', () => {
    const current: WizardValues = { ...blankValues, pages: ['FAQ', 'Blog'] };
    expect(mergeChanges(draft, current, blankValues).pages).toEqual(['Home', 'FAQ', 'Blog']);
  });
});
