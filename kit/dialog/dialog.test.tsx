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
  it('opens with its name and description, and gives the focus back when it is closed', async () => {
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
  });

  it('closes on Escape and can be opened again', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    await user.click(screen.getByRole('button', { name: 'View Sample' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'View Sample' }));
    expect(screen.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
  });

  it('closes on a press beside it, not on a press inside it', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    await user.click(screen.getByRole('button', { name: 'View Sample' }));
    fireEvent.mouseDown(screen.getByText('Name and phone'), { clientX: -5 });
    expect(screen.getByRole('dialog')).toBeVisible();
    fireEvent.mouseDown(screen.getByRole('dialog'), { clientX: -5 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stays open when the second press of a double click on what opened it lands beside it', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    await user.click(screen.getByRole('button', { name: 'View Sample' }));
    fireEvent.mouseDown(screen.getByRole('dialog'), { clientX: -5, detail: 2 });
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('lets the second press of a double click on what opened it press none of its buttons', async () => {
    const { user } = renderWithKit(<SampleDialog />);
    await user.click(screen.getByRole('button', { name: 'View Sample' }));
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    fireEvent.click(dismiss, { detail: 2 });
    expect(screen.getByRole('dialog')).toBeVisible();
    fireEvent.click(dismiss, { detail: 1 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
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
