import { QueryTypes } from 'sequelize';
import { SubmissionModel } from '../submissions/submission.model.ts';
import type { Row } from './table.ts';

/** What a statement gives, on the database that the models are connected to. Values stand as `$name` in it. */
export async function rowsOf(text: string, bind: Record<string, unknown> = {}): Promise<Row[]> {
  const { sequelize } = SubmissionModel;
  if (!sequelize) throw new Error('The models are not connected.');
  return sequelize.query<Row>(text, { bind, type: QueryTypes.SELECT });
}
