// biome-ignore-all lint/a11y/noRedundantRoles: browsers forget the roles of a table that is laid out otherwise
import type { Child } from "hono/jsx";

export interface Column<Row> {
  label: string;
  cell: (row: Row) => Child;
  /** Buttons, at the end of the row; the label is for those who do not see them. */
  end?: boolean;
}

/**
 * A table; on small screens its rows are cards whose cells say what they are. The first column names the row.
 */
export const Table = <Row,>({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) => (
  <table class="table" role="table">
    <caption class="hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ label, end }) => (
          <th role="columnheader" scope="col">
            {end ? <span class="hidden">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr role="row">
          {columns.map(({ label, cell, end }) => (
            <td role="cell" class={end ? "end" : undefined} data-label={label}>
              <div>{cell(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
