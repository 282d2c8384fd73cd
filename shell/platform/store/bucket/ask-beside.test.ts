import { describe, expect, it } from '@jest/globals';
import { askBeside } from './ask-beside.ts';

describe('asking beside a request that hangs', () => {
  it('takes the answer of the next one, and sends no more', async () => {
    let sent = 0;
    const ask = () => {
      sent += 1;
      return sent < 3 ? new Promise<string>(() => {}) : Promise.resolve(`answer ${sent}`);
    };
    expect(await askBeside(ask, 5)).toBe('answer 3');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sent).toBe(3);
  });

  it('sends one where that answers, and fails as it does', async () => {
    let sent = 0;
    const answer = () => {
      sent += 1;
      return Promise.resolve(sent);
    };
    expect(await askBeside(answer, 1000)).toBe(1);
    await expect(askBeside(() => Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused');
  });
});
