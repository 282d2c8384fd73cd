/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { followEntries, readEntries, writeEntries } from './entries.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const markup = `<form>
  <input name="name"><input name="email"><textarea name="text"></textarea>
  <select name="industry"><option value="a">A</option><option value="b">B</option></select>
  <input type="checkbox" name="services" value="seo"><input type="checkbox" name="services" value="ppc" checked>
  <input type="radio" name="size" value="s" checked><input type="radio" name="size" value="l">
  <input name="email"><input type="password" name="code"></form>`;

const formOf = (page: HTMLElement) => page.querySelector('form') ?? undefined;

const pageOf = (html: string) => {
  document.body.innerHTML = html;
  return document.body;
};

afterEach(() => document.body.replaceChildren());

function Controlled() {
  const [value, setValue] = useState('');
  return <input name="name" value={value} onChange={({ target }) => setValue(target.value)} />;
}

describe('typed input', () => {
  it('is written into the same page after a new render, field by field', () => {
    const before = pageOf(markup);
    const [name, email, seo, ppc, , large, second, code] = before.querySelectorAll('input');
    for (const [field, value] of [
      [name, 'Ada'],
      [email, 'ada@example.com'],
      [second, 'two@example.com'],
      [code, 'secret'],
    ] as const)
      if (field) field.value = value;
    for (const field of [seo, ppc, large]) field?.click();
    (before.querySelector('select') as HTMLSelectElement).value = 'b';
    (before.querySelector('textarea') as HTMLTextAreaElement).value = 'Two\nlines';
    const entries = readEntries(document);

    const after = pageOf(markup);
    writeEntries(document, entries);
    expect(Object.fromEntries(new FormData(formOf(after)))).toMatchObject({
      name: 'Ada',
      text: 'Two\nlines',
      industry: 'b',
      services: 'seo',
      size: 'l',
      code: '',
    });
    expect(new FormData(formOf(after)).getAll('email')).toEqual(['ada@example.com', 'two@example.com']);
  });

  it('is tracked with the focus until the page is rendered again', () => {
    const markup = '<input name="name"><input type="checkbox" name="services" value="seo"><input name="email">';
    const before = pageOf(markup);
    const takeEntries = followEntries(document);
    const [, seo, email] = before.querySelectorAll('input');
    seo?.click();
    email?.focus();
    // React replaces the page within the input event.
    const replace = () => {
      pageOf(markup);
      writeEntries(document, takeEntries());
    };
    before.addEventListener('input', replace, { capture: true, once: true });
    if (email) email.value = 'a';
    email?.dispatchEvent(new Event('input', { bubbles: true }));
    const [name, services, field] = document.querySelectorAll('input');
    expect(field).not.toBe(email);
    expect([name?.value, services?.checked, field?.value]).toEqual(['', true, 'a']);
    expect(field).toBe(document.activeElement);
  });

  it('does not include values of the server: they are not written into the next page', () => {
    pageOf(markup);
    const takeEntries = followEntries(document);
    const [name] = document.querySelectorAll('input');
    if (name) name.value = 'Ada';
    name?.dispatchEvent(new Event('input', { bubbles: true }));
    const drawnFromDraft = pageOf(markup);
    for (const [field, value] of [
      ['[name=email]', 'draft@example.com'],
      ['select', 'b'],
    ] as const)
      Object.assign(drawnFromDraft.querySelector(field) ?? {}, { value });
    // From here on the visitor uses the new page.
    drawnFromDraft.querySelector('textarea')?.focus();
    const entries = takeEntries();
    expect(entries).toMatchObject({ areLost: true, values: new Map([['name 0', 'Ada']]) });
    writeEntries(document, entries);
    expect(Object.fromEntries(new FormData(formOf(drawnFromDraft)))).toMatchObject({ name: 'Ada', industry: 'b' });
    expect(new FormData(formOf(drawnFromDraft)).get('email')).toBe('draft@example.com');
  });

  it('is not lost while its fields are in the document', () => {
    pageOf(markup);
    expect(followEntries(document)()).toMatchObject({ areLost: false, values: new Map() });
  });

  it('is noticed by React when it is written', async () => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () => root.render(<Controlled />));
    await act(async () =>
      writeEntries(document, { values: new Map([['name 0', 'Ada']]), focused: undefined, sent: [] }),
    );
    expect(document.querySelector('input')).toHaveProperty('value', 'Ada');
    await act(async () => root.unmount());
  });
});
