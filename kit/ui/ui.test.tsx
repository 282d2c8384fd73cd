import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Phone } from '../icons/index.ts';
import { renderWithKit } from '../testing/index.ts';
import { Button, ButtonLink, ErrorPanel, Hero, Icon, Section, TextLink } from './index.ts';

describe('buttons and links', () => {
  it('does not send the form that a button happens to stand in, and keeps Firefox from restoring on reload whether it was disabled', () => {
    renderWithKit(
      <>
        <Button disabled={false}>Submit</Button>
        <Button>Cancel</Button>
      </>,
    );
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('type', 'button');
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('autocomplete', 'off');
    expect(screen.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('autocomplete');
  });

  it('links to a route of the site, and to an address outside', () => {
    renderWithKit(
      <>
        <ButtonLink to="/leads">Packs</ButtonLink>
        <TextLink href="tel:+18015550142">Call</TextLink>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Packs' })).toHaveAttribute('href', '/leads');
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+18015550142');
  });

  it('says that a link opens a new tab, and gives that tab no hold on this one', () => {
    renderWithKit(
      <ButtonLink href="https://calendar.example" newTab>
        Schedule Now
      </ButtonLink>,
    );
    const link = screen.getByRole('link', { name: /^Schedule Now$/, description: 'Opens in a new tab' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });
});

describe('blocks', () => {
  it('names a section with an anchor by its title', () => {
    renderWithKit(
      <Section id="results" title="Results">
        Text
      </Section>,
    );
    expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute('id', 'results');
  });

  it('gives a page its one h1', () => {
    renderWithKit(<Hero title="HVAC leads" actions={<ButtonLink to="#form">Get leads</ButtonLink>} />);
    expect(screen.getByRole('heading', { level: 1, name: 'HVAC leads' })).toBeVisible();
  });

  it('offers a way on with an error', async () => {
    let tries = 0;
    const { user } = renderWithKit(
      <ErrorPanel title="Agent Not Found" onRetry={() => (tries += 1)}>
        It may have been deactivated.
      </ErrorPanel>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Agent Not FoundIt may have been deactivated.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'false');
  });

  it('shows that it tries again, once at a time, and says when that did not help', async () => {
    const tries: PromiseWithResolvers<void>[] = [];
    const retry = () => {
      const trying = Promise.withResolvers<void>();
      tries.push(trying);
      return trying.promise;
    };
    const { user } = renderWithKit(<ErrorPanel title="This page could not be loaded" onRetry={retry} />);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const pending = screen.getByRole('button', { name: 'Trying again...' });
    expect(pending).toHaveAttribute('aria-disabled', 'true');
    expect(pending).toHaveFocus();
    await user.click(pending);
    expect(tries).toHaveLength(1);
    await act(async () => tries[0]?.reject(new Error('no line')));
    expect(screen.getByRole('alert')).toHaveTextContent('That did not help. Please try again in a moment.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toHaveLength(2);
  });
});

describe('an icon', () => {
  it('is a drawing: decoration without a label and an image with one', () => {
    expect(renderToStaticMarkup(<Icon shape={Phone} />)).toMatch(/^<svg aria-hidden="true" .*><path d=".+".*<\/svg>$/);
    expect(renderToStaticMarkup(<Icon shape={Phone} label="Phone" />)).toContain('aria-label="Phone"');
  });

  it('keeps its line at 1.5 px whatever its size', () => {
    expect(renderToStaticMarkup(<Icon shape={Phone} size={48} />)).toContain('stroke-width="0.75"');
  });
});
