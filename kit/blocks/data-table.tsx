import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { tableFrameRecipe, tableRecipe } from '../theme/recipes/table.ts';

const Frame = chakra('div', tableFrameRecipe);
const Table = chakra('table', tableRecipe);

/** More columns than a phone on its side has room for. */
const manyColumns = 5;

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures and prices. */
  align?: 'end' | undefined;
  /** The cell that names its row; one column has it. */
  rowHeader?: boolean | undefined;
  /** Buttons, sentences: among blocks the cell has a line of its own, without the column's name. */
  wide?: boolean | undefined;
  /** What a row of few columns is about: among blocks it stands beside the row's name, without the column's. */
  answer?: boolean | undefined;
  /** Nothing to do on paper. */
  screenOnly?: boolean | undefined;
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

function marksOf<Row>({ align, wide, answer, screenOnly }: Column<Row>) {
  return {
    'data-align': align,
    'data-wide': wide ? '' : undefined,
    'data-answer': answer ? '' : undefined,
    'data-print': screenOnly ? 'none' : undefined,
  };
}

/** A real table, which reads as labelled blocks on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty = 'Nothing here yet.' }: DataTableProps<Row>) {
  return (
    <Frame>
      <Table {...role('table')} columns={columns.length < manyColumns ? 'few' : 'many'}>
        <caption>{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <th key={column.id} {...role('columnheader')} scope="col" {...marksOf(column)}>
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
    </Frame>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = <span>{column.cell(row)}</span>;
  if (column.rowHeader) {
    return (
      <th {...role('rowheader')} scope="row" data-align={column.align}>
        {content}
      </th>
    );
  }
  return (
    // Among blocks the column's name is drawn from here: in the page's text it stands once, as the column's header.
    <td {...role('cell')} {...marksOf(column)} data-label={column.header}>
      {content}
    </td>
  );
}
