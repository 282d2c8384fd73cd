import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Text of an attribute, for the eye alone: screen readers find it elsewhere. */
const drawn = (attribute: string) => ({
  fontFamily: 'body',
  fontSize: 'sm',
  fontWeight: '400',
  color: 'muted',
  content: `attr(${attribute})`,
  '@supports (content: "*" / "")': { content: `attr(${attribute}) / ""` },
});

/** In this layout each row is a block, and each cell shows the name of its column. */
const blocks = {
  '&, & caption, & tr': { display: 'block' },
  '& tbody': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
    columnGap: '8',
  },
  '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'fg', paddingBlock: '4' },
  '& tbody :is(th, td)': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '4',
    padding: '0',
    paddingBlock: '1',
    border: '0',
    textAlign: 'right',
  },
  '& tbody th': { textAlign: 'left', textStyle: 'h4', paddingBottom: '2' },
  '& tbody td[data-wide]': { justifyContent: 'flex-start', textAlign: 'left', paddingTop: '4' },
  '& tbody td[data-wide] > span': { flexGrow: '1' },
  '& tbody td:not([data-wide])::before': drawn('data-label'),
  '& tbody td[data-note]::after': { ...drawn('data-note'), flex: '0 0 100%' },
};

/** The block layout for few columns: the main value is next to the name of the row if both fit, and the other cells are below. */
const answeringBlocks = {
  ...blocks,
  '& tbody tr': { ...blocks['& tbody tr'], display: 'flex', flexWrap: 'wrap', columnGap: '4' },
  '& tbody th': { ...blocks['& tbody th'], flex: '1 1 auto', overflowWrap: 'anywhere' },
  '& tbody td:not([data-answer], [data-wide])': { flex: '1 0 100%', order: '1' },
  '& tbody td[data-answer]': { order: '1' },
  '& tbody td[data-answer]::before': { display: 'none' },
  '& tbody td[data-wide]': { ...blocks['& tbody td[data-wide]'], flex: '1 0 100%', order: '2', paddingTop: '0' },
};

/** The container of a table. Its width relative to the text size selects the layout. */
const Frame = chakra('div', {
  base: { containerType: 'inline-size' },
});
/** A ruled table, which changes to the block layout if its columns do not fit. */
const Table = chakra('table', {
  base: {
    width: '100%',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'break-word',
    '& caption': { textAlign: 'left', color: 'muted', fontSize: 'sm', paddingBottom: '4' },
    '& th, & td': { textAlign: 'left', verticalAlign: 'middle' },
    '& thead th': {
      fontSize: 'sm',
      fontWeight: '600',
      color: 'muted',
      paddingBottom: '3',
      paddingRight: '5',
      borderBottom: '1px solid',
      borderColor: 'fg',
    },
    '& tbody :is(th, td)': {
      paddingBlock: '4',
      paddingRight: '5',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& tbody th': { fontWeight: '600' },
    '& tbody tr': { transition: 'background-color 150ms ease-out' },
    '& tbody tr:hover': { background: 'color-mix(in srgb, var(--k-colors-fg) 4%, transparent)' },
    '& [data-align=end]': { textAlign: 'right' },
    '& tbody td[data-note]::after': { ...drawn('data-note'), display: 'block', whiteSpace: 'nowrap' },
    '& tbody [data-align=end]': { fontFamily: 'heading', fontWeight: '600' },
    '& :is(th, td):last-child': { paddingRight: '0' },
  },
  variants: {
    /** The number of columns, which decides the width below which the block layout is used. */
    columns: {
      few: { '@container (max-width: 32rem)': answeringBlocks },
      many: {
        '@media screen': { '@container (max-width: 50rem)': blocks },
        // A printed table has no buttons, so it needs less width.
        '@media print': { '@container (max-width: 32rem)': blocks },
      },
    },
  },
});

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
  /** The main value of a row with few columns: in the phone layout it is next to the row's name, without the column's name. */
  answer?: boolean | undefined;
  /** Small print drawn below the value. It is not text of the cell, so another cell has it for screen readers. */
  note?: ((row: Row) => string) | undefined;
  /** Hidden in print. */
  screenOnly?: boolean | undefined;
}

interface DataTableProps<Row> {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
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
    <td {...role('cell')} {...marksOf(column)} data-label={column.header} data-note={column.note?.(row)}>
      {content}
    </td>
  );
}
