import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderWithKit } from '../testing/index.ts';
import { Button } from '../ui/index.ts';
import { AlertDialog, Dialog } from './dialog.tsx';

function SampleDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>View Sample</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Lead Sample" description="Storm Claims Pack">
        <p>Name and phone</p>
      </Dialog>
    </>
  );
}

function Thanks() {
  const [open, setOpen] = useState(true);
  return (
    <AlertDialog open={open} onClose={() => setOpen(false)} title="Thank you">
      We will contact you shortly.
    </AlertDialog>
  );
}

/** Unmounts the whole dialog instead of closing it. */
function Gone() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button onClick={() => setShown(true)}>Open</Button>
      {shown && (
        <Dialog open onClose={() => setShown(false)} title="Here for a while">
          Text
        </Dialog>
      )}
    </>
  );
}

describe('Dialog', () => {
  it('opens with its name and description, closes by its button and on Escape, can be opened again, and gives the focus back', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const opener = screen.getByRole('button', { name: 'View Sample' });
    await user.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Lead Sample' });
    expect(dialog).toHaveAccessibleDescription('Storm Claims Pack');
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();

    await user.click(opener);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(opener);
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('closes on a press beside it, not on a press inside it, nor on the second press of a double click on what opened it, which presses none of its buttons', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    const open = () => user.click(screen.getByText('View Sample'));
    await open();
    const dialog = screen.getByRole('dialog');
    fireEvent.mouseDown(dialog, { clientX: -5, detail: 2 });
    fireEvent.click(screen.getByLabelText('Dismiss'), { detail: 2 });
    fireEvent.mouseDown(screen.getByText('Name and phone'), { clientX: -5 });
    expect(dialog).toBeVisible();
    fireEvent.mouseDown(dialog, { clientX: -5 });
    expect(dialog).not.toBeVisible();
    await open();
    fireEvent.click(screen.getByLabelText('Dismiss'), { detail: 1 });
    expect(dialog).not.toBeVisible();
  });

  it('closes when it is taken off the page, and gives the focus back', async () => {
    const { user } = renderWithKit(<Gone />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });
});

describe('AlertDialog', () => {
  it('reads its message and stays until it is answered', async () => {
    const { user } = renderWithKit(<Thanks />);
    const alert = screen.getByRole('alertdialog', { name: 'Thank you' });
    expect(alert).toHaveAccessibleDescription('We will contact you shortly.');
    fireEvent.mouseDown(alert, { clientX: -5 });
    expect(alert).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
