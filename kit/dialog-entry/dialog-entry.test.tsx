import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
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

describe('a dialog that is shown once', () => {
  const { pushState, replaceState } = history;

  // A browser keeps a copy of the state with the entry, jsdom the object itself.
  beforeEach(() => {
    history.pushState = (state, ...rest) => pushState.call(history, JSON.parse(JSON.stringify(state)), ...rest);
    history.replaceState = (state, ...rest) => replaceState.call(history, JSON.parse(JSON.stringify(state)), ...rest);
    history.pushState({ key: 'page' }, '');
  });

  afterEach(() => {
    Object.assign(history, { pushState, replaceState });
  });

  let seen: unknown[] = [];

  function renderPage() {
    seen = [];
    const entries: { form?: Entry; thanks?: Entry } = {};
    function Page() {
      entries.form = useDialogEntry('form');
      entries.thanks = useDialogEntry('thanks', () => true);
      seen.push(entries.thanks.value);
      return <p>{`${String(entries.form.value)}, ${String(entries.thanks.value)}`}</p>;
    }
    render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Page /> }])} />);
    return entries;
  }

  async function openThanks() {
    const entries = renderPage();
    await act(async () => entries.form?.open('open'));
    await act(async () => entries.thanks?.open('sent'));
    expect(screen.getByText('undefined, sent')).toBeVisible();
    return entries;
  }

  it('does not come back by Forward, which returns to the page', async () => {
    const entries = await openThanks();
    act(() => entries.thanks?.close());
    expect(await screen.findByText('undefined, undefined')).toBeVisible();
    seen = [];
    await act(async () => {
      history.forward();
      await untilAdded();
    });
    await waitFor(() => expect(history.state.key).toBe('page'));
    expect(seen.filter(Boolean)).toEqual([]);
  });

  it('does not come back by a reload, which returns to the page', async () => {
    await openThanks();
    cleanup();
    renderPage();
    await waitFor(() => expect(history.state.key).toBe('page'));
    expect(screen.getByText('undefined, undefined')).toBeVisible();
    expect(seen.filter(Boolean)).toEqual([]);
  });

  it('gives way to the dialog below it', async () => {
    const entries = renderPage();
    await act(async () => entries.form?.open('open'));
    const form = history.state.key;
    await act(async () => entries.thanks?.openAbove('refused'));
    expect(screen.getByText('open, refused')).toBeVisible();
    cleanup();
    renderPage();
    await waitFor(() => expect(history.state.key).toBe(form));
    expect(screen.getByText('open, undefined')).toBeVisible();
  });
});
