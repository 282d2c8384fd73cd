import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import * as z from 'zod/mini';
import { takeConsole } from '../testing/index.ts';
import { KitProvider } from '../theme/index.tsx';
import { catchEarlySubmits } from './early-submit.ts';
import { Form, fieldsOf, SubmitButton, useWatch } from './index.ts';

const schema = z.object({
  name: z.string().check(z.minLength(2, 'Name must be at least 2 characters.')),
  message: z.string(),
  industry: z.string(),
  delivery: z.string(),
  pages: z.array(z.string()),
  consent: z.boolean(),
});
const { CheckboxField, CheckboxGroupField, RadioGroupField, SelectField, TextAreaField, TextField } =
  fieldsOf<z.infer<typeof schema>>();

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));

function Greeting({ words }: { words: string }) {
  return (
    <p>
      {words} {useWatch({ name: 'name' })}
    </p>
  );
}

function Page({ onSubmit }: { onSubmit: (values: unknown) => void }) {
  return (
    <KitProvider>
      <Form
        schema={schema}
        defaultValues={{ name: '', message: '', industry: 'a', delivery: 'a', pages: ['a'], consent: true }}
        onSubmit={onSubmit}
        afterSuccess="keep"
      >
        <Greeting words="Name so far:" />
        <TextField name="name" label="Name" />
        <TextAreaField name="message" label="Message" />
        <SelectField name="industry" label="Industry" options={options} />
        <RadioGroupField name="delivery" label="Delivery" options={options} />
        <CheckboxGroupField name="pages" label="Pages" options={options} />
        <CheckboxField name="consent" label="Consent" />
        <Greeting words="Sending as" />
        <SubmitButton pendingLabel="Sending...">Send</SubmitButton>
      </Form>
    </KitProvider>
  );
}

let root: Root | undefined;

async function serve() {
  const { prelude } = await prerender(<Page onSubmit={() => {}} />);
  const host = document.createElement('div');
  host.innerHTML = await new Response(prelude as ReadableStream).text(); // the web build returns a web stream
  document.body.append(host);
  return host;
}

async function hydrate(host: HTMLElement, onSubmit: (values: unknown) => void) {
  await act(async () => {
    root = hydrateRoot(host, <Page onSubmit={onSubmit} />);
  });
}

const box = (name: string, value: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`) ??
  document.createElement('input');

/** Does what a visitor does before the script has loaded. */
function fillEarly() {
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value = 'Ada';
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value = 'A roof';
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Industry' }).value = 'b';
  box('delivery', 'c').checked = true;
  box('pages', 'c').checked = true;
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Consent' }).checked = false;
}

const filled = { name: 'Ada', message: 'A roof', industry: 'b', delivery: 'c', pages: ['a', 'c'], consent: false };

describe('a form that came with the page', () => {
  afterEach(() => {
    act(() => root?.unmount());
    document.body.replaceChildren();
    // React warns in development that two renderers share one process; nothing else may be logged.
    expect(takeConsole().filter((logged) => !logged.includes('multiple renderers concurrently'))).toEqual([]);
  });

  it('posts, so that nothing typed can end up in an address', async () => {
    const host = await serve();
    expect(host.querySelector('form')).toHaveAttribute('method', 'post');
    expect(host.querySelector('form')).toHaveAttribute('novalidate');
  });

  it('takes over what was typed before its script arrived', async () => {
    const host = await serve();
    fillEarly();
    const name = screen.getByRole('textbox', { name: 'Name' });
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(name);
    expect(name).toHaveValue('Ada');
    expect(screen.getByText('Name so far: Ada')).toBeVisible();
    expect(screen.getByText('Sending as Ada')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Send' }).click());
    await waitFor(() => expect(sent).toEqual([filled]));
  });

  it('sends its defaults when nothing was typed', async () => {
    const host = await serve();
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    act(() => screen.getByRole('button', { name: 'Send' }).click());
    expect(await screen.findByText('Name must be at least 2 characters.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('holds an early submit back and sends it once it can be checked', async () => {
    catchEarlySubmits(document);
    const host = await serve();
    fillEarly();
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    host.querySelector('form')?.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(true);
    expect(host.querySelector('form')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your form is sent as soon as this page has loaded. So far nothing was sent.',
    );
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    await waitFor(() => expect(sent).toEqual([filled]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(host.querySelector('form')).not.toHaveAttribute('aria-busy');
  });

  it('leaves other forms of the page alone', () => {
    catchEarlySubmits(document);
    const form = document.createElement('form');
    document.body.append(form);
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    form.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(false);
  });
});
