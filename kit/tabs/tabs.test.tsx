import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { findViolations, renderWithKit } from '../testing/index.ts';
import { Tabs } from './index.ts';

const tabs = ['Roofing', 'Legal', 'HVAC'].map((label) => ({ id: label.toLowerCase(), label }));

function Packs() {
  const [selected, setSelected] = useState('roofing');
  return (
    <Tabs label="Industry" tabs={tabs} selected={selected} onSelect={setSelected}>
      Packs for {selected}
    </Tabs>
  );
}

describe('Tabs', () => {
  it('shows the panel of the tab that is pressed', async () => {
    const { user } = renderWithKit(<Packs />);
    expect(screen.getByRole('tabpanel', { name: 'Roofing' })).toHaveTextContent('Packs for roofing');
    await user.click(screen.getByRole('tab', { name: 'Legal' }));
    expect(screen.getByRole('tabpanel', { name: 'Legal' })).toHaveTextContent('Packs for legal');
    expect(screen.getByRole('tab', { name: 'Legal' })).toHaveAttribute('aria-selected', 'true');
    expect(await findViolations()).toEqual([]);
  });

  it('is one stop for the Tab key and moves with the arrows, Home and End', async () => {
    const { user } = renderWithKit(<Packs />);
    await user.tab();
    expect(screen.getByRole('tab', { name: 'Roofing' })).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'HVAC' })).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('tabpanel', { name: 'Legal' })).toBeVisible();
    await user.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'HVAC' })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(screen.getByRole('tab', { name: 'Roofing' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('tablist')).not.toContainElement(document.activeElement as HTMLElement);
  });
});
