import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { renderWithKit } from 'kit/testing';
import { useLocation } from 'react-router';
import { agentTypes } from '../content/picker.ts';
import { agentTypeIds, industries, useCases } from '../content/picker-choices.ts';
import { readPickerState } from '../features/picker/summary.tsx';
import { AgentPicker } from './custom-ai-agent-page.tsx';

function Address() {
  return <output>{useLocation().search}</output>;
}

function open(search = '') {
  return renderWithKit(
    <>
      <AgentPicker />
      <Address />
    </>,
    { route: `/custom-ai-agent${search}` },
  );
}

const address = () => screen.getByRole('status').textContent;

describe('the picker', () => {
  it('shows each type with a conversation of its own, and leads a business over its industry to a summary with a mail that carries both', async () => {
    const { user } = open();
    expect(screen.getByText('Step 1')).toBeVisible();
    for (const { label } of agentTypes) {
      expect(screen.getByText(label, { selector: 'button' })).toBeVisible();
      const lines = within(screen.getByRole('list', { name: `Sample conversation: ${label}` })).getAllByRole(
        'listitem',
      );
      expect(lines.length).toBeGreaterThan(2);
    }
    await user.click(screen.getByText('Business Agent', { selector: 'button' }));
    expect(screen.getByText('Step 2 of 3')).toBeVisible();
    expect(screen.getByText('Pick your industry')).toHaveFocus();
    for (const { label } of industries) expect(screen.getByText(label, { selector: 'button' })).toBeVisible();
    await user.click(screen.getByText('Retail & E-commerce', { selector: 'button' }));
    expect(screen.getByText('Step 3 of 3')).toBeVisible();
    expect(address()).toBe('?type=business&industry=retail');
    const href = screen.getByRole('link', { name: /Contact us/ }).getAttribute('href') ?? '';
    const mail = new URL(href);
    expect(mail.pathname).toBe('sales@testfield.example');
    for (const part of ['subject', 'body']) {
      expect(mail.searchParams.get(part)).toContain('Business Agent');
      expect(mail.searchParams.get(part)).toContain('Retail & E-commerce');
    }
    // Many mail programs do not decode a plus as a space.
    expect(href).not.toContain('+');
  });

  it('leads a personal assistant over its use case, a blank agent straight to the summary', async () => {
    const { user } = open();
    await user.click(screen.getByText('Personal Assistant', { selector: 'button' }));
    expect(screen.getByText('Step 2 of 3')).toBeVisible();
    for (const { label } of useCases) expect(screen.getByText(label, { selector: 'button' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the types' }));
    await user.click(screen.getByText('Blank Agent', { selector: 'button' }));
    expect(screen.getByText('Step 2 of 2')).toBeVisible();
    expect(address()).toBe('?type=blank');
    await user.click(screen.getByText('Start Over'));
    expect(screen.getByText('Step 1')).toBeVisible();
    expect(address()).toBe('');
  });

  it('opens at a linked summary', () => {
    open('?type=personal&useCase=tasks');
    expect(screen.getByText('Task Management')).toBeVisible();
    expect(screen.getByText('Step 3 of 3')).toBeVisible();
  });

  it('takes any query: what it does not know is not chosen yet', () => {
    const value = (known: readonly string[]) => fc.oneof(fc.constantFrom(...known), fc.string());
    const ids = (choices: readonly { id: string }[]) => choices.map(({ id }) => id);
    fc.assert(
      fc.property(value(agentTypeIds), value(ids(industries)), value(ids(useCases)), (type, industry, useCase) => {
        const state = readPickerState(new URLSearchParams({ type, industry, useCase }));
        const isType = (agentTypeIds as readonly string[]).includes(type);
        if (!isType) expect(state).toEqual({ step: 1 });
        else if (type === 'blank') expect(state).toMatchObject({ step: 4, detail: null });
        else if (type === 'business') expect(state.step).toBe(ids(industries).includes(industry) ? 4 : 2);
        else expect(state.step).toBe(ids(useCases).includes(useCase) ? 4 : 3);
      }),
    );
  });
});
