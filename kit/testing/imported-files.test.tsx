import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import * as classes from './fixtures/card.module.css';
import dot from './fixtures/dot.svg';

it('renders a component that imports a style sheet and a picture', () => {
  render(<img className={classes.card} src={dot} alt="A dot" />);
  expect(screen.getByRole('img', { name: 'A dot' }).getAttribute('src')).toBe('/files/dot.svg');
});
