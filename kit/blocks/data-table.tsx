import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { tableRecipe } from '../theme/recipes/table.ts';

const Table = chakra('table', tableRecipe);

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures and prices. */
  align?: 'end' | undefined;
  /** The cell that names its row; one column has it. */
  rowHeader?: boolean | undefined;
  /** Buttons: on a phone the cell has a line of its own, without the column's name. */
  wide?: boolean | undefined;
}

interface DataTableProps<Row> {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Said when there are no rows. */
  empty?: ReactNode | undefined;
}

/** Roles are spelled out because `display: block`, on a phone, takes the elements' own away. */
function role(name: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') {
  return { role: name };
}

/** A real table, which reads as labelled blocks on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty = 'Nothing here yet.' }: DataTableProps<Row>) {
  return (
    <Table {...role('table')}>
      <caption>{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map((column) => (
            <th
              key={column.id}
              {...role('columnheader')}
              scope="col"
              data-align={column.align}
              data-wide={column.wide ? '' : undefined}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...role('row')}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr {...role('row')}>
            <td {...role('cell')} colSpan={columns.length} data-wide="">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = (
    <>
      <span data-part="label" aria-hidden>
        {column.header}
      </span>
      <span>{column.cell(row)}</span>
    </>
  );
  if (column.rowHeader) {
    return (
      <th {...role('rowheader')} scope="row" data-align={column.align}>
        {content}
      </th>
    );
  }
  return (
    <td {...role('cell')} data-align={column.align} data-wide={column.wide ? '' : undefined}>
      {content}
    </td>
  );
}
