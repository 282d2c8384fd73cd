import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderWithKit } from '../testing/index.ts';
import { DataTable } from './index.ts';

describe('DataTable', () => {
  const columns = [
    { id: 'name', header: 'Pack Name', cell: (row: { name: string }) => row.name, rowHeader: true },
    { id: 'price', header: 'Price', cell: () => '$325', align: 'end' as const },
  ];

  it('is a table whose cells are named by their column and row', () => {
    renderWithKit(
      <DataTable
        caption="Roofing"
        columns={columns}
        rows={[{ name: 'Storm Claims Pack' }]}
        rowKey={(row) => row.name}
      />,
    );
    const table = screen.getByRole('table', { name: 'Roofing' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Pack Name', 'Price']);
    expect(within(table).getByRole('rowheader', { name: 'Storm Claims Pack' })).toBeVisible();
    expect(within(table).getByRole('cell', { name: '$325' })).toBeVisible();
  });

  it('says the name of a column once, and nothing but the value in a cell', () => {
    renderWithKit(
      <DataTable
        caption="Roofing"
        columns={columns}
        rows={[{ name: 'Storm Claims Pack' }, { name: 'Fast Repair Pack' }]}
        rowKey={(row) => row.name}
      />,
    );
    expect(screen.getAllByText('Price')).toEqual([screen.getByRole('columnheader', { name: 'Price' })]);
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'Storm Claims Pack',
      'Fast Repair Pack',
    ]);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['$325', '$325']);
  });

  it('says that there is nothing in it', () => {
    renderWithKit(
      <DataTable caption="Legal" columns={columns} rows={[]} rowKey={(row) => row.name} empty="No packs in stock." />,
    );
    expect(screen.getByRole('cell', { name: 'No packs in stock.' })).toBeVisible();
  });
});
