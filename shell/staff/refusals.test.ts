import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Incident } from '../server/alerts/incident.ts';
import { Refusals } from './refusals.ts';

let told: Incident[];
let counted: string[];
let refusals: Refusals;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  told = [];
  counted = [];
  refusals = new Refusals({ report: (incident) => told.push(incident), count: (kind) => counted.push(kind) });
});

const refuse = (name: string, sentence = 'Nothing was done: revision 8 is in effect.') =>
  refusals.note({ name, role: { kind: 'operate' } }, { kind: 'act', sentence, asked: '/act/rollback' });

describe('what the staff page refused', () => {
  it('is told to the operators once when it goes on with one person, and says whom to ask', () => {
    for (let turn = 0; turn < 4; turn++) refuse('anna');
    refuse('ben');
    expect(told).toEqual([]);
    for (let turn = 0; turn < 20; turn++) refuse('anna');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ kind: 'staff-refused', remote: null });
    expect(told[0]?.sentence).toMatch(
      /^The staff pages refused anna \(operate\) 5 times .* revision 8 is in effect\. .*Ask them/,
    );
  });

  it('is listed newest first, without what strangers try', () => {
    refuse('anna', 'One.');
    refusals.noteToken('192.0.2.7');
    refusals.noteStranger('/act/rollback');
    refuse('ben', 'Two.');
    expect(refusals.lately.map(({ sentence }) => sentence)).toEqual(['Two.', 'One.']);
    for (let turn = 0; turn < 1000; turn++) refuse('anna');
    expect(refusals.lately).toHaveLength(50);
    expect(counted.slice(0, 4)).toEqual(['act', 'token', 'form', 'act']);
  });

  it('is one alarm for all strangers, however many networks they come from', () => {
    for (let turn = 0; turn < 19; turn++) refusals.noteToken(`192.0.2.${turn}`);
    expect(told).toEqual([]);
    for (let turn = 0; turn < 5000; turn++) refusals.noteToken(`198.51.100.${turn % 250}`);
    expect(told).toHaveLength(1);
    expect(told[0]?.sentence).toMatch(/^20 wrong tokens .* the last from 198\.51\.100\.0\. Nobody got in/);
  });
});
