import { expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router';
import { Link, NavLink, useSearchParams } from './index.ts';

function Where() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{JSON.stringify([pathname + search + hash, state])}</output>;
}

const at = (start: string, children: ReactNode) =>
  render(
    <MemoryRouter initialEntries={[start]}>
      {children}
      <Where />
    </MemoryRouter>,
  );

const where = () => JSON.parse(screen.getByRole('status').textContent ?? '');

/** What React Router's own writes, less its mark for frameworks and an empty class. */
const markupOf = (children: ReactNode, start = '/hvac') => {
  const { container, unmount } = at(start, children);
  const [link] = container.getElementsByTagName('a');
  link?.removeAttribute('data-discover');
  if (link?.className === '') link.removeAttribute('class');
  const { outerHTML = '' } = link ?? {};
  unmount();
  return outerHTML;
};

const targets = [
  '/',
  '/hvac',
  '/HVAC',
  '/hvac/',
  '/hvac/more',
  '/hv',
  '#how',
  '?a=1',
  '..',
  '',
  'https://b.example/x',
  '//c',
  'tel:1',
];

it.each(targets.flatMap((to) => [undefined, true].map((end) => [to, end] as const)))(
  'writes %j as React Router does (end: %s)',
  (to, end) => {
    for (const start of ['/', '/hvac', '/hvac/more', '/hvac/']) {
      expect(markupOf(<Link to={to}>x</Link>, start)).toBe(markupOf(<RouterLink to={to}>x</RouterLink>, start));
      const [ours, theirs] = [
        <NavLink key="1" to={to} end={end}>
          x
        </NavLink>,
        <RouterNavLink key="2" to={to} end={end ?? false}>
          x
        </RouterNavLink>,
      ];
      expect(attributesOf(markupOf(ours, start))).toEqual(attributesOf(markupOf(theirs, start)));
    }
  },
);

function attributesOf(markup: string) {
  const parsed = new DOMParser().parseFromString(markup, 'text/html').querySelector('a');
  return Object.fromEntries([...(parsed?.attributes ?? [])].map(({ name, value }) => [name, value]));
}

it('navigates at a plain click, with its state', () => {
  at(
    '/',
    <Link to="/contact?a=1#form" state={{ from: 'here' }}>
      Contact
    </Link>,
  );
  fireEvent.click(screen.getByRole('link'));
  expect(where()).toEqual(['/contact?a=1#form', { from: 'here' }]);
});

it.each([
  ['with the control key', {}, { ctrlKey: true }],
  ['with the middle button', {}, { button: 1 }],
  ['of a link to a new tab', { target: '_blank' }, {}],
  ['of a link that loads a document', { reloadDocument: true }, {}],
  ['that somebody else took', { onClick: (event: { preventDefault: () => void }) => event.preventDefault() }, {}],
])('leaves a click %s alone', (_name, props, click) => {
  at(
    '/',
    <Link to="/contact" {...props}>
      Contact
    </Link>,
  );
  fireEvent.click(screen.getByRole('link'), click);
  expect(where()).toEqual(['/', null]);
});

it('says to its children and its class whether it leads here', () => {
  const className = jest.fn(({ isActive }: { isActive: boolean }) => (isActive ? 'here' : 'elsewhere'));
  at(
    '/hvac',
    <NavLink to="/hvac" className={className}>
      {({ isActive }) => (isActive ? 'This' : 'That')}
    </NavLink>,
  );
  expect(screen.getByRole('link', { name: 'This' })).toHaveClass('here', { exact: true });
});

function Query() {
  const [query, setQuery] = useSearchParams({ step: '1', page: '9' });
  return (
    <button type="button" onClick={() => setQuery((now) => ({ step: String(Number(now.get('step')) + 1) }))}>
      {`${query.get('step')} ${query.get('page')}`}
    </button>
  );
}

it('reads the query with its defaults, and writes another one', () => {
  at('/exotics-intake?step=7', <Query />);
  fireEvent.click(screen.getByRole('button', { name: '7 9' }));
  expect(where()).toEqual(['/exotics-intake?step=8', null]);
});
