import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { findViolations, renderWithKit } from '../testing/index.ts';
import { Tabs } from './tabs.tsx';

const tabs = ['Roofing', 'Legal', 'HVAC'].map((label) => ({ id: label.toLowerCase(), label }));

function Packs() {
  const [selected, setSelected] = useState('roofing');
  return (
    <Tabs label="Industry" tabs={tabs} selected={selected} onSelect={setSelected}>
      Packs for {selected}
    </Tabs>
  );
}

/** A page whose selection changes late, as a selection in the URL may. */
function SlowPacks({ onSelect }: { onSelect: (id: string) => void }) {
  return (
    <form id="choice" onSubmit={(event) => event.preventDefault()}>
      <Tabs
        label="Industry"
        tabs={tabs}
        selected="roofing"
        onSelect={onSelect}
        form={{ id: 'choice', field: 'industry' }}
      >
        Packs
      </Tabs>
    </form>
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

  it('counts every one of several quick presses, although the selection has not followed yet', async () => {
    const chosen: string[] = [];
    const { user } = renderWithKit(<SlowPacks onSelect={(id) => chosen.push(id)} />);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(chosen).toEqual(['legal', 'hvac', 'roofing']);
  });

  it('leaves the commands of the browser to it', () => {
    renderWithKit(<Packs />);
    const tab = screen.getByRole('tab', { name: 'Roofing' });
    tab.focus();
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
      expect(fireEvent.keyDown(tab, { key: 'ArrowRight', [modifier]: true })).toBe(true);
    }
    expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  it('has a panel for every tab, under its own id, so that anchors lead there', () => {
    renderWithKit(<Packs />);
    const panels = screen.getAllByRole('tabpanel', { hidden: true });
    expect(panels.map(({ id, hidden, textContent }) => [id, hidden, textContent])).toEqual([
      ['roofing', false, 'Packs for roofing'],
      ['legal', true, ''],
      ['hvac', true, ''],
    ]);
    for (const tab of screen.getAllByRole('tab')) {
      expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')).toHaveRole('tabpanel');
    }
  });

  it('sends a form where there are no scripts, and none where there are', async () => {
    const chosen: string[] = [];
    const { user } = renderWithKit(<SlowPacks onSelect={(id) => chosen.push(id)} />);
    const tab = screen.getByRole<HTMLButtonElement>('tab', { name: 'HVAC' });
    expect([...new FormData(tab.form ?? undefined, tab)]).toEqual([['industry', 'hvac']]);
    const submitted = jest.fn();
    tab.form?.addEventListener('submit', submitted);
    await user.click(tab);
    expect(chosen).toEqual(['hvac']);
    expect(submitted).not.toHaveBeenCalled();
  });
});
