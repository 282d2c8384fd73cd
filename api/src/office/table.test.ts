import { describe, expect, it } from '@jest/globals';
import { newKey } from '../partners/partner-keys.ts';
import { renderTable } from './office.ts';

describe('a table in a terminal', () => {
  it('shows whole what somebody copies from it', () => {
    const { key } = newKey(false);
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.example`;
    const [, line] = renderTable([{ secret: key, email, note: 'now' }]).split('\n');
    expect(line).toBe(`${key}  ${email}  now`);
  });

  it('shows many words in short, and that there are more', () => {
    const [, line] = renderTable([{ about: 'word '.repeat(40), note: 'now' }]).split('\n');
    expect(line).toBe(`${'word '.repeat(12).slice(0, 57)}...  now`);
  });

  it('keeps its columns in line', () => {
    const lines = renderTable([
      { name: 'Ada', url: `https://crm.example/${'x'.repeat(90)}`, note: 'one' },
      { name: 'Grace', url: 'https://b.example/', note: 'two' },
    ]).split('\n');
    expect(
      new Set(lines.map((line) => Math.max(...['note', 'one', 'two'].map((note) => line.lastIndexOf(note))))),
    ).toHaveProperty('size', 1);
  });
});
