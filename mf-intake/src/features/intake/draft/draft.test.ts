import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { takeConsole } from 'kit/testing';
import { blankValues, blankVehicle, type WizardValues } from '../wizard-values.ts';
import { hasDraft, loadDraft, mergeChanges, removeDraft, saveDraft, subscribeToDraft } from './draft.tsx';

const key = 'exotic-car-intake-draft';
const now = Date.UTC(2026, 10, 20);
const day = 24 * 60 * 60 * 1000;
const typed: WizardValues = {
  ...blankValues,
  fullName: 'Enzo Rossi',
  pages: ['Home', 'FAQ'],
  likedWebsites: ['a', ''],
};

const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null');
const store = (change: object) => localStorage.setItem(key, JSON.stringify({ ...stored(), ...change }));

describe('the draft', () => {
  beforeEach(() => localStorage.clear());

  it('comes back as it was typed', () => {
    saveDraft(typed, now);
    expect(loadDraft(now + 1000)).toEqual(typed);
  });

  it('is kept for 14 days and removed after them', () => {
    saveDraft(typed, now);
    expect(loadDraft(now + 14 * day)).toEqual(typed);
    expect(loadDraft(now + 14 * day + 1)).toBeUndefined();
    expect(hasDraft()).toBe(false);
  });

  it('of a clock that was ahead and has been set right comes back', () => {
    saveDraft(typed, now + day);
    expect(loadDraft(now)).toEqual(typed);
    saveDraft(typed, now + 15 * day);
    expect(loadDraft(now)).toBeUndefined();
  });

  it.each([
    ['at its door', () => jest.spyOn(window, 'localStorage', 'get')],
    ['when it is asked', () => jest.spyOn(Storage.prototype, 'getItem')],
  ])('is left out where the browser refuses its storage %s', (_where, spyOn) => {
    const refusal = spyOn().mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(() => saveDraft(typed, now)).not.toThrow();
    expect(loadDraft(now)).toBeUndefined();
    expect(hasDraft()).toBe(false);
    expect(removeDraft).not.toThrow();
    refusal.mockRestore();
    takeConsole();
  });

  it('of another version of the wizard is removed', () => {
    saveDraft(typed, now);
    store({ version: 0 });
    expect(loadDraft(now)).toBeUndefined();
    expect(hasDraft()).toBe(false);
  });

  it.each([
    '',
    'not JSON {',
    'null',
    '[]',
    '"text"',
    '{"version":1}',
    '{"version":1,"savedAt":"yesterday","values":{}}',
  ])('that reads %p is no draft and breaks nothing', (text) => {
    localStorage.setItem(key, text);
    expect(loadDraft(now)).toBeUndefined();
  });

  it('loses only the fields that are no longer possible', () => {
    saveDraft(typed, now);
    const { values } = stored();
    store({ values: { ...values, pages: ['Home', 'Guestbook'], budget: 'a-million', vehicles: [], launchDate: 7 } });
    expect(loadDraft(now)).toEqual({ ...typed, pages: [] });
  });

  it('of a wizard that is blank again is not kept', () => {
    saveDraft(typed, now);
    saveDraft(blankValues, now);
    expect(hasDraft()).toBe(false);
  });

  it('tells those who show it', () => {
    const seen: boolean[] = [];
    const stop = subscribeToDraft(() => seen.push(hasDraft()));
    saveDraft(typed, now);
    removeDraft();
    stop();
    saveDraft(typed, now);
    expect(seen).toEqual([true, false]);
  });

  it('is given up with a warning when the storage is full', () => {
    const long = 'x'.repeat(6_000_000);
    expect(() => saveDraft({ ...typed, additionalNotes: long }, now)).not.toThrow();
    expect(takeConsole().join()).toContain('the draft was not saved');
  });
});

const car = (year: string, color = '') => ({ ...blankVehicle, year, color });
const saved: WizardValues = {
  ...blankValues,
  fullName: 'Enzo Rossi',
  vehicles: [car('2022'), car('2023')],
  pages: ['Home', 'FAQ'],
  likedWebsites: ['one', '', 'three', 'four'],
};

describe('mergeChanges', () => {
  it('keeps the stored fields that did not change in this tab', () => {
    const current = { ...blankValues, email: 'new@rossi.example' };
    expect(mergeChanges(saved, current, blankValues)).toEqual({ ...saved, email: 'new@rossi.example' });
  });

  it('keeps a field that this tab emptied empty', () => {
    expect(mergeChanges(saved, { ...saved, fullName: '' }, saved).fullName).toBe('');
  });

  it('changes one field of one row, and keeps the rows that only another tab has', () => {
    const current = { ...blankValues, vehicles: [car('', 'Red')], likedWebsites: ['', 'two', ''] };
    expect(mergeChanges(saved, current, blankValues)).toEqual({
      ...saved,
      vehicles: [car('2022', 'Red'), car('2023')],
      likedWebsites: ['one', 'two', 'three', 'four'],
    });
  });

  it.each<[string, WizardValues['vehicles']]>([
    ['added', [car('2022'), car('2023'), car('')]],
    ['removed', [car('2023')]],
  ])('takes the whole list of the tab in which a row was %s', (_what, vehicles) => {
    const elsewhere = { ...saved, vehicles: [...saved.vehicles, car('2024'), car('2025')] };
    expect(mergeChanges(elsewhere, { ...saved, vehicles }, saved)).toEqual({ ...elsewhere, vehicles });
  });

  it('takes the whole list where another tab has removed a row', () => {
    const vehicles = [car('2022'), car('2023', 'Red')];
    const elsewhere = { ...saved, vehicles: [car('2023')] };
    expect(mergeChanges(elsewhere, { ...saved, vehicles }, saved).vehicles).toEqual(vehicles);
  });

  it('does not mix two lists of ticks', () => {
    const current: WizardValues = { ...saved, pages: ['Home'] };
    const elsewhere: WizardValues = { ...saved, pages: ['Blog', 'Gallery'] };
    expect(mergeChanges(elsewhere, current, saved).pages).toEqual(['Home']);
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
