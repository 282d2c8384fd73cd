import { describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { takeConsole } from '../testing/index.ts';
import { lateForm, wakeForms } from './index.tsx';

/** As those of kit/forms mark themselves, without what they check with. */
function NameForm({ label, onPress }: { label: string; onPress: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.setAttribute('data-ready', ''), []);
  return (
    <form ref={form} data-kit-form="" suppressHydrationWarning>
      <input aria-label={label} />
      <button type="button" onClick={onPress}>
        Show
      </button>
    </form>
  );
}

const importForm = () => jest.fn<() => Promise<ComponentType<{ label: string; onPress: () => void }>>>();

/** As on a server, where forms come with the page. */
async function serve() {
  const { prelude } = await prerender(
    <Suspense>
      <NameForm label="Name" onPress={() => {}} />
    </Suspense>,
  );
  const host = document.createElement('div');
  host.innerHTML = await new Response(prelude as ReadableStream).text(); // the web build gives a web stream
  document.body.replaceChildren(host);
  return host;
}

async function hydrate(
  host: HTMLElement,
  Form: ComponentType<{ label: string; onPress: () => void }>,
  onPress = () => {},
) {
  await act(async () => {
    hydrateRoot(host, <Form label="Name" onPress={onPress} />);
  });
}

const isReady = () => document.querySelector('form')?.hasAttribute('data-ready');

describe('a form that comes late', () => {
  it('stands as the server wrote it, keeps what is typed and pressed, and comes at the first touch', async () => {
    const served = await serve();
    const load = importForm();
    load.mockResolvedValue(NameForm);
    const Late = lateForm(load);
    const press = jest.fn();
    await hydrate(served, Late, press);
    expect([load.mock.calls.length, isReady()]).toEqual([0, false]);

    const field = screen.getByLabelText<HTMLInputElement>('Name');
    field.value = 'Ada';
    const button = screen.getByRole('button');
    button.click();
    expect([press.mock.calls.length, button.getAttribute('aria-busy')]).toEqual([0, 'true']);

    await act(async () => field.focus());
    expect([load.mock.calls.length, isReady()]).toEqual([1, true]);
    expect(screen.getByLabelText('Name')).toBe(field);
    expect(field).toHaveValue('Ada');
    expect([press.mock.calls.length, button.getAttribute('aria-busy')]).toEqual([1, null]);
    // React's build for developers names the mark of the button.
    expect(takeConsole().filter((words) => !words.includes('aria-busy'))).toEqual([]);
  });

  it('is asked for until it comes', async () => {
    const served = await serve();
    const load = importForm();
    load.mockRejectedValueOnce(new Error('no line'));
    load.mockResolvedValue(NameForm);
    const told: string[] = [];
    addEventListener('error', (event) => {
      event.preventDefault();
      told.push(event.message);
    });
    document.addEventListener('site:form-missed', () => told.push('missed'));
    await hydrate(served, lateForm(load));
    await act(async () => void wakeForms());
    expect([isReady(), load.mock.calls.length]).toEqual([false, 1]);
    await new Promise((resolve) => setTimeout(resolve));
    await act(async () => void dispatchEvent(new Event('online')));
    expect([isReady(), load.mock.calls.length]).toEqual([true, 2]);
    expect(told).toEqual([expect.stringContaining('no line'), 'missed']);
    takeConsole();
  });

  it('comes at once where no HTML of the server stands for it', async () => {
    const Late = lateForm(async () => NameForm);
    await act(async () => void render(<Late label="Name" onPress={() => {}} />));
    expect(isReady()).toBe(true);
  });
});
