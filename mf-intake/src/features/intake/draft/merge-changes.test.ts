/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { blankValues, blankVehicle, type WizardValues } from '../wizard-values.ts';
import { mergeChanges } from './draft.tsx';

const car = (year: string, color = '') => ({ ...blankVehicle, year, color });
const stored: WizardValues = {
  ...blankValues,
  fullName: 'Enzo Rossi',
  vehicles: [car('2022'), car('2023')],
  pages: ['Home', 'FAQ'],
  likedWebsites: ['one', '', 'three', 'four'],
};

describe('mergeChanges', () => {
  it('keeps the stored fields that did not change in this tab', () => {
    const current = { ...blankValues, email: 'new@rossi.example' };
    expect(mergeChanges(stored, current, blankValues)).toEqual({ ...stored, email: 'new@rossi.example' });
  });

  it('keeps a field that this tab emptied empty', () => {
    expect(mergeChanges(stored, { ...stored, fullName: '' }, stored).fullName).toBe('');
  });

  it('changes one field of one row, and keeps the rows that only another tab has', () => {
    const current = { ...blankValues, vehicles: [car('', 'Red')], likedWebsites: ['', 'two', ''] };
    expect(mergeChanges(stored, current, blankValues)).toEqual({
      ...stored,
      vehicles: [car('2022', 'Red'), car('2023')],
      likedWebsites: ['one', 'two', 'three', 'four'],
    });
  });

  it.each<[string, WizardValues['vehicles']]>([
    ['added', [car('2022'), car('2023'), car('')]],
    ['removed', [car('2023')]],
  ])('takes the whole list of the tab in which a row was %s', (_what, vehicles) => {
    const elsewhere = { ...stored, vehicles: [...stored.vehicles, car('2024'), car('2025')] };
    expect(mergeChanges(elsewhere, { ...stored, vehicles }, stored)).toEqual({ ...elsewhere, vehicles });
  });

  it('takes the whole list where another tab has removed a row', () => {
    const vehicles = [car('2022'), car('2023', 'Red')];
    const elsewhere = { ...stored, vehicles: [car('2023')] };
    expect(mergeChanges(elsewhere, { ...stored, vehicles }, stored).vehicles).toEqual(vehicles);
  });

  it('does not mix two lists of ticks', () => {
    const current: WizardValues = { ...stored, pages: ['Home'] };
    const elsewhere: WizardValues = { ...stored, pages: ['Blog', 'Gallery'] };
    expect(mergeChanges(elsewhere, current, stored).pages).toEqual(['Home']);
  });
});

const draft: WizardValues = {
  ...blankValues,
  fullName: 'Enzo Rossi',
  email: 'enzo@rossi.example',
  vehicles: [car('2022'), car('2023'), car('2024')],
  pages: ['Home', 'FAQ'],
  likedWebsites: ['one', '', 'three', 'four'],
};

describe('mergeChanges with what was typed before the script arrived', () => {
  it('brings the whole draft back when that is nothing', () => {
    expect(mergeChanges(draft, blankValues, blankValues)).toEqual(draft);
  });

  it('lets that win, field by field', () => {
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
