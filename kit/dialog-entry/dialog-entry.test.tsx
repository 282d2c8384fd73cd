import { describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useDialogEntry } from './index.ts';

type Entry = ReturnType<typeof useDialogEntry>;

function renderEntries() {
  const entries: { sample?: Entry; above?: Entry } = {};
  function Page() {
    entries.sample = useDialogEntry('sample');
    entries.above = useDialogEntry('above');
    return <p>{`${String(entries.sample.value)}, ${String(entries.above.value)}`}</p>;
  }
  render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Page /> }])} />);
  return entries;
}

/** Until React Router has added the entry; React renders nothing before the `act` around it ends. */
const untilAdded = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('a dialog that is opened a second time before it is rendered', () => {
  it('is one entry of the history, and one Back closes it', async () => {
    const entries = renderEntries();
    const before = history.length;
    await act(async () => {
      entries.sample?.open('one');
      await untilAdded();
      entries.sample?.open('two');
      await untilAdded();
    });
    expect(screen.getByText('two, undefined')).toBeVisible();
    expect(history.length).toBe(before + 1);
    act(() => entries.sample?.close());
    expect(await screen.findByText('undefined, undefined')).toBeVisible();
  });

  it('is one entry above another dialog', async () => {
    const entries = renderEntries();
    await act(async () => entries.sample?.open('below'));
    const before = history.length;
    await act(async () => {
      entries.above?.openAbove('one');
      await untilAdded();
      entries.above?.openAbove('two');
      await untilAdded();
    });
    expect(screen.getByText('below, two')).toBeVisible();
    expect(history.length).toBe(before + 1);
    act(() => entries.above?.close());
    expect(await screen.findByText('below, undefined')).toBeVisible();
  });
});
