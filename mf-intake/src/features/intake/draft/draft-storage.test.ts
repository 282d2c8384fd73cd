import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { takeConsole } from 'kit/testing';
import { blankValues, type WizardValues } from '../wizard-values.ts';
import { hasDraft, loadDraft, removeDraft, saveDraft, subscribeToDraft } from './draft.tsx';

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
