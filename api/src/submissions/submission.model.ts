import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';
import type { SubmissionKind } from './kinds.ts';

export class SubmissionModel extends Model<InferAttributes<SubmissionModel>, InferCreationAttributes<SubmissionModel>> {
  declare id: CreationOptional<string>;
  declare kind: SubmissionKind;
  declare reference: string;
  declare payload: Record<string, unknown>;
  /** From the database's clock. */
  declare createdAt: CreationOptional<Date>;
  declare idempotencyKey: CreationOptional<string | null>;
  declare requestHash: string;
  declare ip: CreationOptional<string | null>;
  declare userAgent: CreationOptional<string | null>;
  declare pagePath: CreationOptional<string | null>;
  declare consentVersion: CreationOptional<string | null>;
  declare fillMs: CreationOptional<number | null>;
  declare isTest: boolean;
  declare quarantineReason: CreationOptional<string | null>;
  declare purgedAt: CreationOptional<Date | null>;
  declare releasedAt: CreationOptional<Date | null>;
  declare releasedBy: CreationOptional<string | null>;
  declare releasedFrom: CreationOptional<string | null>;
  declare idempotencyScope: CreationOptional<string | null>;
  declare industry: CreationOptional<string | null>;
  declare partner: CreationOptional<string | null>;
  declare returnedAt: CreationOptional<Date | null>;
  declare returnedBy: CreationOptional<string | null>;
  declare returnReason: CreationOptional<string | null>;
}

/** Defines the model on one connection pool; a process may have several pools. */
export function defineSubmissions(sequelize: Sequelize): ModelStatic<SubmissionModel> {
  return class extends SubmissionModel {}.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      kind: DataTypes.TEXT,
      reference: DataTypes.TEXT,
      payload: DataTypes.JSON,
      createdAt: DataTypes.DATE,
      idempotencyKey: DataTypes.TEXT,
      requestHash: DataTypes.TEXT,
      ip: DataTypes.INET,
      userAgent: DataTypes.TEXT,
      pagePath: DataTypes.TEXT,
      consentVersion: DataTypes.TEXT,
      fillMs: DataTypes.INTEGER,
      isTest: DataTypes.BOOLEAN,
      quarantineReason: DataTypes.TEXT,
      purgedAt: DataTypes.DATE,
      releasedAt: DataTypes.DATE,
      releasedBy: DataTypes.TEXT,
      releasedFrom: DataTypes.TEXT,
      idempotencyScope: DataTypes.TEXT,
      industry: DataTypes.TEXT,
      partner: DataTypes.TEXT,
      returnedAt: DataTypes.DATE,
      returnedBy: DataTypes.TEXT,
      returnReason: DataTypes.TEXT,
    },
    { sequelize, modelName: 'submission', tableName: 'submissions', underscored: true, timestamps: false },
  );
}
