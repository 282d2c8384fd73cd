import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hearLeaving, loadWhileHere } from './index.ts';

const leave = () => dispatchEvent(new Event('beforeunload'));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('what is loaded while the visitor is here', () => {
  it('fails at once where it fails', async () => {
    await expect(loadWhileHere(async () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  });

  it('listens to nothing once it is there', async () => {
    await loadWhileHere(async () => 'there');
    leave();
    await expect(loadWhileHere(async () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  });

  it('fails no page that was left before anything of it was asked for', async () => {
    const stop = hearLeaving();
    leave();
    const load = jest.fn<() => Promise<string>>();
    load.mockRejectedValueOnce(new Error('refused by the browser'));
    load.mockResolvedValueOnce('there');
    const loading = loadWhileHere(load);
    await jest.advanceTimersByTimeAsync(9000);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2000);
    await expect(loading).resolves.toBe('there');
    stop();
  });

  it('goes on listening for who waits when a load of somebody else has ended', async () => {
    const stop = hearLeaving();
    await loadWhileHere(async () => 'there');
    leave();
    const load = jest.fn<() => Promise<string>>();
    load.mockRejectedValueOnce(new Error('refused by the browser'));
    load.mockResolvedValueOnce('there');
    const loading = loadWhileHere(load);
    await jest.advanceTimersByTimeAsync(11_000);
    await expect(loading).resolves.toBe('there');
    stop();
    stop();
    leave();
    await jest.advanceTimersByTimeAsync(11_000);
    await expect(loadWhileHere(async () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  });

  it('fails no page that is being left, and is loaded anew where the page stays after all', async () => {
    const load = jest.fn<() => Promise<string>>();
    load.mockImplementationOnce(async () => {
      leave();
      throw new Error('ended by the browser');
    });
    load.mockResolvedValueOnce('there');
    const loading = loadWhileHere(load);
    await jest.advanceTimersByTimeAsync(9000);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2000);
    await expect(loading).resolves.toBe('there');
  });
});
