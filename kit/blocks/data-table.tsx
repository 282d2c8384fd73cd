import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { tableFrameRecipe, tableRecipe } from '../theme/recipes/table.ts';

const Frame = chakra('div', tableFrameRecipe);
const Table = chakra('table', tableRecipe);

/** More columns than fit on a phone in landscape. */
const manyColumns = 5;

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for figures and prices. */
  align?: 'end' | undefined;
  /** The cell that names its row. One column has it. */
  rowHeader?: boolean | undefined;
  /** For buttons and sentences: in the phone layout the cell has its own line, without the column's name. */
  wide?: boolean | undefined;
  /** The main value of a row with few columns: in the phone layout it is beside the row's name, without the column's name. */
  answer?: boolean | undefined;
  /** Hidden in print. */
  screenOnly?: boolean | undefined;
}

interface DataTableProps<Row> {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown if there are no rows. */
  empty?: ReactNode | undefined;
}

/** Explicit roles are needed because `display: block`, on a phone, removes the elements' own roles. */
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

/** A table that becomes labelled blocks on a phone. */
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
    // In the phone layout, CSS shows this column name. As text, each name only exists once, in the column's header.
    <td {...role('cell')} {...marksOf(column)} data-label={column.header}>
      {content}
    </td>
  );
}
