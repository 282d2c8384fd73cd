/**
 * @jest-environment kit/testing/jest-environment
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"], "url": "http://localhost/"}
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { catchEarlySubmits } from 'kit/early-submit';
import { Form, fieldsOf } from 'kit/forms';
import * as z from 'kit/schema';
import { KitProvider } from 'kit/theme';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { PageOutcome, PageSource } from './page-source.ts';
import { RemotePage } from './remote-page.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const serverHtml = '<form method="post" data-kit-form=""><input name="name"></form>';
const failed: PageOutcome = { Page: null };
const schema = z.object({ name: z.string() });
const { TextField } = fieldsOf<z.infer<typeof schema>>();

let root: Root;
let sent: unknown[];

const Page = () => (
  <Form schema={schema} onSubmit={(values) => void sent.push(values)}>
    <TextField name="name" label="Name" />
  </Form>
);

function Broken(): never {
  throw new Error('it throws');
}

/** Loading pages needs a bundler, so the tests decide the outcome and its time. */
function sourceOf(
  parts: Partial<Record<'load' | 'loadPrevious', () => Promise<PageOutcome | null>>>,
  outcome = failed,
) {
  const source = {
    outcome,
    load: jest.fn(parts.load ?? (async () => failed)),
    loadPrevious: jest.fn(parts.loadPrevious ?? (async () => null)),
    report: jest.fn(),
    failToRender: jest.fn(),
  };
  return source as typeof source & PageSource; // the other members are private
}

const show = (source: PageSource) =>
  act(async () =>
    root.render(
      <KitProvider>
        <RemotePage source={source} serverHtml={serverHtml} />
      </KitProvider>,
    ),
  );

const nameField = () => document.querySelector<HTMLInputElement>('input[name=name]') as HTMLInputElement;

beforeEach(() => {
  sent = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

describe('a page of a remote', () => {
  it('sends a form that was submitted while the page had failed, as soon as it works', async () => {
    catchEarlySubmits(document);
    await show(sourceOf({ load: async () => ({ Page }) }));
    nameField().value = 'Ada';
    nameField().form?.requestSubmit();
    expect(document.body.textContent).toContain('Your form is sent as soon as this page has loaded.');
    await act(async () => document.querySelector('button')?.click());
    expect(sent).toEqual([{ name: 'Ada' }]);
    expect(document.body.textContent).not.toContain('Your form is sent');
  });

  it('keeps the focus in the field if the previous release loads while the visitor types', async () => {
    const { promise, resolve } = Promise.withResolvers<PageOutcome>();
    await show(sourceOf({ loadPrevious: () => promise }));
    const before = nameField();
    before.focus();
    before.value = 'Ad';
    await act(async () => resolve({ Page }));
    expect(nameField()).not.toBe(before);
    expect(nameField()).toHaveProperty('value', 'Ad');
    expect(nameField()).toBe(document.activeElement);
  });

  it('loads the previous release once if the page throws in its first render', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const source = sourceOf({}, { Page: Broken });
    await show(source);
    expect(document.querySelector('[data-static-island]')?.innerHTML).toBe(serverHtml);
    expect(source.failToRender).toHaveBeenCalledTimes(1);
    expect(source.loadPrevious).toHaveBeenCalledTimes(1);
  });
});
